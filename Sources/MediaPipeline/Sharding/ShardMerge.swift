import Findings
import MediaFacts
public import PushDelivery

extension PlannedRun {
  /// Joins the shards' results: the report and the requests are as if made by one run, whatever the number of shards.
  ///
  /// - Throws: `PipelineError`: `.campaign` names every shard whose result cannot be used and every file that differs from the plan; the
  ///   request folder is then unchanged.
  public func merge() async throws(PipelineError) -> RunReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await mergeStages() }
  }

  private func mergeStages() async throws(PipelineError) -> RunReport {
    let contents = try file.read()
    let results = ShardResults(store: try settings.openResults(results))
    return try await Pipeline(settings, observe: observe).finish { intake, _ throws(PipelineError) in
      let changes = PlanComparison(contents, intake, limit: settings.configuration.sourceLimits.maximumBytes)
        .diagnostics
      let gathering = try await ShardGathering(contents, in: results, plan: file.path)
      guard changes.isEmpty, gathering.diagnostics.isEmpty else { throw .campaign(changes + gathering.diagnostics) }
      return Pipeline.Publication(results: gathering.results, doubts: gathering.doubts)
    }
  }

  /// The numbers of the shards without a usable result.
  ///
  /// - Throws: `PipelineError`.
  public func missingShards() async throws(PipelineError) -> ShardNumbers {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let results = ShardResults(store: try settings.openResults(results))
      return ShardNumbers(try await ShardGathering(try file.read(), in: results, plan: file.path).missing)
    }
  }
}

/// The results of all shards, put in the order of the campaign.
struct ShardGathering {
  /// One for each source of the plan; fewer if `diagnostics` explain it.
  private(set) var results: [AssetLine.Result] = []
  /// Diagnostics about the destination.
  private(set) var doubts: [Diagnostic] = []
  /// The numbers of the shards whose results are missing or unusable.
  private(set) var missing: [Int] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Throws: `PipelineError` if the place of the results cannot be read.
  init(_ contents: RunPlanFile.Contents, in results: ShardResults, plan path: String) async throws(PipelineError) {
    var found: [Int: ShardResult] = [:]
    var reasons: [String] = []
    try await results.results(of: contents) { shard, result in
      switch result {
      case .whole(let result, _): found[shard.number] = result
      case .missing: missing.append(shard.number)
      case .unusable(let reason):
        missing.append(shard.number)
        reasons.append("shard \(shard.number): \(reason)")
      }
    }
    join(found, contents.assets, reasons: &reasons)
    guard !missing.isEmpty else { return }
    diagnostics = [
      .missingShards(missing, of: contents.plan.shards, because: reasons, in: results.store.name, plan: path)
    ]
  }

  /// Takes the next source from each shard. A result's sources must be those in the plan.
  private mutating func join(_ found: [Int: ShardResult], _ assets: [PlannedAsset], reasons: inout [String]) {
    var places: [Int: Int] = [:]
    var wrong: Set<Int> = []
    results.reserveCapacity(assets.count)
    for asset in assets {
      guard let result = found[asset.shard] else { continue }
      let place = places[asset.shard, default: 0]
      places[asset.shard] = place + 1
      guard place < result.assets.count, result.assets[place].isOf(asset) else {
        wrong.insert(asset.shard)
        continue
      }
      results.append(result.assets[place])
    }
    wrong.formUnion(found.filter { $0.value.assets.count != places[$0.key, default: 0] }.keys)
    for shard in wrong.sorted() {
      missing.append(shard)
      reasons.append("shard \(shard): its result tells of other sources than the plan")
    }
    doubts = found.sorted { $0.key < $1.key }.flatMap(\.value.hosting)
  }
}

extension AssetLine.Result {
  /// Whether it is about a source of the plan, and its files can be renditions of it.
  fileprivate func isOf(_ asset: PlannedAsset) -> Bool {
    let request = asset.request
    guard outcome.path == request.path, outcome.focalPoint == request.focalPoint, outcome.poster == request.poster
    else {
      return false
    }
    guard outcome.source == nil || outcome.source?.digest == asset.file.sha256 else { return false }
    return outcome.renditions.allSatisfy { rendition in
      rendition.path == PublishedAsset.name(slug: request.slug, digest: rendition.digest, format: rendition.format)
        && rendition.bytes <= rendition.limit
    }
  }
}

/// A campaign's differences from its plan.
struct PlanComparison {
  let diagnostics: [Diagnostic]

  init(_ contents: RunPlanFile.Contents, _ intake: CampaignIntake.Result, limit: Int) {
    let files = PlannedFiles(folder: intake.folder, limit: limit)
    let planned = Set(contents.assets.map(\.request.path)).union(contents.plan.texts.map(\.path))
    let texts = CampaignFiles.names.filter { FileSystem.exists(intake.folder + "/" + $0) }
    let present = Set(intake.assets.map(\.path)).union(texts)
    var changes = planned.union(present).sorted().compactMap { path -> Diagnostic? in
      if !planned.contains(path) { return .changedSincePlan(path, "it has come since the run was planned") }
      if !present.contains(path), !FileSystem.exists(intake.folder + "/" + path) {
        return .changedSincePlan(path, "it was planned and is no longer there")
      }
      return nil
    }
    let told = Set(changes.map(\.subject.name))
    for file in contents.plan.texts + contents.assets.map(\.file)
    where !told.contains(file.path) && !files.isUnchanged(file) {
      changes.append(.changedSincePlan(file.path, "it is no longer the file that was planned"))
    }
    diagnostics = changes.withoutRepetitions
  }
}

extension Diagnostic {
  fileprivate static func missingShards(
    _ missing: [Int], of count: Int, because reasons: [String], in place: String, plan: String
  ) -> Diagnostic {
    let numbers = ShardNumbers(missing)
    let elsewhere = place == PlannedRun.standardResults(ofPlan: plan).description ? [] : ["--results", place]
    let words = ["richpush", "run", "--plan", plan, "--shard", "\(numbers.numbers.first ?? 1)/\(count)"] + elsewhere
    let command = "`\(ShellWord.command(words))`"
    let lack = "\(numbers.numbers.count) of \(count) shards have left no result that can be used: \(numbers)"
    return Diagnostic(
      .campaignShardResult, .init(.configuration, place),
      reasons.isEmpty ? lack : lack + " (" + reasons.joined(separator: "; ") + ")",
      remedy: numbers.numbers.count == 1
        ? "run it again: \(command)"
        : "run just those again: \(command) and so on, or as an array of these numbers, as in `sbatch --array=\(numbers) …`"
    )
  }
}
