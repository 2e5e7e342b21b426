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

  private func take(
    _ folder: String, _ scan: CampaignScanner.Result
  ) async throws(PipelineError) -> Result {
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
    let troubled = Campaign(messages: table.troubled)
    let resolved = troubled.resolve(against: Set(scan.files.map(\.path)))
    let kept = Campaign.keepingFocalPoints(of: resolved.messages, under: settings.configuration.profiles)
    return Result(
      folder: folder, assets: assets(scan.files, for: messages.uses),
      messages: .table(
        messages, refused: table.refused + troubled.identifiers(missingAmong: kept.messages)),
      diagnostics: scan.diagnostics + table.diagnostics + resolved.diagnostics + kept.diagnostics)
  }

  /// Every error in the campaign itself.
  func errors() -> [Diagnostic] {
    do throws(PipelineError) {
      let (folder, scan, _) = try scanFolder()
      let result = try read(folder, scan)
      return (result.diagnostics + [result.messages.lack].compactMap(\.self)).filter { $0.severity == .error }
    } catch {
      return error.diagnostics
    }
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

  private func read(_ folder: String, _ scan: CampaignScanner.Result) throws(PipelineError)
    -> Result
  {
    let paths = Set(scan.files.map(\.path))
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
    let resolved = campaign.resolve(against: paths)
    let kept = Campaign.keepingFocalPoints(of: resolved.messages, under: settings.configuration.profiles)
    let withoutPicture = campaign.identifiers(missingAmong: kept.messages)
    return Result(
      folder: folder, assets: assets(scan.files, for: kept.messages),
      messages: .written(kept.messages, refused: read.refused + withoutPicture),
      diagnostics: scan.diagnostics + read.diagnostics + resolved.diagnostics + kept.diagnostics)
  }

  private func scanFolder() throws(PipelineError) -> (String, CampaignScanner.Result, FolderIdentity?) {
    guard let folder = FileSystem.canonicalPath(settings.campaignFolder) else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    guard FileSystem.kind(of: folder) == .folder else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    let excluded =
      [settings.outputFolder, settings.requestFolder] + settings.foreignFolders
      + [settings.cacheFolder].compactMap { $0 }
    let scanner = CampaignScanner(
      folder: folder, excludedFolders: excluded,
      excludedNames: settings.configurationFiles.union(CampaignFiles.names)
        .union(settings.plan.map { [RelativePath.way(from: folder, to: $0)] } ?? []))
    let identity = FolderIdentity(folder)
    do throws(FileSystemError) {
      var scan = try scanner.scan()
      scan.diagnostics += UnreadCampaignFiles.newerWorkbooks(among: scan.files, in: folder)
      return (folder, scan, identity)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// One request for each file, or one for each focal point and poster that messages give it.
  private func assets(_ files: [CampaignScanner.File], for messages: [CampaignMessage]) -> [AssetRequest] {
    // A focal point only matters for a crop; without one, each picture is made once.
    let crops = settings.configuration.profiles.contains { if case .cover = $0.fit { true } else { false } }
    let wishes = Wishes(messages, crops: crops)
    return files.filter { !wishes.isPosterAlone($0.path) }.flatMap { file in
      wishes.uses(of: file.path).map { use in
        AssetRequest(
          path: file.path, byteCount: file.byteCount, focalPoint: use.focalPoint, poster: use.poster,
          publishes: settings.configuration.publishesUnused ? .everything : wishes.showing(file.path, as: use),
          unconsideredPlatforms: wishes.unconsideredPlatforms(of: file.path))
      }
    }
  }
}

extension Campaign {
  /// The identifiers of messages missing among others.
  fileprivate func identifiers(missingAmong others: [CampaignMessage]) -> [String] {
    guard others.count < messages.count else { return [] }
    let found = Set(others.map(\.id))
    return messages.map(\.id).filter { !found.contains($0) }
  }
}

/// The wishes of a campaign's messages for its files, each once.
private struct Wishes {
  struct Use: Hashable {
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
  }

  private var usesByFile: [String: [Use]] = [:]
  private var posters: Set<String> = []
  private var platforms: [String: [Use: Set<Platform>]] = [:]
  private var unconsidered: [String: Set<Platform>] = [:]

  init(_ messages: [CampaignMessage], crops: Bool) {
    var seen: [String: Set<Use>] = [:]
    for message in messages {
      let use = Use(focalPoint: crops ? message.focalPoint : nil, poster: message.poster)
      if let poster = message.poster?.file { posters.insert(poster) }
      for platform in message.platforms {
        if let file = message.media[platform] { platforms[file, default: [:]][use, default: []].insert(platform) }
      }
      if let common = message.media.common, message.focalPoint == nil {
        unconsidered[common, default: []].formUnion(message.platforms.subtracting(message.media.own.keys))
      }
      for file in message.media.files() where seen[file, default: []].insert(use).inserted {
        usesByFile[file, default: []].append(use)
      }
    }
  }

  /// The platforms on which messages show a file without a choice of what a crop keeps.
  func unconsideredPlatforms(of file: String) -> Set<Platform> { unconsidered[file] ?? [] }

  /// A picture that no message names is made ready too.
  func uses(of file: String) -> [Use] { usesByFile[file] ?? [Use()] }

  /// The part that messages show.
  func showing(_ file: String, as use: Use) -> AssetRequest.Publication {
    let clients = platforms[file]?[use] ?? []
    return clients.isEmpty ? .nothing : clients.contains(.ios) ? .everything : .stills
  }

  /// A picture that is only a poster is published under the name of the file that it represents.
  func isPosterAlone(_ file: String) -> Bool { posters.contains(file) && usesByFile[file] == nil }
}

extension Diagnostic {
  static func missingFolder(_ path: String) -> Diagnostic {
    let foreign = ForeignPath(path)
    return Diagnostic(
      .campaignMissing, .init(.configuration, path),
      "there is no campaign folder at this path" + (foreign.map { ": \($0.reason)" } ?? ""), remedy: foreign?.remedy)
  }
}

/// A source to be made, for one focal point and one poster if messages name some.
struct AssetRequest: Hashable, Sendable {
  var path: String
  var byteCount: Int
  var focalPoint: FocalPoint?
  var poster: PosterChoice?
  var publishes = Publication.everything
  /// The platforms that show it without a choice of what a crop keeps: neither a focal point nor a picture for that platform.
  var unconsideredPlatforms = AssetRequest.everyPlatform

  private static let everyPlatform = Set(Platform.allCases)

  /// The part that is published.
  enum Publication: String, Hashable, Sendable, Codable {
    /// No message shows it.
    case nothing
    /// No message for Apple's systems shows it; only they show motion.
    case stills
    case everything
  }

  /// Made only from the file's name: the owner's folders are private, and the address is public.
  var slug: String { Slug(path: FileSystem.name(of: path)).text }
}
