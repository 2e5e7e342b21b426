import Findings
import MediaFacts
public import PushDelivery

/// The stages and their order. Each asset goes straight through its own stages, several at once; requests are composed when every
/// asset they use is published, and their folder is committed last, as a set.
public struct Pipeline: Sendable {
  let settings: PipelineSettings
  let observe: @Sendable (PipelineEvent) -> Void
  /// How the workers of its runs are locked in.
  let sandbox = SandboxRecord()

  /// - Parameter observe: told what goes on, from several tasks at once.
  public init(_ settings: PipelineSettings, observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }) {
    var settings = settings
    settings.access.store.clock.willRetry = { observe(.retrying($0)) }
    self.settings = settings
    self.observe = observe
  }

  /// Campaign folder to published assets and ready-to-send requests.
  ///
  /// - Throws: `PipelineError` when the run ends before its end; the request folder is as it was then.
  public func run() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await runStages() }
  }

  private func runStages() async throws(PipelineError) -> RunReport {
    try await finish { intake, cache throws(PipelineError) in
      let sites = ShowingSites(intake.messages, settings.configuration.messageDefaults)
      let destination = try await OpenDestination(settings) { sites($0) }
      let copies = ContactSheetCopies(settings).kept(destination.destination)
      let campaign = AssetLine.Campaign(intake)
      let memory = AssetMemory(
        settings, folder: campaign.folder, naming: campaign.namedPaths, evidence: destination.evidence)
      var published = await processAssets(
        intake.assets, of: campaign, with: cache, to: copies, remembering: memory)
      published.results = destination.settled(published.results)
      published.doubts = destination.close()
      published.provedSince = destination.provedSince
      return published
    }
  }

  /// What became of the sources of a campaign.
  struct Publication {
    var results: [AssetLine.Result]
    /// Of all that is known of them; nil where that may be otherwise the next time.
    var identity: ContentDigest?
    /// Whether any of them was taken through the stages, and not only recalled.
    var hasWorked = true
    /// What there is to say of the destination as a whole.
    var doubts: [Diagnostic] = []
    /// When the first of the URLs was asked that were not asked now, in seconds since 1970; nil where all were.
    var provedSince: Int?
  }

  /// The stages before and after those of the sources.
  ///
  /// - Parameter publish: takes the sources through theirs, or tells what became of them elsewhere.
  func finish(
    publishing publish: (CampaignIntake.Result, RenderCache?) async throws(PipelineError) -> Publication
  ) async throws(PipelineError) -> RunReport {
    let requests = RequestFolder(path: settings.requestFolder)
    try requests.recover()
    let proven = settings.provenURLs
    let provenAt = settings.provenAt
    let composer = try CampaignComposer(writing: settings, proven: proven)
    let intake = try await CampaignIntake(settings).take()
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    try owner.require(settings, for: intake)
    let folders = try await WritableFolders(settings, waiting: { observe(.waiting(folder: $0)) })
    let cache = RenderCache(settings)
    let published = try await publish(intake, cache)
    let hostFiles = HostFiles(folder: settings.outputFolder, hosts: settings.staticHosts).write()
    let sites = ShowingSites(intake.messages, settings.configuration.messageDefaults)
    let (assets, failures) = await Deployment(settings, site: { sites($0) }, observe: observe)
      .carryOut(published.results)
    let hosting = hostFiles + published.doubts + failures + settings.destination.verificationNotes
    let memory = RequestMemory(
      settings, intake, pictures: published.identity, owner: owner.campaign, proven: proven, in: requests)
    let recalled = memory?.recall()
    let campaign =
      if let recalled { CampaignRequests(unchanged: recalled) } else {
        try await composer.compose(
          intake.messages, from: PublishedMedia(assets.map(\.outcome)), into: requests,
          from: owner.origin(settings, provenAt: provenAt), keeping: shownRequests)
      }
    let composition = campaign.composition
    // Until here what was made has gone to the shared cache behind everything else.
    let cacheNotes = await cache?.close() ?? []
    var report = RunReport(intake: intake, assets: assets, composition: composition, hosting: hosting + cacheNotes)
    if report.proof == .proven {
      report.provenAt = published.provedSince.map(RunReport.moment) ?? provenAt
    }
    // The pictures must be there for good before a request can refer to them.
    folders.syncOutput()
    report.sandbox = sandbox.summary(settings.worker.limits.sandbox)
    // What went wrong is no fault of the campaign's: the former requests stay until a run gets to the end.
    if report.keepsFormerRequests(campaign.changes, settings) {
      report.withholdRequests()
      campaign.discard()
    } else {
      report.recipients?.changes = campaign.changes
      try campaign.commit()
      if recalled == nil { memory?.save(composition) }
    }
    report.isTrial = settings.isTrial
    await writeContactSheet(of: intake, composition, from: PublishedMedia(report.assets), adding: &report)
    // It grows with what is made alone.
    if published.hasWorked { cache?.trim() }
    folders.release()
    return report
  }

  func processAssets(
    of intake: CampaignIntake.Result, with cache: RenderCache?, to destination: any Destination
  ) async -> [AssetLine.Result] {
    await processAssets(intake.assets, of: AssetLine.Campaign(intake), with: cache, to: destination)
  }

  func processAssets(
    _ assets: [AssetRequest], of campaign: AssetLine.Campaign, with cache: RenderCache?, to destination: any Destination
  ) async -> [AssetLine.Result] {
    observe(.started(files: assets.count, bytes: assets.reduce(0) { $0 + $1.byteCount }))
    return await takeThrough(assets, of: campaign, with: cache, to: destination) { _, result, _ in result }
  }

  /// Takes sources through their stages.
  ///
  /// - Parameter transform: given each with what became of it, as soon as that is known, and its files as they were before.
  func takeThrough<Value: Sendable>(
    _ assets: [AssetRequest], of campaign: AssetLine.Campaign, with cache: RenderCache?,
    to destination: any Destination,
    _ transform: @Sendable @escaping (AssetRequest, AssetLine.Result, RememberedAsset.Beginning) -> Value
  ) async -> [Value] {
    // A dry run has no folder of its own beside what is published.
    let folder = FileSystem.exists(settings.workFolder) ? settings.workFolder : nil
    return await WorkerPool.withWorkers(settings.jobs, command: settings.worker, in: folder, telling: sandbox) {
      workers in
      let line = AssetLine(settings, campaign: campaign, workers: workers, cache: cache, destination: destination)
      // More than there are workers, so that reading, uploading and verifying go on while all of them are busy.
      let window = settings.jobs * 2 + settings.transfers * 2
      return await assets.mapInOrder(atMost: window, size: \.expectedWork) { request in
        observe(.began(path: request.path))
        let beginning = RememberedAsset.Beginning(request, in: campaign.folder)
        let result = await line.process(request) { part in
          observe(.progressed(path: request.path, part: part, bytes: request.byteCount))
        }
        observe(.finished(settings.isDryRun ? result.outcome.planned : result.outcome, bytes: request.byteCount))
        return transform(request, result, beginning)
      }
    }
  }
}

extension AssetRequest {
  /// How long it may take, in relation to others: files of up to a megabyte take about equally long.
  fileprivate var expectedWork: Int { max(byteCount, 1 << 20) }
}
