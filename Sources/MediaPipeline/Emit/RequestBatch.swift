import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// Consecutive requests of the set, in the bytes that go to its files.
package struct RequestBatch: Sendable {
  /// The bytes to add to the files of all requests, by path.
  private(set) var shared: [String: [UInt8]] = [:]
  /// The files that belong to one request each.
  private(set) var files: [ComposedRequest.File] = []
  /// The lines of the index, each with the comma before it.
  private(set) var entries: [UInt8] = []
  /// The place of each of these.
  private(set) var places: [(id: MessageIdentifier, bytes: Range<Int>)] = []
  /// Whether all are proven.
  private(set) var proof = DeliveryProof.proven

  package init() {}

  /// Adds a request after the others.
  package mutating func add(_ request: ComposedRequest) {
    for file in request.files {
      if file.isShared { shared[file.path, default: []] += file.bytes } else { files.append(file) }
    }
    let start = entries.count
    RequestIndex.append(request, to: &entries)
    places.append((request.id, start..<entries.count))
    if request.proof == .unproven { proof = .unproven }
  }
}

extension RequestIndex {
  /// Adds the entry of a request with the comma before it.
  fileprivate static func append(_ request: ComposedRequest, to bytes: inout [UInt8]) {
    var file: (path: String, digest: ContentDigest)?
    var forms: [JSONValue] = []
    for form in request.files where !form.isShared {
      let listed = File(
        form: form.form, isValidateOnly: form.isValidateOnly, path: form.path, digest: ContentDigest(of: form.bytes),
        byteCount: form.bytes.count)
      if form.isBody { file = (form.path, listed.digest) } else { forms.append(listed.entry(headers: form.headers)) }
    }
    // Without a digest, a changed request could not be detected.
    let digest = file?.digest ?? request.digest
    // The members are sorted by their names.
    bytes += ",\n    {\"assets\":".utf8
    JSONText.append(request.assetURLs, to: &bytes)
    append(audienceKey, request.target.audience, to: &bytes)
    if let file { append("file", file.path, to: &bytes) }
    // Texts and whole numbers always have a JSON form.
    if !forms.isEmpty { bytes += Array(",\"forms\":".utf8) + ((try? JSONText.compact(.array(forms))) ?? []) }
    append("id", request.id.rawValue, to: &bytes)
    append(proofKey, request.proof.rawValue, to: &bytes)
    append("sha256", digest.hex, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(_ name: String, _ text: String, to bytes: inout [UInt8]) {
    bytes += ",\"".utf8
    bytes += name.utf8
    bytes += "\":".utf8
    JSONText.append(text, to: &bytes)
  }
}

/// The entries of all requests in the index of a folder, read one at a time.
final class RequestEntries {
  private let lines: FileLines

  /// - Parameter path: an index.
  /// - Returns: nil for a file that is not richpush's.
  init?(index path: String) throws(FileSystemError) {
    guard RequestIndex.isOwn(at: path) else { return nil }
    lines = try FileLines(of: path, longestLine: Self.longestEntry)
    while let line = try lines.next() {
      if RequestIndex.endsAssets(line) { return }
    }
  }

  /// The next entry, without the text around it; nil after the last.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? { try lines.next().flatMap { RequestIndex.entry(in: $0) } }

  /// In bytes: a request refers to a few addresses and has a few forms.
  private static let longestEntry = 1 << 24
}

extension RequestIndex {
  /// The entry in a line; nil for other lines.
  static func entry(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "{") else { return nil }
    let end = text.lastIndex(of: UInt8(ascii: "}")) ?? text.startIndex
    return text[...end]
  }

  /// An entry's value.
  static func value(ofEntry entry: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(entry))
  }
}

extension ComposedRequest {
  /// The digest of its body, as the index of the request folder has it.
  var digest: ContentDigest { ContentDigest(of: files.first(where: \.isBody)?.bytes ?? bodyLine()) }
}
