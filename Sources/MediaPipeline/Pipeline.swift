import Findings
import MediaFacts
public import PushDelivery

/// The stages and their order, of `run`, `plan`, `compose`, and `check` of a campaign.
///
/// Each asset goes through its own stages, several at once; requests are composed after every asset they use is published, and their folder is
/// committed last, as a set. `plan` goes the same way to its end, and publishes and commits nothing. `compose` takes what an earlier run
/// published instead of the sources' stages.
public struct Pipeline: Sendable {
  let settings: PipelineSettings
  /// What an earlier run published, if only the requests are made again.
  private let manifest: CampaignManifest?
  let observe: @Sendable (PipelineEvent) -> Void
  /// How its runs' workers are sandboxed.
  let sandbox = SandboxRecord()

  /// - Parameters:
  ///   - manifest: what an earlier run published: nothing is rendered or published then; nil to render and publish.
  ///   - observe: receives events, from several tasks at once.
  public init(
    _ settings: PipelineSettings, from manifest: CampaignManifest? = nil,
    observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }
  ) {
    var settings = settings
    settings.access.store.clock.willRetry = { observe(.retrying($0)) }
    (self.settings, self.manifest, self.observe) = (settings, manifest, observe)
  }

  /// Makes published assets and ready-to-send requests from a campaign folder.
  ///
  /// - Throws: `PipelineError` if the run stops early; the request folder is then unchanged.
  public func run() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await runStages() }
  }

  /// The result of `run` without its effects. Renders everything, or uses the render cache, since only that shows what fits, how it looks
  /// and which bytes are new. URLs are not tried, and buckets are not contacted.
  ///
  /// - Throws: `PipelineError`, as `run` would.
  public func plan() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let folder = try PipelineError.wrapping(try PrivateFolder())
      defer { withExtendedLifetime(folder) {} }
      var settings = settings
      settings.dryRunFolder = folder.path
      return try await Pipeline(settings, from: manifest, observe: observe).runStages()
    }
  }

  private func runStages() async throws(PipelineError) -> RunReport {
    let requests = RequestFolder(path: settings.requestFolder)
    if !settings.isDryRun { try requests.recover() }
    let (proven, provenAt) = manifest?.proof(beside: requests) ?? (settings.provenURLs, settings.provenAt)
    let composer = try CampaignComposer(writing: settings, proven: proven)
    let intake = try await CampaignIntake(settings).take()
    try manifest?.requireSamePictures(as: intake, limits: settings.configuration.sourceLimits)
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    try owner.require(settings, for: intake)
    let folders = try await WritableFolders(
      settings, publishes: manifest == nil, waiting: { observe(.waiting(folder: $0)) })
    let cache = manifest == nil ? RenderCache(settings) : nil
    let published = try await publish(intake, with: cache)
    let assets = published.results
    let memory = RequestMemory(
      settings, intake, pictures: published.identity, owner: owner.campaign, proven: proven, in: requests)
    let recalled = memory?.recall()
    let media = manifest.map { PublishedMedia(assets: $0.assets) } ?? PublishedMedia(assets.changed(\.outcome))
    let campaign =
      if let recalled { CampaignRequests(unchanged: recalled) } else {
        try await composer.compose(
          intake.messages, without: intake.incomplete, from: media, into: requests,
          from: owner.origin(settings, provenAt: provenAt),
          trialFolder: settings.dryRunFolder, keeping: shownRequests)
      }
    let (composition, differences) = (campaign.composition, campaign.differences)
    // Nothing is stored after this, so what the cache has to say is complete.
    let hosting = differences.diagnostics + published.doubts + (await cache?.close() ?? [])
    let other = UnreadCampaignFiles.newerCampaign(
      nextTo: intake.folder, differences.changes, since: requests.indexPath, settings)
    var report = RunReport(
      intake: intake, assets: assets, composition: composition, hosting: hosting + [other].compactMap(\.self))
    if report.proof == .proven { report.provenAt = published.provedSince.map(RunReport.moment) ?? provenAt }
    // The pictures must be permanent before a request can refer to them.
    folders.syncOutput()
    report.sandbox = sandbox.summary(settings.worker.limits.sandbox)
    report.recipients?.changes = differences.changes
    // The campaign is not at fault: the previous requests stay until a run succeeds.
    if report.keepsFormerRequests(differences.changes, settings) {
      report.withholdRequests()
      campaign.discard()
      if !settings.isDryRun { try takeBackProof(published.failing, of: requests) }
    } else if settings.isDryRun {
      report.changes = try campaign.preview()
    } else {
      try campaign.commit()
      if recalled == nil { memory?.save(composition) }
    }
    if settings.isDryRun { report = report.planned }
    report.isTrial = settings.isTrial
    if let path = settings.contactSheet {
      let file = ContactSheetFile(path: path)
      await write(file, of: intake, composition, changed: differences.altered, from: media, adding: &report)
    }
    // Only new renditions grow it.
    if published.hasWorked, !settings.isDryRun { cache?.trim() }
    folders.release()
    return report
  }
}

extension Pipeline {
  /// Removes leftovers of a run that is ended early, but no foreign files. Call it before the process ends.
  public static func tidyUp(after settings: PipelineSettings) { WritableFolders.clear(settings.workFolder) }

  /// Marks the requests of the former set that refer to URLs which fail now.
  private func takeBackProof(_ urls: Set<String>, of requests: RequestFolder) throws(PipelineError) {
    guard !urls.isEmpty else { return }
    let failing = urls.intersection((try? RequestIndex.usedURLs(in: requests)) ?? [])
    if !failing.isEmpty { try CommittedSet(at: requests.path)?.mark(failing: failing) }
  }

  /// `check` of a campaign: the stages of a run up to the stills, which are made only if nothing else shows how they look. It has no effects,
  /// and only reads the cache, if the settings name one. The rest is assumed to succeed: requests get addresses as long as the real ones. If
  /// an error is about all messages, the files and messages are checked that could be read.
  ///
  /// - Parameter isPartial: whether other files of the campaign could not be read, such as pipeline.yml.
  /// - Returns: the report, and the messages that it is about.
  /// - Throws: `PipelineError` if the campaign cannot be read.
  func check(
    by workers: WorkerPool, _ thoroughness: Thoroughness, isPartial: Bool
  ) async throws(PipelineError) -> (report: RunReport, told: [CampaignMessage]) {
    let requests = RequestFolder(path: settings.requestFolder)
    let intake = try await CampaignIntake(settings).read()
    let isWhole = intake.isUsable && !isPartial
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    let cache = settings.cacheFolder.map { RenderCache(folder: $0, maximumBytes: 0, isReadOnly: true, shared: nil) }
    let line = AssetLine(
      settings, campaign: AssetLine.Campaign(intake), workers: workers, cache: cache, destination: nil,
      thoroughness: thoroughness)
    begin(intake.assets)
    let spool = ResultSpool(intake.assets)
    await takeThrough(line, transfers: 0, into: spool)
    let (assets, address) = (spool.values, settings.baseURL)
    let published = assets.changed { $0.outcome.predicted(at: address) }
    let composition = try await CampaignComposer(isWhole ? settings : settings.assumingDefaults).compose(
      intake.messages, without: intake.incomplete, from: PublishedMedia(published),
      after: isWhole ? FormerAudience(of: requests, campaign: owner.campaign) : nil
    ) { _ in }
    var report = RunReport(intake: intake, assets: assets, composition: composition)
    if !isWhole { report.recipients = nil }
    return (report, composition.told)
  }
}

extension Pipeline {
  /// The outcomes of a campaign's sources.
  struct Publication {
    var results: StoredValues<AssetResult> = []
    /// The digest of all known outcomes; nil if they may differ the next time.
    var identity: ContentDigest?
    /// Whether any source was processed, and not only recalled.
    var hasWorked = true
    /// Diagnostics about the whole destination.
    var doubts: [Diagnostic] = []
    /// When the first of the URLs that were not loaded now was loaded, in seconds since 1970; nil if all were.
    var provedSince: Int?
    /// URLs that were loaded now and do not deliver their files.
    var failing: Set<String> = []
  }

  /// Takes the sources through their stages, or recalls their outcomes.
  private func publish(
    _ intake: CampaignIntake.Result, with cache: RenderCache?
  ) async throws(PipelineError) -> Publication {
    guard manifest == nil else { return Publication() }
    let hostFiles = HostFiles(folder: settings.outputFolder, hosts: settings.staticHosts)
    let notes = settings.destination.verificationNotes
    if settings.isDryRun {
      let destination = try await PlannedDestination.open(settings, copies: ContactSheetCopies(settings).folder)
      var planned = await processAssets(intake.assets, of: AssetLine.Campaign(intake), with: cache, to: destination)
      planned.doubts = hostFiles.obstacles() + notes
      return planned
    }
    let sites = ShowingSites(intake.messages, settings.configuration.messageDefaults)
    let delivery = DeliveryNotes()
    let destination = try await OpenDestination(
      settings, copies: ContactSheetCopies(settings).folder, notes: delivery
    ) { sites($0) }
    let campaign = AssetLine.Campaign(intake)
    let memory = AssetMemory(
      settings, folder: campaign.folder, naming: campaign.namedPaths, evidence: destination.evidence)
    var published = await processAssets(
      intake.assets, of: campaign, with: cache, to: destination.destination, remembering: memory)
    published.doubts = hostFiles.write() + destination.close() + notes
    published.results = published.results.changed { [doubts = published.doubts] in $0.settled(by: doubts) }
    let deployment = Deployment(settings, site: { sites($0) }, notes: delivery, observe: observe)
    let (proven, failures) = await deployment.carryOut(published.results)
    (published.results, published.doubts) = (proven, published.doubts + failures)
    (published.provedSince, published.failing) = (destination.provedSince, delivery.failing)
    return published
  }

  /// Takes sources through their stages, several at once. Those whose outcome is remembered are only recalled; if all are, no worker is
  /// started.
  ///
  /// - Parameter memory: nil if nothing is remembered.
  /// - Returns: the outcomes of all sources, in order.
  func processAssets(
    _ assets: [AssetRequest], of campaign: AssetLine.Campaign, with cache: RenderCache?,
    to destination: any Destination, remembering memory: AssetMemory? = nil
  ) async -> Publication {
    begin(assets)
    let spool = ResultSpool(assets)
    await memory?.recall(into: spool)
    let rest = spool.rest
    for (request, status) in zip(assets, spool.statuses) {
      if let status { observe(.finished(path: request.path, status: status.rawValue, bytes: request.byteCount)) }
    }
    if !rest.isEmpty {
      // A dry run has no work folder next to the published files.
      let folder = FileSystem.exists(settings.workFolder) ? settings.workFolder : nil
      await WorkerPool.withWorkers(settings.jobs, command: settings.worker, in: folder, telling: sandbox) {
        let line = AssetLine(settings, campaign: campaign, workers: $0, cache: cache, destination: destination)
        await takeThrough(line, transfers: settings.transfers, remembering: memory, into: spool)
      }
    }
    await memory?.save(spool)
    return Publication(results: spool.values, identity: memory?.identity(of: spool), hasWorked: !rest.isEmpty)
  }

  private func begin(_ assets: [AssetRequest]) {
    observe(.started(files: assets.count, bytes: assets.reduce(0) { $0 + $1.byteCount }))
  }

  /// Takes the sources whose results are not known through their stages.
  ///
  /// - Parameter transfers: how many uploads go on at once.
  private func takeThrough(
    _ line: AssetLine, transfers: Int, remembering memory: AssetMemory? = nil, into spool: ResultSpool
  ) async {
    let assets = spool.requests
    // Files of up to a megabyte take about equally long.
    func work(_ index: Int) -> Int { max(assets[index].byteCount, 1 << 20) }
    // More than there are workers, so that reading, uploading and verifying go on while all of them are busy.
    _ = await spool.rest.mapInOrder(atMost: settings.jobs * 2 + transfers * 2, size: work) { index in
      let request = assets[index]
      observe(.began(path: request.path))
      let beginning = RememberedAsset.Beginning(request, in: line.campaign.folder)
      let result = await line.process(request) { part in
        observe(.progressed(path: request.path, part: part, bytes: request.byteCount))
      }
      let files = memory.flatMap { RememberedAsset(result, of: request, since: beginning, $0.evidence) }
      spool.keep(result, files, at: index)
      let status = settings.isDryRun ? result.outcome.planned.status : result.outcome.status
      observe(.finished(path: request.path, status: status.rawValue, bytes: request.byteCount))
    }
  }
}
