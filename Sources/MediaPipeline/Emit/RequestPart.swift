import Findings
import MediaFacts
import PushDelivery

/// A part of a set of so many requests that no file holds all of them, as the index of the set lists it. The files of a part are never
/// written again where another has what is the same: they get a second name.
struct RequestPart: Sendable {
  /// From 1.
  var number: Int
  /// How many requests it has.
  var requests: Int
  /// Whether all of them are proven.
  var proof: DeliveryProof
  /// The entries of its requests, a line for each.
  var index: ListedFile
  /// Its requests in each form.
  var sets: [RequestIndex.File]

  /// A file, by its digest.
  struct ListedFile: Hashable, Sendable {
    /// Relative to the request folder.
    var path: String
    var digest: ContentDigest
    var byteCount: Int
  }

  /// All its files.
  var files: [ListedFile] {
    [index] + sets.map { ListedFile(path: $0.path, digest: $0.digest, byteCount: $0.byteCount) }
  }

  /// Whether a set of requests in these forms can have parts: where each form has one file that is nothing but its requests, one behind the
  /// other. A program in parts would be several programs.
  static func canHold(_ writers: [RequestWriter]) -> Bool {
    !writers.isEmpty && writers.allSatisfy { $0.sharedPath != nil && $0.opening.isEmpty && $0.closing.isEmpty }
  }
}

/// In the index of the set.
extension RequestPart {
  var entry: JSONValue {
    .object([
      "bytes": .integer(index.byteCount), "file": .string(index.path), RequestIndex.proofKey: .string(proof.rawValue),
      "requests": .integer(requests), "sets": .array(sets.map { $0.entry() }), "sha256": .string(index.digest.hex),
    ])
  }

  /// nil for what is none: of a part of this number, with the files that such a part has.
  init?(entry: JSONValue, number: Int) {
    guard let index = ListedFile(entry), index.path == RequestPartName.path(RequestPartName.index, part: number),
      let requests = entry["requests"]?.integer, requests >= 0,
      let proof = entry[RequestIndex.proofKey]?.text.flatMap(DeliveryProof.init(rawValue:)),
      case .array(let sets)? = entry["sets"]
    else { return nil }
    let files = sets.compactMap { RequestIndex.File(entry: $0, part: number) }
    guard files.count == sets.count else { return nil }
    (self.number, self.requests, self.proof, self.index, self.sets) = (number, requests, proof, index, files)
  }
}

extension RequestPart.ListedFile {
  fileprivate init?(_ entry: JSONValue) {
    guard let path = entry["file"]?.text, let bytes = entry["bytes"]?.integer, bytes >= 0,
      let digest = entry["sha256"]?.text.flatMap({ ContentDigest(hex: $0) })
    else { return nil }
    self.init(path: path, digest: digest, byteCount: bytes)
  }
}

extension RequestIndex.File {
  fileprivate init?(entry: JSONValue, part number: Int) {
    let isValidateOnly = entry["validate_only"] == true
    guard let listed = RequestPart.ListedFile(entry),
      let form = RequestForm.all.first(where: { $0.name == entry["format"]?.text }), case .all(let name) = form.place,
      listed.path
        == RequestPartName.path((isValidateOnly ? RequestFolderLayout.validateOnlyFolder : "") + name, part: number)
    else { return nil }
    self.init(form, isValidateOnly, listed.path, listed.digest, listed.byteCount)
  }
}

extension JSONValue {
  fileprivate var integer: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}

/// Files that grow at their ends until they are finished.
protocol GrowingFiles: ~Copyable {
  /// Adds bytes to the end of a file, which is made with the first of them.
  mutating func append(_ bytes: [UInt8], to path: String) throws(FileSystemError)
  /// Brings a file to its end to which `append` has added, if only nothing.
  mutating func finish(_ path: String) throws(FileSystemError) -> (digest: ContentDigest, byteCount: Int)
}

extension FolderDraft: GrowingFiles {}

/// A part that is being written.
struct GrowingRequestPart {
  private let number: Int
  private let writers: [RequestWriter]
  private var requests = 0
  private var proof = DeliveryProof.proven

  /// - Parameter writers: such as `canHold` says.
  init(_ number: Int, writers: [RequestWriter]) { (self.number, self.writers) = (number, writers) }

  /// Adds requests, behind those that were added before.
  ///
  /// - Throws: `FileSystemError`.
  mutating func add(
    _ part: RequestSetPart, to files: inout some GrowingFiles & ~Copyable
  ) throws(FileSystemError) {
    for (path, bytes) in part.shared { try files.append(bytes, to: RequestPartName.path(path, part: number)) }
    try files.append(part.indexLines, to: indexPath)
    requests += part.places.count
    if part.proof == .unproven { proof = .unproven }
  }

  /// - Throws: `FileSystemError`.
  func finish(in files: inout some GrowingFiles & ~Copyable) throws(FileSystemError) -> RequestPart {
    var sets: [RequestIndex.File] = []
    for writer in writers {
      let path = path(of: writer)
      let (digest, byteCount) = try files.finish(path)
      sets.append(.init(writer.form, writer.isValidateOnly, path, digest, byteCount))
    }
    let (digest, byteCount) = try files.finish(indexPath)
    return RequestPart(
      number: number, requests: requests, proof: proof,
      index: .init(path: indexPath, digest: digest, byteCount: byteCount), sets: sets)
  }

  private var indexPath: String { RequestPartName.path(RequestPartName.index, part: number) }

  private func path(of writer: RequestWriter) -> String {
    RequestPartName.path(writer.sharedPath ?? writer.form.name, part: number)
  }
}
