import Findings
public import PushDelivery

/// Runs that several machines do a part of. They share nothing but the cache: a shard leaves its renditions there, and the last run, which
/// is a plain one, finds them by the same keys. Versions are in the keys, so a machine with other codecs only misses.
extension Pipeline {
  /// Takes the sources of a shard through their stages, into the shared cache. Buckets are published to; folders, deployment and requests
  /// are left to the last run.
  ///
  /// - Returns: the report on these sources.
  /// - Throws: `PipelineError` if the shard cannot begin.
  public func run(_ shard: Shard) async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await runStages(shard) }
  }

  private func runStages(_ shard: Shard) async throws(PipelineError) -> RunReport {
    let intake = try await CampaignIntake(settings).take()
    let cache = try await RenderCache(ofShard: settings)
    let files = intake.assets.map { AssetPartition.File(path: $0.path, byteCount: $0.byteCount) }
    let shards = AssetPartition(count: shard.count).shards(of: files)
    let share = zip(intake.assets, shards).compactMap { $1 == shard.number ? $0 : nil }
    let campaign = AssetLine.Campaign(intake)
    guard settings.destination.place.folder == nil else {
      let plan = try await PlannedDestination.open(settings)
      let published = await processAssets(share, of: campaign, with: cache, to: plan)
      return RunReport(assets: published.results, hosting: await cache.close()).planned
    }
    let destination = try await OpenDestination(settings)
    let published = await processAssets(share, of: campaign, with: cache, to: destination.destination)
    let doubts = destination.close()
    return RunReport(
      assets: published.results.changed { $0.settled(by: doubts) }, hosting: doubts + (await cache.close()))
  }
}
