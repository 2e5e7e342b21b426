import Findings
import MediaFacts
package import PushDelivery

/// The requests of a campaign in preparation for the request folder, in every wanted form. Dropped without `commit`, it does not change the
/// folder.
package struct RequestFolderDraft: ~Copyable {
  private var files: FolderDraft
  private let writers: [RequestWriter]
  private var origin: RequestSetOrigin
  private var hasRequests = false
  private var proof = DeliveryProof.proven
  private var former: FormerRequests
  private let folder: RequestFolder
  /// What the first request that the former set has too says under other names; nil before it.
  private var renaming: [Diagnostic]?

  /// - Parameters:
  ///   - writers: the writers of the requests.
  ///   - assets: the renditions published for the requests.
  ///   - origin: the set's origin.
  ///   - trialFolder: the folder for a draft that is only for `preview`; nil: next to the request folder.
  /// - Throws: `PipelineError`, also if the folder cannot be replaced.
  package init(
    _ folder: RequestFolder, writers: [RequestWriter], assets: some Sequence<RequestIndex.Asset>,
    from origin: RequestSetOrigin = .init(), trialFolder: String? = nil
  ) throws(PipelineError) {
    try folder.requireReplaceable()
    var files = try PipelineError.wrapping(try FolderDraft(of: folder, trialFolder: trialFolder))
    do throws(FileSystemError) {
      try RequestIndex.writeOpening(assets) { part throws(FileSystemError) in
        try files.append(part, to: RequestFolder.indexName)
      }
      for writer in writers { for (path, opening) in writer.sharedFiles { try files.append(opening, to: path) } }
    } catch { throw .fileSystem(error) }
    self.files = files
    (self.writers, self.origin, self.folder) = (writers, origin, folder)
    former = FormerRequests(in: folder, before: origin)
  }

  /// Adds requests, after the previous ones.
  package mutating func add(_ batch: RequestBatch) throws(FileSystemError) {
    guard !batch.places.isEmpty else { return }
    for (id, bytes) in batch.places { former.compare(id.rawValue, batch.entries[bytes]) }
    if renaming == nil, let file = batch.files.first(where: \.isBody) { renaming = renaming(of: file) }
    for (path, bytes) in batch.shared { try files.append(bytes, to: path) }
    for file in batch.files { try files.write(file.bytes, to: file.path, isExecutable: file.isExecutable) }
    // The first entry has no comma before it.
    try files.append(hasRequests ? batch.entries : Array(batch.entries.dropFirst()), to: RequestFolder.indexName)
    if batch.proof == .unproven { proof = .unproven }
    hasRequests = true
  }

  /// Apps read data by its names, which settings may change for all requests.
  private func renaming(of file: ComposedRequest.File) -> [Diagnostic]? {
    guard let before = try? FileReading.bytes(of: folder.path + "/" + file.path, limit: 1 << 20) else { return nil }
    let names = [before, file.bytes].map {
      Set((RequestIndex.entry(ofLine: $0[...])?["message"]?["data"]?.members ?? [:]).keys)
    }
    let (lost, new) = (names[0].subtracting(names[1]).sorted(), names[1].subtracting(names[0]).sorted())
    guard !lost.isEmpty, !new.isEmpty else { return [] }
    let id = String(file.path.dropLast(".json".count))
    let changes = [id, new[0], lost[0]].map(\.quoted)
    return [FormerRequests.note(id, "\(changes[0]) has \(changes[1]) in its data, and not \(changes[2])")]
  }

  /// The differences of the added requests from the previous set.
  package mutating func differences() -> SetDifferences {
    var differences = former.differences()
    differences.diagnostics += renaming ?? []
    return differences
  }

  /// Makes the request folder hold exactly these requests and the index that lists them.
  ///
  /// - Parameter namesDevices: whether one of them goes to a single device, so that only this user can read a new folder.
  /// - Throws: `FileSystemError`. The folder then holds the previous or the new set.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.commit(namesDevices: namesDevices)
  }

  /// Previews `commit`. The folder is not touched.
  package consuming func preview() throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.preview()
  }

  private mutating func finish() throws(FileSystemError) {
    var sets: [JSONValue] = []
    for writer in writers {
      for (path, _) in writer.sharedFiles {
        let (digest, byteCount) = try files.finish(path)
        sets.append(
          RequestIndex.entry(
            writer.form, isValidateOnly: writer.isValidateOnly, path: path, digest, byteCount: byteCount))
      }
    }
    if former.staysApproved { origin.isApproved = true }
    try files.append(
      RequestIndex.closing(hasRequests: hasRequests, from: origin, proof: proof, sets: sets),
      to: RequestFolder.indexName)
  }
}

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

  package init(_ requests: ComposedRequest...) { for request in requests { add(request) } }

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
  /// The entry of a file in some form.
  fileprivate static func entry(
    _ form: RequestForm, isValidateOnly: Bool, path: String, _ digest: ContentDigest, byteCount: Int,
    headers: [String: String] = [:]
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "format": .string(form.name), "file": .string(path), "sha256": .string(digest.hex), "bytes": .integer(byteCount),
    ]
    if isValidateOnly { members["validate_only"] = true }
    if !headers.isEmpty { members["headers"] = .object(headers.mapValues { .string($0) }) }
    return .object(members)
  }

  /// Adds the entry of a request with the comma before it.
  fileprivate static func append(_ request: ComposedRequest, to bytes: inout [UInt8]) {
    var file: (path: String, digest: ContentDigest)?
    var forms: [JSONValue] = []
    for form in request.files where !form.isShared {
      let digest = ContentDigest(of: form.bytes)
      if form.isBody {
        file = (form.path, digest)
      } else {
        forms.append(
          entry(
            form.form, isValidateOnly: form.isValidateOnly, path: form.path, digest, byteCount: form.bytes.count,
            headers: form.headers))
      }
    }
    // Without a digest, a changed request could not be detected.
    let digest = file?.digest ?? request.digest
    // The members are sorted by their names.
    bytes += ",\n    {\"assets\":".utf8
    JSONText.append(request.assetURLs, to: &bytes)
    append(audienceKey, request.target.audience, to: &bytes)
    if let file { append("file", file.path, to: &bytes) }
    if !forms.isEmpty { bytes += Array(",\"forms\":".utf8) + JSONText.compact(.array(forms)) }
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

extension ComposedRequest {
  /// The digest of its body, as the index of the request folder has it.
  var digest: ContentDigest { ContentDigest(of: files.first(where: \.isBody)?.bytes ?? bodyLine()) }
}
