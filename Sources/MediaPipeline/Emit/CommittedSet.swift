import Findings
import MediaFacts
import PushDelivery

/// Whether a request folder holds exactly what its index lists: files that were changed or added by hand would be sent too.
struct CommittedSet {
  private let folder: RequestFolder
  private let index: [UInt8]

  /// - Parameter path: the folder's path.
  /// - Returns: nil if it has no readable index of richpush's.
  init?(at path: String) {
    folder = RequestFolder(path: path)
    guard RequestIndex.isOwn(in: folder),
      let index = try? FileReading.bytes(
        of: folder.path + "/" + RequestFolder.indexName, limit: RequestIndex.largestFile)
    else { return nil }
    self.index = index
  }

  /// Files by their paths in the folder.
  var diagnostics: [Diagnostic] {
    let changed = (try? ProvenSet(of: index, in: folder).changedFiles()) ?? []
    return changed.map(Diagnostic.changedRequest) + whatElseIsSent
  }

  /// The same without the files that the index lists.
  var whatElseIsSent: [Diagnostic] {
    let foreign = (try? folder.foreignRequests()) ?? []
    return foreign.map(Diagnostic.foreignRequest) + [outdated].compactMap(\.self)
  }

  /// Whether the campaign has changed since; nil if it has not, or is not here.
  private var outdated: Diagnostic? {
    guard let way = FormerRequests.campaign(in: folder),
      let campaign = FileSystem.canonicalPath(folder.path + "/" + way), FileSystem.kind(of: campaign) == .folder
    else { return nil }
    let names = changedTexts(in: campaign) + changedPictures(in: campaign)
    return names.isEmpty ? nil : .olderRequests(names)
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

extension Diagnostic {
  fileprivate static func foreignRequest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignOtherRequests, .init(.file, path),
      "it stands where scripts send whatever is there, and the index.json of its folder does not list it",
      remedy: "move it elsewhere")
  }

  fileprivate static func olderRequests(_ names: [String]) -> Diagnostic {
    let most = 3
    let others = names.count > most ? " and \(names.count - most) more" : ""
    return Diagnostic(
      .campaignOlderRequests, .init(.file, RequestFolder.indexName),
      "the requests were made before these files of the campaign were changed: "
        + names.prefix(most).map(\.quoted).joined(separator: ", ") + others)
  }
}
