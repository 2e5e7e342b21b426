import Findings
import MediaFacts
import PushDelivery

/// The rows of a planned run's table.
extension PlannedRun {
  /// Composes a shard's blocks of the table and leaves each beside the results, last and whole. What was done is not done again.
  ///
  /// Which pictures a row shows is told by the row alone, so every shard must have left its result before. Where some have not, this shard does
  /// what they have to do too if that is little; else the blocks are left to whoever comes later: this shard, run again, or the merge.
  ///
  /// - Returns: how many of its blocks are there now, and how many it has.
  /// - Throws: `PipelineError`.
  func composeRows(
    of shard: Shard, _ contents: RunPlanFile.Contents
  ) async throws(PipelineError) -> (done: Int, all: Int)? {
    guard let rows = contents.plan.rows, let folder = blockFolder else { return nil }
    let own = rows.blocks.indices.filter { $0 % shard.count == shard.number - 1 }
    guard !own.isEmpty else { return nil }
    let whole = try file.read()
    let gathering = try await gathering(whole)
    guard gathering.missing.isEmpty else { return (0, own.count) }
    let proven = settings.provenURLs
    let composer = try CampaignComposer(writing: settings, proven: proven)
    let media = PublishedMedia(gathering.results.map(\.outcome))
    let keys = BlockKeys(plan: whole.digest, media, proven)
    guard let table = try unchangedTable(rows, whole) else { return (0, own.count) }
    for index in own where !folder.has(index + 1, keys.key(index + 1)) {
      let block = rows.blocks[index]
      guard try table.file.digest(of: block.records) == block.sha256 else {
        throw .campaign([.changedSincePlan(Campaign.tableName, "its rows are no longer those that were planned")])
      }
      try await compose(index + 1, of: table, from: media, composer, keys.key(index + 1), into: folder)
    }
    return (own.count, own.count)
  }

  /// Where composed blocks lie; nil where results are in a bucket, from which their files could not be taken by name: the merge composes then.
  var blockFolder: BlockFolder? {
    if case .folder(let path) = results { BlockFolder(path: path) } else { nil }
  }

  /// A campaign of many messages and few pictures has shards that wait for nothing but some of these. Two that make the same come to the same.
  private func gathering(_ contents: RunPlanFile.Contents) async throws(PipelineError) -> ShardGathering {
    let results = ShardResults(store: try settings.openResults(results))
    let found = try await ShardGathering(contents, in: results, plan: file.path)
    let missing = Set(found.missing)
    let work = contents.assets.lazy.filter { missing.contains($0.shard) }
      .reduce(0) { min($0 + AssetPartition.work(.init(path: $1.file.path, byteCount: $1.file.bytes)), 1 << 40) }
    guard !missing.isEmpty, work <= Self.littleWork else { return found }
    for number in found.missing {
      guard let shard = Shard(number, of: contents.plan.shards) else { continue }
      let share = contents.assets.filter { $0.shard == number }
      let contents = RunPlanFile.Contents(plan: contents.plan, assets: share, digest: contents.digest)
      _ = try await assets(of: shard, contents)
    }
    return try await ShardGathering(contents, in: results, plan: file.path)
  }

  /// Some twenty photographs: a block takes longer.
  private static let littleWork = 100_000_000

  /// The messages, where campaign.yml is as it was planned.
  private func unchangedTable(
    _ rows: PlannedRows, _ contents: RunPlanFile.Contents
  ) throws(PipelineError) -> TableMessages? {
    let folder = try campaignFolder()
    let files = PlannedFiles(folder: folder, limit: settings.configuration.sourceLimits.maximumBytes)
    if let text = contents.plan.texts.first(where: { $0.path == CampaignFiles.campaign }), !files.isUnchanged(text) {
      throw .campaign([.changedSincePlan(text.path, "it is no longer the file that was planned")])
    }
    let paths = Set(contents.assets.map(\.file.path)).union(contents.plan.texts.map(\.path))
    return try rows.messages(in: folder, paths.subtracting(CampaignFiles.names), settings)
  }

  private func compose(
    _ number: Int, of table: TableMessages, from media: PublishedMedia, _ composer: CampaignComposer,
    _ key: ContentDigest, into folder: BlockFolder
  ) async throws(PipelineError) {
    var summary = ComposedBlock.Summary()
    var outcomes: [PackedOutcomes] = []
    var draft = try Self.draft(in: folder)
    var part = GrowingRequestPart(number, writers: composer.writers)
    try await composer.compose(table.blocks[number - 1], of: table, from: media) { found throws(PipelineError) in
      summary.add(found)
      outcomes.append(found.outcomes.packed)
      do throws(FileSystemError) { try part.add(found.requests, to: &draft) } catch { throw .fileSystem(error) }
    }
    do throws(FileSystemError) { try draft.commit(part, key, summary, outcomes) } catch { throw .fileSystem(error) }
  }

  private static func draft(in folder: BlockFolder) throws(PipelineError) -> BlockFolder.Draft {
    do throws(FileSystemError) { return try BlockFolder.Draft(in: folder) } catch { throw .fileSystem(error) }
  }
}
