import Findings
import MediaFacts
import PushDelivery

/// The set of a request folder, written anew so that its index and all its forms say that it is proven.
struct ProvenSet {
  private let folder: RequestFolder
  /// The lines of its index.
  private let lines: [ArraySlice<UInt8>]

  private static let newline = UInt8(ascii: "\n")
  /// The largest file of a set, in bytes: a hundred thousand requests in one.
  private static let largestFile = 1_000_000_000

  /// - Parameter index: the bytes of the index that is in the folder.
  init(of index: [UInt8], in folder: RequestFolder) {
    self.folder = folder
    lines = index.split(separator: Self.newline, omittingEmptySubsequences: false)
  }

  /// Makes the folder hold it, as a whole or not at all.
  ///
  /// - Throws: `PipelineError`: `.campaign` where files are not those that the index lists, or `.fileSystem`.
  func commit() throws(PipelineError) {
    let changed: [String]
    do throws(FileSystemError) { changed = try changedFiles() } catch { throw .fileSystem(error) }
    guard changed.isEmpty else { throw .campaign(changed.map { .changedRequest(at($0)) }) }
    let draft = try FolderDraft.replacing(folder)
    do throws(FileSystemError) { try write(draft) } catch { throw .fileSystem(error) }
  }

  private func write(_ draft: consuming FolderDraft) throws(FileSystemError) {
    var files = draft
    for (number, line) in lines.enumerated() {
      let proven = try proven(line, in: &files)
      try files.append(number == 0 ? proven : [Self.newline] + proven, to: RequestFolder.indexName)
    }
    _ = try files.commit()
  }

  /// The files that are no longer as the index lists them.
  private func changedFiles() throws(FileSystemError) -> [String] {
    var changed: [String] = []
    for entry in lines.lazy.compactMap({ RequestIndex.entry(ofLine: $0) }).flatMap(\.listedFiles) {
      guard let path = entry["file"]?.text else { continue }
      let bytes = try FileReading.bytes(of: at(path), limit: Self.largestFile)
      if ContentDigest(of: bytes).hex != entry["sha256"]?.text { changed.append(path) }
    }
    return changed
  }

  /// A line of the index, when the files that it lists have been written.
  private func proven(_ line: ArraySlice<UInt8>, in files: inout FolderDraft) throws(FileSystemError) -> [UInt8] {
    if RequestIndex.isProofLine(line) { return RequestIndex.proofLine(.proven).dropLast() }
    guard var entry = RequestIndex.entry(ofLine: line), !entry.listedFiles.isEmpty || entry.proof != nil else {
      return Array(line)
    }
    entry = try written(entry, in: &files)
    if entry.proof != nil {
      entry = entry.merging([RequestIndex.proofKey: .string(DeliveryProof.proven.rawValue)])
    }
    var forms: [JSONValue] = []
    for form in entry.forms { forms.append(try written(form, in: &files)) }
    if !forms.isEmpty { entry = entry.merging(["forms": .array(forms)]) }
    let comma = line.last == UInt8(ascii: ",") ? [UInt8(ascii: ",")] : []
    return Array("    ".utf8) + ((try? JSONText.compact(entry)) ?? []) + comma
  }

  /// Writes the file of an entry, if it names one.
  ///
  /// - Returns: the entry of what it is then.
  private func written(_ entry: JSONValue, in files: inout FolderDraft) throws(FileSystemError) -> JSONValue {
    guard let path = entry["file"]?.text else { return entry }
    let bytes = DeliveryProof.proving(try FileReading.bytes(of: at(path), limit: Self.largestFile))
    try files.write(bytes, to: path, isExecutable: Self.isExecutable(entry["format"]?.text))
    let digest = entry.merging(["sha256": .string(ContentDigest(of: bytes).hex)])
    return entry["bytes"] == nil ? digest : digest.merging(["bytes": .integer(bytes.count)])
  }

  private func at(_ path: String) -> String { folder.path + "/" + path }

  private static func isExecutable(_ format: String?) -> Bool {
    guard case .each(_, _, true)? = RequestForm.all.first(where: { $0.name == format })?.place else { return false }
    return true
  }
}

/// The entry of a request, or of a file that holds all of them.
extension JSONValue {
  fileprivate var proof: String? { self[RequestIndex.proofKey]?.text }

  fileprivate var forms: [JSONValue] { if case .array(let forms)? = self["forms"] { forms } else { [] } }

  /// Those of it that name a file and its digest. What was published is listed too, and has a path.
  fileprivate var listedFiles: [JSONValue] { ([self] + forms).filter { $0["file"] != nil } }
}

extension Diagnostic {
  fileprivate static func changedRequest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignChangedRequest, .init(.file, path), "it is not the file that the index of its folder lists")
  }
}
