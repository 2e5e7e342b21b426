import Essentials
import Findings
import MediaFacts
public import PushDelivery

/// A shard's report.
public struct ShardReport: Sendable {
  public let shard: Shard
  /// Its sources' outcomes.
  public let report: RunReport
  /// The place of its result; nil without one, because of an error outside the campaign, or a source that differs from the plan.
  public let result: String?
  /// Whether the result existed, so that nothing was done.
  public let wasDone: Bool
}

/// A machine's part in a planned run.
public struct PlannedRun: Sendable {
  let file: RunPlanFile
  let results: ResultsAddress
  let settings: PipelineSettings
  let observe: @Sendable (PipelineEvent) -> Void

  /// - Parameters:
  ///   - plan: the path of the plan.
  ///   - results: the place of results.
  ///   - settings: the plan's settings.
  public init(
    plan: String, results: ResultsAddress, settings: PipelineSettings,
    observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }
  ) {
    file = RunPlanFile(path: plan)
    self.results = results
    self.settings = settings
    self.observe = observe
  }

  /// The default place of results: next to the plan.
  public static func standardResults(ofPlan path: String) -> ResultsAddress {
    let folder = FileSystem.parent(of: path)
    return .folder(folder == "." ? "shards" : folder + "/shards")
  }

  /// Renders and publishes the sources of a shard, and leaves its result last and whole. If the result exists, nothing is done; if the same
  /// shard also runs elsewhere, both results are equal.
  ///
  /// - Throws: `PipelineError` if nothing could be started.
  public func run(_ shard: Shard) async throws(PipelineError) -> ShardReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await runStages(shard) }
  }

  private func runStages(_ shard: Shard) async throws(PipelineError) -> ShardReport {
    let contents = try file.read(shard: shard.number)
    try RendererAgreement(contents.plan, present: await .installed(like: contents.plan.renderers)).require()
    let header = ShardResult.Header(contents, shard)
    let results = ShardResults(store: try settings.openResults(results))
    if let done = try await former(shard, header, in: results) { return done }
    let folders = try await WritableFolders(sharedBy: settings, waiting: { observe(.waiting(folder: $0)) })
    let destination = try await OpenDestination(settings)
    let cache = RenderCache(settings)
    let assets = await Pipeline(settings, observe: observe)
      .processAssets(
        contents.assets.map(\.request), of: try campaign(contents), with: cache, to: destination.destination)
    let settled = destination.settled(assets)
    let doubts = destination.close()
    let cacheNotes = await cache?.close() ?? []
    cache?.trim()
    // The pictures must be permanent before a result can refer to them.
    folders.syncOutput()
    folders.release()
    let report = RunReport(ofShard: settled, notes: doubts + cacheNotes)
    guard report.isFinal else { return ShardReport(shard: shard, report: report, result: nil, wasDone: false) }
    let result = ShardResult(header: header, assets: settled.map(\.independentOfAttempts), hosting: doubts)
    let address = try await results.write(result, of: shard)
    return ShardReport(shard: shard, report: report, result: address, wasDone: false)
  }

  /// A result that exists already.
  private func former(
    _ shard: Shard, _ header: ShardResult.Header, in results: ShardResults
  ) async throws(PipelineError) -> ShardReport? {
    guard case .whole(let result, let address) = try await results.result(of: shard, of: header) else { return nil }
    let report = RunReport(ofShard: result.assets, notes: result.hosting)
    return ShardReport(shard: shard, report: report, result: address, wasDone: true)
  }

  private func campaign(_ contents: RunPlanFile.Contents) throws(PipelineError) -> AssetLine.Campaign {
    let folder = try campaignFolder()
    let files = contents.assets.map(\.file) + contents.plan.texts
    return AssetLine.Campaign(
      folder: folder, namedPaths: Set(contents.assets.filter(\.isNamed).map(\.request.path)),
      plannedDigests: Dictionary(
        files.compactMap { file in file.sha256.map { (file.path, $0) } }, uniquingKeysWith: { first, _ in first }),
      identity: FolderIdentity(folder))
  }
}

extension PlannedRun {
  /// With every link resolved.
  func campaignFolder() throws(PipelineError) -> String {
    guard let folder = FileSystem.canonicalPath(settings.campaignFolder) else {
      throw .campaign([.missingFolder(settings.campaignFolder)])
    }
    return folder
  }
}

extension RunReport {
  /// The report on a shard's sources.
  ///
  /// - Parameter notes: further diagnostics.
  fileprivate init(ofShard results: [AssetLine.Result], notes: [Diagnostic]) {
    self.init(
      assets: results.map(\.outcome), requests: [],
      diagnostics: (results.flatMap(\.diagnostics) + notes).withoutRepetitions)
  }

  /// Whether repeating it would give the same.
  fileprivate var isFinal: Bool {
    !hasEnvironmentalErrors && !hasDestinationErrors && !hasChangedSources
      && !diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental }
  }

  /// Whether a source differs from the planned one.
  public var hasChangedSources: Bool { diagnostics.contains { $0.rule == Incident.campaignChangedSince.id } }
}

/// Whether this machine has the plan's versions, as far as its sources need them.
struct RendererAgreement {
  private let planned: [String: String]
  private let present: [String: String]

  init(_ plan: RunPlan, present: RenderingVersions) {
    planned = plan.renderers.versions
    self.present = present.versions
  }

  /// - Throws: `PipelineError.campaign`, with each differing version.
  func require() throws(PipelineError) {
    guard let diagnostic else { return }
    throw .campaign([diagnostic])
  }

  var diagnostic: Diagnostic? {
    let differences = planned.sorted { $0.key < $1.key }.filter { present[$0.key] != $0.value }.map { name, version in
      "\(name) is \(present[name] ?? "not there") and was \(version)"
    }
    guard !differences.isEmpty else { return nil }
    return Diagnostic(.configurationRenderers, .init(.program, "this machine"), differences.joined(separator: ", "))
  }
}
