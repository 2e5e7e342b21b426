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
        case .table(let table, _): table.uses
        case .onePerPicture: [CampaignMessage]()
        }
      return Set(messages.flatMap { $0.media.files() }).union(messages.compactMap(\.poster?.file))
    }
  }

  enum Messages: Sendable {
    /// The good messages, whose pictures exist and stay as intended, and the identifiers of the others.
    case written([CampaignMessage], refused: [String])
    /// The same for a table, which is not in memory.
    case table(TableMessages, refused: [String])
    /// One for each picture, from the defaults; or a diagnostic if that was not asked for.
    case onePerPicture(lack: Diagnostic?)

    /// The identifiers of refused messages.
    var refused: [String] {
      switch self {
      case .written(_, let refused), .table(_, let refused): refused
      case .onePerPicture: []
      }
    }

    /// Why none exist.
    var lack: Diagnostic? { if case .onePerPicture(let lack) = self { lack } else { nil } }
  }

  /// - Throws: `PipelineError` if the folder cannot be read or conflicts with another folder of the run, or campaign.yml or messages.csv
  ///   has an error about every message.
  func take() async throws(PipelineError) -> Result {
    let result = try await takePictures()
    if let lack = result.messages.lack { throw .campaign([lack]) }
    return result
  }

  /// The same if pictures without messages are checked too.
  func takePictures() async throws(PipelineError) -> Result {
    let conflicts = FolderConflicts(settings).diagnostics
    guard conflicts.isEmpty else { throw .campaign(conflicts + errors()) }
    let (folder, scan, identity) = try scanFolder()
    var result = try await take(folder, scan)
    result.identity = identity
    return result
  }

  private func take(_ folder: String, _ scan: CampaignScanner.Result) async throws(PipelineError) -> Result {
    guard let file = try CampaignFiles.table(in: folder),
      unread(scan, in: folder).isEmpty,
      let reading = TableReading(
        try CampaignFiles.text(in: folder) ?? "", file: CampaignFiles.campaign,
        beginning: try file.beginning(1 << 20), defaults: settings.configuration.messageDefaults,
        TableFiles(paths: Set(scan.files.map(\.path)), profiles: settings.configuration.profiles))
    else { return try read(folder, scan) }
    return try read(folder, scan, try await TableIntake(reading, of: file))
  }

  /// A campaign whose messages are the rows of a table.
  private func read(
    _ folder: String, _ scan: CampaignScanner.Result, _ table: TableIntake
  ) throws(PipelineError) -> Result {
    guard let messages = table.messages else { throw .campaign(table.diagnostics) }
    let (_, incomplete, diagnostics) = resolved(Campaign(messages: table.troubled), scan)
    return Result(
      folder: folder, assets: AssetRequest.all(of: scan.files, for: messages.uses, settings.configuration),
      messages: .table(messages, refused: table.refused + incomplete.map(\.id)), incomplete: incomplete,
      diagnostics: scan.diagnostics + table.diagnostics + diagnostics)
  }

  /// The messages whose pictures exist and stay as intended, the others, and why.
  private func resolved(
    _ campaign: Campaign, _ scan: CampaignScanner.Result
  ) -> (messages: [CampaignMessage], incomplete: [CampaignMessage], diagnostics: [Diagnostic]) {
    let resolved = campaign.resolve(against: Set(scan.files.map(\.path)))
    let kept = Campaign.keepingFocalPoints(of: resolved.messages, under: settings.configuration.profiles)
    let found = Set(kept.messages.map(\.id))
    let isWhole = kept.messages.count == campaign.messages.count
    return (
      kept.messages, isWhole ? [] : campaign.messages.filter { !found.contains($0.id) },
      resolved.diagnostics + kept.diagnostics
    )
  }

  /// Every error in the campaign itself.
  func errors() -> [Diagnostic] {
    do throws(PipelineError) {
      let (folder, scan, _) = try scanFolder()
      let result = try read(folder, scan)
      return (result.diagnostics + [result.messages.lack].compactMap(\.self)).filter { $0.severity == .error }
    } catch { return error.diagnostics }
  }

  /// Checks for everything that stops a run, without reading the table: the folder, those around it, and campaign.yml. Single refused
  /// messages do not stop a run.
  ///
  /// - Returns: the folder, with every link resolved.
  /// - Throws: `PipelineError` with every such error.
  func requireBeginning() throws(PipelineError) -> String {
    let conflicts = FolderConflicts(settings).diagnostics
    guard conflicts.isEmpty else { throw .campaign(conflicts) }
    let (folder, scan, _) = try scanFolder()
    if try CampaignFiles.table(in: folder) == nil {
      if let lack = try read(folder, scan).messages.lack { throw .campaign([lack]) }
    } else {
      let unread = unread(scan, in: folder)
      guard unread.isEmpty else { throw .campaign(unread) }
    }
    return folder
  }

  private func unread(_ scan: CampaignScanner.Result, in folder: String) -> [Diagnostic] {
    UnreadCampaignFiles(among: scan.files, in: folder, namedAs: settings.campaignFolder).diagnostics
  }

  private func read(_ folder: String, _ scan: CampaignScanner.Result) throws(PipelineError) -> Result {
    let unread = unread(scan, in: folder)
    let read = try CampaignFiles.read(in: folder, defaults: settings.configuration.messageDefaults)
    guard unread.isEmpty else { throw .campaign(unread + (read?.diagnostics ?? [])) }
    guard let read else {
      let assets = scan.files.map { AssetRequest(path: $0.path, byteCount: $0.byteCount) }
      let missing = MissingMessages(in: folder, pictures: assets.count, settings)
      guard missing.unread.isEmpty else { throw .campaign(missing.unread) }
      return Result(
        folder: folder, assets: assets, messages: .onePerPicture(lack: missing.lack), diagnostics: scan.diagnostics)
    }
    guard let campaign = read.campaign else { throw .campaign(read.diagnostics) }
    let (messages, incomplete, diagnostics) = resolved(campaign, scan)
    return Result(
      folder: folder, assets: AssetRequest.all(of: scan.files, for: messages, settings.configuration),
      messages: .written(messages, refused: read.refused + incomplete.map(\.id)), incomplete: incomplete,
      diagnostics: scan.diagnostics + read.diagnostics + diagnostics)
  }

  private func scanFolder() throws(PipelineError) -> (String, CampaignScanner.Result, FolderIdentity?) {
    guard let folder = FileSystem.canonicalPath(settings.campaignFolder) else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    guard FileSystem.kind(of: folder) == .folder else { throw .campaign([.missingFolder(settings.campaignFolder)]) }
    let excluded =
      [settings.outputFolder, settings.requestFolder]
      + [settings.cacheFolder, settings.configuration.cache.remote.address?.folder].compactMap { $0 }
    let scanner = CampaignScanner(
      folder: folder, excludedFolders: excluded,
      excludedNames: settings.configurationFiles.union(CampaignFiles.names))
    let identity = FolderIdentity(folder)
    do throws(FileSystemError) {
      var scan = try scanner.scan()
      scan.diagnostics += UnreadCampaignFiles.newerWorkbooks(among: scan.files, in: folder)
      scan.diagnostics += UnreadCampaignFiles.openFiles(in: folder)
      return (folder, scan, identity)
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
