import Findings
import MediaFacts
import PushDelivery

/// Reads a campaign folder: its files and how its messages use them.
struct CampaignIntake: Sendable {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// A campaign folder's contents.
  struct Result: Sendable {
    /// The campaign folder with every link resolved.
    var folder: String
    /// The folder's identity before its files were searched.
    var identity: FolderIdentity?
    /// The assets to make, in the order of the paths.
    var assets: [AssetRequest]
    /// The messages as written; without a file of messages, every published picture gets one.
    var messages: Messages
    /// One message for each way of using files; none if the pictures are the messages.
    let uses: [CampaignMessage]
    /// Messages that are refused, as far as they could be read: of refused entries, and those whose files are missing, or would not stay as
    /// intended.
    var incomplete: [CampaignMessage] = []
    var diagnostics: [Diagnostic]
    /// False if an error is about all messages; those that could be read are still there, so that it hides no other error.
    var isUsable = true

    /// Whether there is no message at all, good or refused.
    var isEmpty: Bool {
      switch messages {
      case .written(let messages, let refused): messages.isEmpty && refused.isEmpty
      case .table: false
      case .onePerPicture: assets.isEmpty
      }
    }

    /// Paths of files that messages name.
    var namedPaths: Set<String> { Set(uses.flatMap { $0.media.files() }).union(uses.compactMap(\.poster?.file)) }
  }

  enum Messages: Sendable {
    /// The good messages, whose pictures exist and stay as intended, and the identifiers of the others.
    case written([CampaignMessage], refused: [String])
    /// The same for a table, which is not in memory.
    case table(MessageParts, refused: [String])
    /// One for each picture, from the defaults; or a diagnostic if that was not asked for.
    case onePerPicture(lack: Diagnostic?)

    /// The identifiers of refused messages.
    var refused: [String] {
      switch self {
      case .written(_, let refused), .table(_, let refused): refused
      case .onePerPicture: []
      }
    }

    var areOfTable: Bool { if case .table = self { true } else { false } }

    var areFromPictures: Bool { if case .onePerPicture = self { true } else { false } }

    /// Why none exist.
    var lack: Diagnostic? { if case .onePerPicture(let lack) = self { lack } else { nil } }
  }

  /// - Throws: `PipelineError` if the folder cannot be read or conflicts with another folder of the run, or campaign.yml or messages.csv
  ///   has an error about every message, or there are no messages.
  func take() async throws(PipelineError) -> Result {
    let result = try await read()
    let obstacles = result.isUsable ? [result.messages.lack].compactMap(\.self) : result.diagnostics
    guard obstacles.isEmpty else { throw .campaign(obstacles) }
    return result
  }

  /// The campaign as far as it can be read.
  ///
  /// - Throws: `PipelineError` if the folder cannot be read.
  func read() async throws(PipelineError) -> Result {
    let conflicts = FolderConflicts.diagnostics(settings)
    let scan: Scan
    do throws(PipelineError) { scan = try scanFolder() } catch {
      throw conflicts.isEmpty ? error : .campaign(conflicts + error.diagnostics)
    }
    let unread = UnreadCampaignFiles.diagnostics(
      among: scan.files, in: scan.folder, namedAs: settings.campaignFolder)
    var result: Result
    do throws(PipelineError) {
      let table = try await readTable(scan)
      if let table { result = table } else { result = try readWhole(scan, besides: unread) }
    } catch {
      guard case .campaign(let diagnostics) = error else { throw error }
      result = self.result(scan, .written([], refused: []), of: [], incomplete: [], diagnostics, isUsable: false)
    }
    let obstacles = conflicts + unread
    if !obstacles.isEmpty { (result.isUsable, result.diagnostics) = (false, obstacles + result.diagnostics) }
    // Its messages may be in the files that are not read.
    if !result.isUsable, case .onePerPicture = result.messages { result.messages = .written([], refused: []) }
    return result
  }

  /// A campaign whose messages are the rows of a table; nil for any other, and if no row can be read.
  private func readTable(_ scan: Scan) async throws(PipelineError) -> Result? {
    guard let file = try CampaignFiles.table(in: scan.folder),
      let (reading, rows) = MessageReading.ofTable(
        try CampaignFiles.text(in: scan.folder) ?? "", file: CampaignFiles.campaign,
        beginning: try file.beginning(1 << 20), defaults: settings.configuration.messageDefaults,
        TableFiles(paths: scan.paths, profiles: settings.configuration.profiles))
    else { return nil }
    let table = try await TableIntake(reading, rows, of: file)
    return result(
      scan, .table(table.messages, refused: table.refused + table.troubled.map(\.id)), of: table.uses,
      incomplete: table.troubled + table.wrong, table.diagnostics, isUsable: table.isUsable)
  }

  private func result(
    _ scan: Scan, _ messages: Messages, of uses: [CampaignMessage], incomplete: [CampaignMessage],
    _ diagnostics: [Diagnostic], isUsable: Bool = true
  ) -> Result {
    Result(
      folder: scan.folder, identity: scan.identity,
      assets: AssetRequest.all(of: scan.files, for: uses, settings.configuration), messages: messages,
      uses: uses, incomplete: incomplete, diagnostics: scan.diagnostics + diagnostics, isUsable: isUsable)
  }

  /// The messages whose pictures exist and stay as intended, the others, and why.
  private func resolved(
    _ messages: [CampaignMessage], _ scan: Scan
  ) -> (messages: [CampaignMessage], incomplete: [CampaignMessage], diagnostics: [Diagnostic]) {
    let (kept, diagnostics) = Campaign(messages: messages).resolve(
      against: scan.paths, under: settings.configuration.profiles)
    let found = Set(kept.map(\.id))
    return (kept, kept.count == messages.count ? [] : messages.filter { !found.contains($0.id) }, diagnostics)
  }

  private func readWhole(_ scan: Scan, besides unread: [Diagnostic]) throws(PipelineError) -> Result {
    guard let read = try CampaignFiles.read(in: scan.folder, defaults: settings.configuration.messageDefaults) else {
      let (files, formerOutput) = scan.sources
      let missing = MissingMessages(in: scan.folder, pictures: files.count, settings)
      let others = unread.isEmpty ? missing.unread : []
      var result = result(
        scan, .onePerPicture(lack: missing.lack), of: [], incomplete: [], others + formerOutput,
        isUsable: others.isEmpty)
      result.assets = files.map { AssetRequest(path: $0.path, byteCount: $0.byteCount) }
      return result
    }
    let (messages, incomplete, diagnostics) = resolved(read.readable, scan)
    let missing = diagnostics + resolved(read.wrong, scan).diagnostics
    return result(
      scan, .written(messages, refused: read.refused + incomplete.map(\.id)), of: messages,
      incomplete: incomplete + read.wrong,
      read.diagnostics + missing + MessageNames.unusedPictures(of: read.readable, among: scan.paths),
      isUsable: read.campaign != nil)
  }

  /// A campaign folder, searched for files.
  private struct Scan {
    /// With every link resolved.
    let folder: String
    let files: [CampaignScanner.File]
    let diagnostics: [Diagnostic]
    let identity: FolderIdentity?

    var paths: Set<String> { Set(files.map(\.path)) }

    /// The files that may become messages, without the folders inside that an earlier run published to: all their pictures are renditions.
    var sources: (files: [CampaignScanner.File], ignored: [Diagnostic]) {
      let media = files.map(\.path).filter(MediaFormat.isMediaName)
      let former = Dictionary(grouping: media, by: FileSystem.parent).filter { parent, paths in
        parent != "."
          && paths.allSatisfy { PublishedFile.isRendition(FileSystem.name(of: $0), in: folder + "/" + parent) == true }
      }
      let diagnostics = former.sorted { $0.key < $1.key }.map { parent, paths in
        Diagnostic(
          .fileIgnored, .init(.file, parent),
          "an earlier run published its pictures here (\(paths.map(\.quoted).listed(most: 2))), so no messages are made of them",
          severity: .warning, remedy: "move this folder out of the campaign, or give its files names of your own")
      }
      return (files.filter { former[FileSystem.parent(of: $0.path)] == nil }, diagnostics)
    }
  }

  private func scanFolder() throws(PipelineError) -> Scan {
    guard let folder = FileSystem.canonicalPath(settings.campaignFolder), FileSystem.kind(of: folder) == .folder else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    let excluded =
      [settings.outputFolder, settings.requestFolder]
      + [settings.cacheFolder, settings.configuration.cache.remote.address?.folder].compactMap { $0 }
    let scanner = CampaignScanner(
      folder: folder, excludedFolders: excluded,
      excludedNames: settings.configurationFiles.union(CampaignFiles.names))
    let identity = FolderIdentity(folder)
    do throws(FileSystemError) {
      let scan = try scanner.scan()
      let stale =
        UnreadCampaignFiles.newerWorkbooks(among: scan.files, in: folder) + UnreadCampaignFiles.openFiles(in: folder)
      return Scan(folder: folder, files: scan.files, diagnostics: scan.diagnostics + stale, identity: identity)
    } catch { throw .fileSystem(error) }
  }
}

extension Diagnostic {
  static func missingFolder(_ path: String) -> Diagnostic {
    if FileSystem.kind(of: path).isFile {
      return Diagnostic(.campaign("isFile", FileSystem.parent(of: path).printable), .init(.configuration, path))
    }
    let foreign = ForeignPath(path)
    let words = ErrorWords.campaign("noFolder", foreign.map { ": \($0.reason)" } ?? "")
    return Diagnostic(words, .init(.configuration, path), remedy: foreign?.remedy)
  }
}
