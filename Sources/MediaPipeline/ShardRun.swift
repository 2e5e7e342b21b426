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
    let share = intake.assets.share(of: shard)
    guard settings.destination.place.folder == nil else {
      let published = await processAssets(
        share, of: AssetLine.Campaign(intake), with: cache, to: try await PlannedDestination.open(settings))
      return RunReport(assets: published.results.changed(\.planned), hosting: await cache.close())
    }
    let destination = try await OpenDestination(settings)
    let published = await processAssets(
      share, of: AssetLine.Campaign(intake), with: cache, to: destination.destination)
    let doubts = destination.close()
    return RunReport(
      assets: published.results.changed { $0.settled(by: doubts) }, hosting: doubts + (await cache.close()))
  }
}

extension [AssetRequest] {
  /// Those that fall to a shard, in order.
  fileprivate func share(of shard: Shard) -> [AssetRequest] {
    let shards = AssetPartition(count: shard.count).shards(of: map(\.file))
    return zip(self, shards).compactMap { $1 == shard.number ? $0 : nil }
  }
}

extension AssetRequest {
  fileprivate var file: AssetPartition.File { AssetPartition.File(path: path, byteCount: byteCount) }
}

extension AssetResult {
  /// The same if nothing was published.
  fileprivate var planned: AssetResult {
    var result = self
    result.outcome = outcome.planned
    return result
  }
}
