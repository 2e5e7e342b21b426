public import PushDelivery

/// A dry run by the same stages as `run`: with all diagnostics, and without publishing, committing or keeping anything.
extension Pipeline {
  /// The result of `run` without its effects. Renders everything, or uses the render cache, since only that shows what fits, how it looks
  /// and which bytes are new. URLs are not tried, and buckets are not contacted.
  ///
  /// - Throws: `PipelineError`, as `run` would.
  public func plan() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      try await PrivateFolder.with { folder async throws(PipelineError) in
        try await Pipeline(settings.dryRun(in: folder), observe: observe).planStages()
      }
    }
  }

  private func planStages() async throws(PipelineError) -> RunReport {
    let requests = RequestFolder(path: settings.requestFolder)
    let composer = try CampaignComposer(writing: settings, proven: settings.provenURLs)
    let intake = try await CampaignIntake(settings).take()
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    try owner.require(settings, for: intake)
    let cache = RenderCache(settings)
    let copies = ContactSheetCopies(settings).kept(try await PlannedDestination.open(settings))
    let assets = await processAssets(of: intake, with: cache, to: copies)
    let hosting =
      HostFiles(folder: settings.outputFolder, hosts: settings.staticHosts).obstacles()
      + settings.destination.verificationNotes + (await cache?.close() ?? [])
    let media = PublishedMedia(assets.map(\.outcome))
    let campaign = try await composer.compose(
      intake.messages, from: media, into: requests, from: owner.origin(settings, provenAt: settings.provenAt),
      trialFolder: settings.dryRunFolder, keeping: shownRequests)
    let (composition, altered) = (campaign.composition, campaign.altered)
    var report = RunReport(intake: intake, assets: assets, composition: composition, hosting: hosting)
    report.recipients?.changes = campaign.changes
    report = try report.planned(campaign, settings)
    report.isTrial = settings.isTrial
    await writeContactSheet(of: intake, composition, changed: altered, from: media, adding: &report)
    return report
  }
}

extension Recomposition {
  /// Plans a `run`.
  ///
  /// - Throws: `PipelineError`, as `run` would.
  public func plan() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      try await PrivateFolder.with { folder async throws(PipelineError) in
        try await recompose(trialFolder: folder)
      }
    }
  }
}

extension FolderPublisher {
  /// The result of `publish` without its effects: contacts no destination; remembered files count as published.
  ///
  /// - Throws: `PipelineError`, as `publish` would.
  public func plan(_ files: RenderedFiles) async throws(PipelineError) -> PublicationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      await publish(files, to: try await PlannedDestination.open(settings))
    }
  }
}

extension AssetOutcome {
  /// The same if nothing was published.
  var planned: AssetOutcome {
    var outcome = self
    if status == .published { outcome.status = .planned }
    return outcome
  }
}

extension RunReport {
  /// The report of a dry run: renditions count as planned, and the requests' changes are listed.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  func planned(
    _ campaign: consuming CampaignRequests, _ settings: PipelineSettings
  ) throws(PipelineError) -> RunReport {
    var report = RunReport(
      assets: assets.map(\.planned), requests: requests, diagnostics: diagnostics, recipients: recipients)
    if report.keepsFormerRequests(campaign.changes, settings) {
      report.withholdRequests()
      campaign.discard()
    } else {
      report.changes = try campaign.preview()
    }
    return report
  }
}

extension PipelineSettings {
  fileprivate func dryRun(in folder: String) -> PipelineSettings {
    var settings = self
    settings.dryRunFolder = folder
    return settings
  }
}

extension PrivateFolder {
  /// Gives `body` a temporary folder.
  fileprivate static func with<Value>(
    _ body: (String) async throws(PipelineError) -> Value
  ) async throws(PipelineError) -> Value {
    let folder: PrivateFolder
    do { folder = try PrivateFolder() } catch { throw .fileSystem(error) }
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
  }
}
