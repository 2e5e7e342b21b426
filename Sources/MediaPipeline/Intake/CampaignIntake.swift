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
    /// Messages whose files are missing, or would not stay as intended.
    var incomplete: [CampaignMessage] = []
    var diagnostics: [Diagnostic]

    /// Whether there is no message at all, good or refused.
    var isEmpty: Bool {
      switch messages {
      case .written(let messages, let refused): messages.isEmpty && refused.isEmpty
      case .table: false
      case .onePerPicture: assets.isEmpty
      }
    }

    /// Paths of files that messages name.
    var namedPaths: Set<String> {
      let messages =
        switch messages {
        case .written(let messages, _): messages
        case .table(_, let uses, _): uses
        case .onePerPicture: [CampaignMessage]()
        }
      return Set(messages.flatMap { $0.media.files() }).union(messages.compactMap(\.poster?.file))
    }
  }

  enum Messages: Sendable {
    /// The good messages, whose pictures exist and stay as intended, and the identifiers of the others.
    case written([CampaignMessage], refused: [String])
    /// The same for a table, which is not in memory, with one message for each way of using files.
    case table(MessageParts, uses: [CampaignMessage], refused: [String])
    /// One for each picture, from the defaults; or a diagnostic if that was not asked for.
    case onePerPicture(lack: Diagnostic?)

    /// The identifiers of refused messages.
    var refused: [String] {
      switch self {
      case .written(_, let refused), .table(_, _, let refused): refused
      case .onePerPicture: []
      }
    }

    var areFromPictures: Bool { if case .onePerPicture = self { true } else { false } }

    /// Why none exist.
    var lack: Diagnostic? { if case .onePerPicture(let lack) = self { lack } else { nil } }
  }

  /// - Parameter evenFromPictures: whether pictures without messages are taken although that was not asked for.
  /// - Throws: `PipelineError` if the folder cannot be read or conflicts with another folder of the run, or campaign.yml or messages.csv
  ///   has an error about every message.
  func take(evenFromPictures: Bool = false) async throws(PipelineError) -> Result {
    let conflicts = FolderConflicts.diagnostics(settings)
    guard conflicts.isEmpty else { throw .campaign(conflicts + errors()) }
    let scan = try scanFolder()
    if let result = try await readTable(scan) { return result }
    let result = try read(scan)
    if let lack = result.messages.lack, !evenFromPictures { throw .campaign([lack]) }
    return result
  }

  /// A campaign whose messages are the rows of a table; nil for any other, and for one with an error about all of them.
  private func readTable(_ scan: Scan) async throws(PipelineError) -> Result? {
    guard let file = try CampaignFiles.table(in: scan.folder), unread(scan).isEmpty,
      let (reading, rows) = MessageReading.ofTable(
        try CampaignFiles.text(in: scan.folder) ?? "", file: CampaignFiles.campaign,
        beginning: try file.beginning(1 << 20), defaults: settings.configuration.messageDefaults,
        TableFiles(paths: scan.paths, profiles: settings.configuration.profiles))
    else { return nil }
    let table = try await TableIntake(reading, rows, of: file)
    guard let messages = table.messages else { throw .campaign(table.diagnostics) }
    let (_, incomplete, diagnostics) = resolved(table.troubled, scan)
    return result(
      scan, .table(messages, uses: table.uses, refused: table.refused + incomplete.map(\.id)), of: table.uses,
      incomplete: incomplete, table.diagnostics + diagnostics)
  }

  private func result(
    _ scan: Scan, _ messages: Messages, of uses: [CampaignMessage], incomplete: [CampaignMessage],
    _ diagnostics: [Diagnostic]
  ) -> Result {
    Result(
      folder: scan.folder, identity: scan.identity,
      assets: AssetRequest.all(of: scan.files, for: uses, settings.configuration), messages: messages,
      incomplete: incomplete, diagnostics: scan.diagnostics + diagnostics)
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

  /// Every error in the campaign itself.
  func errors() -> [Diagnostic] {
    do throws(PipelineError) {
      let result = try read(try scanFolder())
      return (result.diagnostics + [result.messages.lack].compactMap(\.self)).filter { $0.severity == .error }
    } catch { return error.diagnostics }
  }

  /// Checks for everything that stops a run, without reading the table: the folder, those around it, and campaign.yml. Single refused
  /// messages do not stop a run.
  ///
  /// - Returns: the folder, with every link resolved.
  /// - Throws: `PipelineError` with every such error.
  func requireBeginning() throws(PipelineError) -> String {
    let conflicts = FolderConflicts.diagnostics(settings)
    guard conflicts.isEmpty else { throw .campaign(conflicts) }
    let scan = try scanFolder()
    let hasTable = try CampaignFiles.table(in: scan.folder) != nil
    let obstacles = hasTable ? unread(scan) : [try read(scan).messages.lack].compactMap(\.self)
    guard obstacles.isEmpty else { throw .campaign(obstacles) }
    return scan.folder
  }

  private func unread(_ scan: Scan) -> [Diagnostic] {
    UnreadCampaignFiles.diagnostics(among: scan.files, in: scan.folder, namedAs: settings.campaignFolder)
  }

  private func read(_ scan: Scan) throws(PipelineError) -> Result {
    let unread = unread(scan)
    let read = try CampaignFiles.read(in: scan.folder, defaults: settings.configuration.messageDefaults)
    guard unread.isEmpty else { throw .campaign(unread + (read?.diagnostics ?? [])) }
    guard let read else {
      let missing = MissingMessages(in: scan.folder, pictures: scan.files.count, settings)
      guard missing.unread.isEmpty else { throw .campaign(missing.unread) }
      var result = result(scan, .onePerPicture(lack: missing.lack), of: [], incomplete: [], [])
      result.assets = scan.files.map { AssetRequest(path: $0.path, byteCount: $0.byteCount) }
      return result
    }
    guard let campaign = read.campaign else { throw .campaign(read.diagnostics) }
    let (messages, incomplete, diagnostics) = resolved(campaign.messages, scan)
    return result(
      scan, .written(messages, refused: read.refused + incomplete.map(\.id)), of: messages, incomplete: incomplete,
      read.diagnostics + diagnostics)
  }

  /// A campaign folder, searched for files.
  private struct Scan {
    /// With every link resolved.
    let folder: String
    let files: [CampaignScanner.File]
    let diagnostics: [Diagnostic]
    let identity: FolderIdentity?

    var paths: Set<String> { Set(files.map(\.path)) }
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
      return Diagnostic(
        .campaignMissing, .init(.configuration, path), "this is a file, and a campaign is a folder",
        remedy: "name the folder, as in `richpush run \(FileSystem.parent(of: path).printable)`")
    }
    let foreign = ForeignPath(path)
    return Diagnostic(
      .campaignMissing, .init(.configuration, path),
      "there is no campaign folder at this path" + (foreign.map { ": \($0.reason)" } ?? ""), remedy: foreign?.remedy)
  }
}
