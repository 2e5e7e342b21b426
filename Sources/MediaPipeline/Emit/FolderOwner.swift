import Essentials
package import Findings
package import MediaFacts
import PushDelivery

/// The campaign of a request folder.
package struct FolderOwner {
  /// The campaign's path from the request folder: the same in every checkout that holds both.
  let campaign: String
  /// The campaign's canonical path.
  let campaignFolder: String
  private let folder: RequestFolder

  /// - Parameter campaignFolder: with every link resolved.
  init(of folder: RequestFolder, campaignFolder: String) {
    (self.folder, self.campaignFolder) = (folder, campaignFolder)
    campaign = RelativePath.way(from: folder.path, to: campaignFolder)
  }

  /// The campaign's requests of earlier runs in a folder that this run leaves as it is; nil if it has none.
  package static func olderSet(in path: String, _ settings: PipelineSettings) -> Diagnostic? {
    let folder = RequestFolder(path: path)
    guard let campaign = FileSystem.canonicalPath(settings.campaignFolder), folder.path != settings.requestFolder,
      FormerRequests.areThere(in: folder),
      RequestIndex.campaign(in: folder) == RelativePath.way(from: folder.path, to: campaign)
    else { return nil }
    return Diagnostic(
      .campaignOlderRequests, .init(.file, path),
      "the folder has requests of an earlier run of this campaign, and this run writes to \(settings.requestFolder.quoted)",
      remedy: "unset `RICHPUSH_REQUESTS`, or remove them")
  }

  /// - Parameter intake: the campaign's; nil if its messages are not read yet.
  /// - Throws: `PipelineError.campaign` if the folder cannot be replaced, or a campaign without messages would empty it.
  func require(_ settings: PipelineSettings, for intake: CampaignIntake.Result? = nil) throws(PipelineError) {
    try folder.requireReplaceable()
    if intake?.isEmpty == true, !settings.withdrawsAll, FormerRequests.areThere(in: folder) {
      throw .refused(
        .campaign("emptied", "the campaign has no message"), .init(.configuration, settings.campaignFolder))
    }
    guard !settings.replacesRequests, let owner = RequestIndex.campaign(in: folder), owner != campaign else { return }
    throw .refused(.campaign("otherCampaign", owner.quoted), .init(.configuration, folder.path))
  }
}

extension RequestFolder {
  /// A folder is replaced as a whole, so it must not hold foreign requests: they would be withdrawn.
  ///
  /// - Throws: `PipelineError.campaign` if it has such requests or is a mount point; `.fileSystem`.
  func requireReplaceable() throws(PipelineError) {
    guard !SystemCall.isMountPoint(path) else { throw .refused(.campaign("mountPoint"), .init(.configuration, path)) }
    let foreign = try PipelineError.wrapping(try foreignRequests())
    guard !foreign.isEmpty else { return }
    let names = foreign.map(\.quoted).listed(most: 3)
    let reason =
      RequestIndex.isOwn(at: indexPath) ? "which its index.json does not list" : "and no index.json of richpush"
    throw .refused(.campaign("otherRequests", names, reason), .init(.configuration, path))
  }

  /// Files with the name of a request that our index does not list.
  func foreignRequests() throws(FileSystemError) -> [String] {
    let paths = Set(try requestPaths())
    guard !paths.isEmpty, RequestIndex.isOwn(at: indexPath) else { return paths.sorted() }
    return try RequestIndex.unlisted(paths.subtracting([Self.indexName]), in: self).sorted()
  }
}

extension RequestIndex {
  /// Those files that an index does not list.
  fileprivate static func unlisted(
    _ paths: Set<String>, in folder: RequestFolder
  ) throws(FileSystemError) -> Set<String> {
    let path = folder.indexPath
    // All requests' files are listed at its end.
    var unlisted = paths.subtracting(listedFiles(in: try FileReading.end(of: path, count: 1 << 16)[...]))
    guard !unlisted.isEmpty, let entries = try RequestEntries(index: path) else { return unlisted }
    while !unlisted.isEmpty, let entry = try entries.next() { unlisted.subtract(listedFiles(in: entry)) }
    return unlisted
  }

  /// No path that we write has a character that JSON escapes.
  private static func listedFiles(in text: ArraySlice<UInt8>) -> [String] {
    var (files, rest) = ([String](), text)
    while let member = rest.firstRange(of: fileMember) {
      let path = rest[member.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
      files.append(String(decoding: path, as: UTF8.self))
      rest = rest[path.endIndex...]
    }
    return files
  }

  private static let fileMember = Array("\"file\":\"".utf8)
}

/// The origin of a set of requests, as its index states it after the requests.
package struct RequestSetOrigin: Sendable {
  /// The campaign: its folder's path from the request folder; nil without one.
  package var campaign: String?
  /// The digests of the campaign's files of messages, by their names.
  package var texts: [String: ContentDigest]
  /// When all URLs were loaded, if another command loaded them.
  package var provenAt: String?
  /// Whether the requests must not be sent.
  package var isTrial: Bool
  /// Whether each request was approved.
  var isApproved: Bool

  package init(
    campaign: String? = nil, texts: [String: ContentDigest] = [:], provenAt: String? = nil, isTrial: Bool = false,
    isApproved: Bool = false
  ) {
    (self.campaign, self.texts, self.provenAt) = (campaign, texts, provenAt)
    (self.isTrial, self.isApproved) = (isTrial, isApproved)
  }

  /// The files of messages of a campaign folder as they are now.
  static func texts(in folder: String) -> [String: ContentDigest] {
    let digests = CampaignFiles.names.map { name in
      (name, try? ContentDigest.read(folder + "/" + name, limit: TableFile.mostBytes).digest)
    }
    return Dictionary(uniqueKeysWithValues: digests).compactMapValues(\.self)
  }
}

extension FolderOwner {
  /// - Parameter provenAt: when all URLs were loaded, if another command loaded them.
  func origin(_ settings: PipelineSettings, provenAt: String?) -> RequestSetOrigin {
    RequestSetOrigin(
      campaign: campaign, texts: RequestSetOrigin.texts(in: campaignFolder), provenAt: provenAt,
      isTrial: settings.configuration.compose.isTrial, isApproved: settings.approval != nil)
  }
}

/// The folders that a run writes to: existing, locked, and with a work folder in them.
struct WritableFolders: ~Copyable {
  /// nil in a dry run.
  private let lock: FolderLock?
  private let outputFolder: String
  private let workFolder: String

  /// The folders of a run, which waits for other runs there, and removes leftovers of killed ones. A dry run writes to none.
  ///
  /// - Parameter publishes: whether assets are published, and not only requests written.
  /// - Throws: `PipelineError.fileSystem`.
  init(_ settings: PipelineSettings, publishes: Bool, waiting: @Sendable (String) -> Void) async throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    lock = settings.isDryRun ? nil : try await Self.prepare(settings, publishes: publishes, waiting: waiting)
  }

  private static func prepare(
    _ settings: PipelineSettings, publishes: Bool, waiting: @Sendable (String) -> Void
  ) async throws(PipelineError) -> FolderLock {
    // The request folder itself is exchanged on commit, so its parent is locked.
    let folders = (publishes ? [settings.outputFolder] : []) + [FileSystem.parent(of: settings.requestFolder)]
    do throws(FileSystemError) {
      for folder in folders { try FileSystem.createFolder(folder) }
      let lock = try await FolderLock(folders: folders, waiting: waiting)
      if publishes {
        let folder = settings.outputFolder
        DurableFile.removeLeftovers(in: folder)
        for name in FileSystem.names(in: folder)
        where name.hasPrefix(PipelineSettings.workPrefix) { clear(folder + "/" + name) }
        try FileSystem.createPrivateFolder(settings.workFolder)
      }
      return lock
    } catch { throw .fileSystem(error) }
  }

  /// Makes the names of published files survive a power failure.
  func syncOutput() { if lock != nil { DurableFile.syncFolder(outputFolder) } }

  /// Removes the work folder and lets the next run begin.
  consuming func release() {}

  deinit { Self.clear(workFolder) }

  static func clear(_ folder: String) { FileSystem.removeAll(folder) }
}
