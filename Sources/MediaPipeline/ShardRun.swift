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
      let results = await processAssets(
        share, of: AssetLine.Campaign(intake), with: cache, to: try await PlannedDestination.open(settings))
      return RunReport(of: results.map(\.planned), notes: await cache.close())
    }
    let destination = try await OpenDestination(settings)
    let results = await processAssets(share, of: AssetLine.Campaign(intake), with: cache, to: destination.destination)
    return RunReport(of: destination.settled(results), notes: destination.close() + (await cache.close()))
  }

  /// The work of the shard that has the most, as bytes of photographs that take as long.
  ///
  /// - Parameter shards: how many.
  /// - Throws: `PipelineError` if the campaign cannot be read.
  public func largestShare(of shards: Int) async throws(PipelineError) -> Int {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let files = try await CampaignIntake(settings).take().assets.map(\.file)
      var work = [Int](repeating: 0, count: shards)
      for (file, shard) in zip(files, AssetPartition(count: shards).shards(of: files)) {
        work[shard - 1] = min(work[shard - 1] + AssetPartition.work(file), 1 << 60)
      }
      return work.max() ?? 0
    }
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

extension RunReport {
  /// The report on a shard's sources.
  ///
  /// - Parameter notes: further diagnostics.
  fileprivate init(of results: [AssetResult], notes: [Diagnostic]) {
    self.init(
      assets: results.map(\.outcome), requests: [],
      diagnostics: (results.flatMap(\.diagnostics) + notes).withoutRepetitions)
  }
}
