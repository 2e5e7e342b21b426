import Findings
public import PushDelivery

/// Makes a campaign's requests again from an earlier run's files: texts have changed, pictures have not.
public struct Recomposition: Sendable {
  private let settings: PipelineSettings
  private let manifest: CampaignManifest

  public init(_ settings: PipelineSettings, manifest: CampaignManifest) {
    (self.settings, self.manifest) = (settings, manifest)
  }

  /// Nothing is rendered or published. The request folder is committed as in a run.
  ///
  /// - Throws: `PipelineError`; the request folder is then unchanged.
  public func run() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await recompose() }
  }

  /// - Parameter trialFolder: in a dry run, the folder for the preview's requests.
  func recompose(trialFolder: String? = nil) async throws(PipelineError) -> RunReport {
    let composer = try CampaignComposer(
      writing: settings,
      proven: .only(
        manifest.provenURLs.subtracting(RequestIndex.unprovenURLs(in: RequestFolder(path: settings.requestFolder)))))
    let intake = try await CampaignIntake(settings).take()
    let changed = ChangedSources(folder: intake.folder, limits: settings.configuration.sourceLimits)
      .diagnostics(of: try judgedPaths(of: intake), since: manifest.assets)
    guard changed.isEmpty else { throw .campaign(changed) }
    let requests = RequestFolder(path: settings.requestFolder)
    if trialFolder == nil { try requests.recover() }
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    try owner.require(settings, for: intake)
    let lock = try await lockRequestFolder(isDryRun: trialFolder != nil)
    defer { withExtendedLifetime(lock) {} }
    let media = PublishedMedia(assets: manifest.assets)
    let provenAt = RequestIndex.provenAt(in: requests) ?? manifest.moment
    let campaign = try await composer.compose(
      intake.messages, from: media, into: requests,
      from: owner.origin(settings, provenAt: provenAt), trialFolder: trialFolder)
    var report = RunReport(intake: intake, composition: campaign.composition)
    report.recipients?.changes = campaign.changes
    if report.proof == .proven { report.provenAt = provenAt }
    if trialFolder != nil {
      report = try report.planned(campaign, settings)
    } else if report.keepsFormerRequests(campaign.changes, settings) {
      report.withholdRequests()
      campaign.discard()
    } else {
      try campaign.commit()
    }
    report.isTrial = settings.isTrial
    manifest.carry(into: &report)
    return report
  }

  /// The files that must be the published ones: those that messages name, or without messages those of the manifest.
  ///
  /// - Throws: `PipelineError.campaign` if neither names any.
  private func judgedPaths(of intake: CampaignIntake.Result) throws(PipelineError) -> [String] {
    var names = intake.namedPaths
    if case .onePerPicture = intake.messages {
      guard !manifest.assets.isEmpty else { throw .campaign([.emptyManifest(manifest.path)]) }
      names = Set(manifest.assets.map(\.source))
    }
    return intake.assets.map(\.path).filter(names.contains)
  }

  /// - Returns: nil in a dry run, which changes nothing.
  private func lockRequestFolder(isDryRun: Bool) async throws(PipelineError) -> FolderLock? {
    guard !isDryRun else { return nil }
    let parent = FileSystem.parent(of: settings.requestFolder)
    do throws(FileSystemError) {
      try FileSystem.createFolder(parent)
      return try await FolderLock(folders: [parent], waiting: { _ in })
    } catch {
      throw .fileSystem(error)
    }
  }
}

/// Finds pictures that changed after they were published.
private struct ChangedSources {
  let folder: String
  let limits: SourceLimits

  func diagnostics(of paths: [String], since assets: [RequestIndex.Asset]) -> [Diagnostic] {
    let published = Dictionary(assets.map { ($0.source, $0) }) { first, _ in first }
    return paths.compactMap { path in
      guard let asset = published[path] else { return .notPublished(path) }
      // Earlier indexes have no digest.
      guard let digest = asset.sourceSha256 else { return nil }
      let current = try? SourceReader.digest(of: folder + "/" + path, limit: limits.maximumBytes)
      return current == digest ? nil : .changed(path)
    }
  }
}

extension Diagnostic {
  fileprivate static func notPublished(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignUnpublished, .init(.file, path), "no earlier run published it, so no message can show it")
  }

  fileprivate static func changed(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignChangedPicture, .init(.file, path),
      "it is no longer the file that was published, and messages would show the former one")
  }
}
