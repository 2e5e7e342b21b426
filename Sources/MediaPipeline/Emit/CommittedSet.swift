import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The set of a request folder as its index lists it: files that were changed or added by hand would be sent too.
struct CommittedSet {
  private let folder: RequestFolder
  private let index: [UInt8]

  /// - Parameter index: the bytes of the index that is in the folder.
  init(_ index: [UInt8], in folder: RequestFolder) { (self.index, self.folder) = (index, folder) }

  /// - Parameter path: the folder's path.
  /// - Returns: nil if it has no readable index of richpush's.
  init?(at path: String) {
    let folder = RequestFolder(path: path)
    guard RequestIndex.isOwn(at: folder.indexPath),
      let index = try? FileReading.bytes(of: folder.indexPath, limit: RequestIndex.largestFile)
    else { return nil }
    self.init(index, in: folder)
  }

  /// Files by their paths in the folder.
  var diagnostics: [Diagnostic] { ((try? changedFiles()) ?? []).map(Diagnostic.changedRequest) + whatElseIsSent }

  /// The same without the files that the index lists.
  var whatElseIsSent: [Diagnostic] {
    let foreign = ((try? folder.foreignRequests()) ?? []).map { path in
      Diagnostic(.campaign("otherRequest"), .init(.file, path))
    }
    return foreign + [outdated].compactMap(\.self)
  }

  /// Whether the campaign has changed since; nil if it has not, or is not here.
  private var outdated: Diagnostic? {
    guard let way = RequestIndex.campaign(in: folder),
      let campaign = FileSystem.canonicalPath(folder.path + "/" + way), FileSystem.kind(of: campaign) == .folder
    else { return nil }
    let names = changedTexts(in: campaign) + changedPictures(in: campaign)
    guard !names.isEmpty else { return nil }
    return Diagnostic(
      .campaign("olderRequests", names.map(\.quoted).listed(most: 3)), .init(.file, RequestFolder.indexName))
  }

  private func changedTexts(in campaign: String) -> [String] {
    guard let former = RequestIndex.texts(in: folder) else { return [] }
    let current = RequestSetOrigin.texts(in: campaign)
    return CampaignFiles.names.sorted().filter { former[$0] != current[$0]?.hex }
  }

  private func changedPictures(in campaign: String) -> [String] {
    let assets = RequestIndex.read(index)?.assets ?? []
    let digests = Dictionary(assets.map { ($0.source, $0.sourceSha256) }) { first, _ in first }.compactMapValues(\.self)
    return digests.keys.sorted().filter { path in
      let current = try? SourceReader.digest(of: campaign + "/" + path, limit: SourceLimits().maximumBytes)
      return current != digests[path]
    }
  }
}

extension CommittedSet {
  private static let newline = UInt8(ascii: "\n")
  /// The largest file of a set, in bytes: a hundred thousand requests in one.
  private static let largestFile = 1_000_000_000

  private var lines: [ArraySlice<UInt8>] { index.split(separator: Self.newline, omittingEmptySubsequences: false) }

  /// The files that differ from the index.
  func changedFiles() throws(FileSystemError) -> [String] {
    var changed: [String] = []
    for entry in lines.lazy.compactMap({ RequestIndex.entry(ofLine: $0) }).flatMap(\.listedFiles) {
      guard let path = entry["file"]?.text else { continue }
      do throws(FileSystemError) {
        let bytes = try FileReading.bytes(of: folder.path + "/" + path, limit: Self.largestFile)
        if ContentDigest(of: bytes).hex != entry["sha256"]?.text { changed.append(path) }
      } catch {
        guard error.isMissing else { throw error }
        changed.append(path)
      }
    }
    return changed
  }

  /// The requests that Apple's servers drop by now.
  func expired() -> [Diagnostic] {
    let now = Int(Date.now.timeIntervalSince1970)
    return lines.lazy.compactMap { RequestIndex.entry(ofLine: $0)?["file"]?.text }.flatMap { name -> [Diagnostic] in
      let path = folder.path + "/" + name
      guard name.hasSuffix(".json"), let bytes = try? FileReading.bytes(of: path, limit: RequestFile.mostBytes),
        bytes.firstRange(of: Array("\"apns-expiration\"".utf8)) != nil
      else { return [] }
      return RequestFile(bytes).diagnostics(about: .init(.file, path), now: now).filter {
        $0.rule == RequestRules.expired.description.id
      }
    }
  }

  /// Writes into the index that all requests are proven; if a URL has failed, that the requests that refer to it are not, and not all are.
  ///
  /// - Parameter failing: URLs that do not deliver their files; empty: all deliver.
  /// - Throws: `PipelineError`: `.campaign` if nothing is proven because the folder has other requests or changed files, which are no longer
  ///   proven then; `.fileSystem`.
  func mark(failing: Set<String>) throws(PipelineError) {
    guard failing.isEmpty else {
      return try mark(.unproven) { RequestIndex.urls(ofLine: $0).contains(where: failing.contains) }
    }
    try folder.requireReplaceable()
    let changed = Set(try PipelineError.wrapping(try changedFiles()))
    guard changed.isEmpty else {
      try mark(.unproven) { line in
        RequestIndex.entry(ofLine: line)?.listedFiles.contains { changed.contains($0["file"]?.text ?? "") } == true
      }
      throw .campaign(changed.sorted().map { .changedRequest(folder.path + "/" + $0) })
    }
    try mark(.proven) { _ in true }
  }

  private func mark(
    _ proof: DeliveryProof, where concerns: (ArraySlice<UInt8>) -> Bool
  ) throws(PipelineError) {
    let others = lines.filter { !RequestIndex.isMomentLine($0) }
    let text = Array(others.map { marked($0, proof, where: concerns) }.joined(separator: [Self.newline]))
    guard text != index else { return }
    try PipelineError.wrapping(try DurableFile.replace(folder.indexPath, with: text))
  }

  private func marked(
    _ line: ArraySlice<UInt8>, _ proof: DeliveryProof, where concerns: (ArraySlice<UInt8>) -> Bool
  ) -> [UInt8] {
    if RequestIndex.isProofLine(line) {
      let moment = RunReport.moment(Int(Date.now.timeIntervalSince1970))
      return RequestIndex.proofLines(proof, at: moment).dropLast()
    }
    guard concerns(line) else { return Array(line) }
    let former: DeliveryProof = proof == .proven ? .unproven : .proven
    return Array(line.replacing(RequestIndex.proofMember(former), with: RequestIndex.proofMember(proof)))
  }
}

extension JSONValue {
  /// The members of an index's entry that name a file of a request and its digest. Published files are listed too, with a path.
  fileprivate var listedFiles: [JSONValue] {
    var forms: [JSONValue] = []
    if case .array(let found)? = self["forms"] { forms = found }
    return ([self] + forms).filter { $0["file"] != nil }
  }
}

extension Diagnostic {
  static func changedRequest(_ path: String) -> Diagnostic {
    Diagnostic(.campaignChangedRequest, .init(.file, path), "it is not the file that the index of its folder lists")
  }
}
