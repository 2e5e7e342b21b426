import PushDelivery

/// Reads a campaign folder: which files there are and what its messages want of them.
struct CampaignIntake: Sendable {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// What the campaign folder holds.
  struct Result: Sendable {
    /// The campaign folder with every link resolved.
    var folder: String
    /// What is to be made ready, in the order of the paths.
    var assets: [AssetRequest]
    /// The messages as written; nil where the folder has no campaign.yml, and every published picture gets one.
    var messages: Messages
    var diagnostics: [Diagnostic]

    /// Paths of files that messages name.
    var namedPaths: Set<String> {
      guard case .written(let messages, _) = messages else { return [] }
      return Set(messages.flatMap { $0.media.files() }).union(messages.compactMap(\.posterFile))
    }
  }

  enum Messages: Sendable {
    /// Those whose pictures are there, and the identifiers of the others.
    case written([CampaignMessage], withoutPicture: [String])
    /// One for each picture, from the defaults.
    case onePerPicture
  }

  static let campaignFile = "campaign.yml"
  /// The largest campaign.yml that is read.
  private static let largestCampaignFile = 1_000_000

  /// - Throws: `PipelineError` when the folder cannot be read or campaign.yml is wrong.
  func take() throws(PipelineError) -> Result {
    let conflicts = FolderConflicts(settings).diagnostics
    guard conflicts.isEmpty else { throw .campaign(conflicts) }
    let (folder, scan) = try scanFolder()
    let paths = Set(scan.files.map(\.path))
    guard let text = try campaignText(in: folder) else {
      let assets = scan.files.map { AssetRequest(path: $0.path, byteCount: $0.byteCount) }
      return Result(folder: folder, assets: assets, messages: .onePerPicture, diagnostics: scan.diagnostics)
    }
    let read = Campaign.read(
      text, file: Self.campaignFile, defaults: settings.configuration.messageDefaults)
    guard let campaign = read.value else { throw .campaign(read.diagnostics) }
    let resolved = campaign.resolve(against: paths)
    let found = Set(resolved.messages.map(\.id))
    let messages = Messages.written(
      resolved.messages, withoutPicture: campaign.messages.map(\.id).filter { !found.contains($0) })
    return Result(
      folder: folder, assets: assets(scan.files, for: resolved.messages), messages: messages,
      diagnostics: scan.diagnostics + read.diagnostics + resolved.diagnostics)
  }

  private func scanFolder() throws(PipelineError) -> (String, CampaignScanner.Result) {
    guard let folder = FolderListing.canonicalPath(settings.campaignFolder) else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    guard FolderListing.kind(of: folder) == .folder else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    let excluded = [settings.outputFolder, settings.requestFolder] + [settings.cacheFolder].compactMap { $0 }
    let scanner = CampaignScanner(
      folder: folder, excludedFolders: excluded,
      excludedNames: settings.configurationFiles.union([Self.campaignFile]))
    do { return (folder, try scanner.scan()) } catch { throw .fileSystem(error) }
  }

  private func campaignText(in folder: String) throws(PipelineError) -> String? {
    let path = folder + "/" + Self.campaignFile
    guard FolderListing.kind(of: path) != .missing else { return nil }
    do {
      let bytes = try FileReading.bytes(of: path, limit: Self.largestCampaignFile)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .fileSystem(error)
    }
  }

  /// One request for each file, or one for each focal point and poster that messages give it.
  private func assets(_ files: [CampaignScanner.File], for messages: [CampaignMessage]) -> [AssetRequest] {
    // A focal point matters to a crop alone; without one, each picture is made once.
    let crops = settings.configuration.profiles.contains { if case .cover = $0.fit { true } else { false } }
    let uses = messages.flatMap { message in message.media.files().map { (file: $0, message: message) } }
    let byFile = Dictionary(grouping: uses, by: \.file)
    // A picture that is nothing but a poster is published as that, under the name of what it stands for.
    let posters = Set(messages.compactMap(\.posterFile)).subtracting(byFile.keys)
    return files.filter { !posters.contains($0.path) }.flatMap { file in
      let wishes = (byFile[file.path] ?? []).map { use in
        AssetRequest(
          path: file.path, byteCount: file.byteCount, focalPoint: crops ? use.message.focalPoint : nil,
          poster: use.message.poster)
      }
      let distinct = wishes.reduce(into: [AssetRequest]()) { if !$0.contains($1) { $0.append($1) } }
      return distinct.isEmpty ? [AssetRequest(path: file.path, byteCount: file.byteCount)] : distinct
    }
  }
}

extension CampaignMessage {
  /// The path of the picture that it gives as poster.
  var posterFile: String? { if case .file(let path) = poster { path } else { nil } }
}

extension Diagnostic {
  fileprivate static func missingFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      "campaign.missing", .error, .init(.configuration, path), "there is no campaign folder at this path",
      remedy: "name the folder of pictures: richpush run FOLDER")
  }
}
