import PushDelivery

extension Pipeline {
  /// The same without those sources of which is known that they would become what they are. Where that is so of all of them, no
  /// worker is started.
  ///
  /// - Parameter memory: nil where nothing is remembered.
  /// - Returns: what became of all of them, in their order.
  func processAssets(
    _ assets: [AssetRequest], of campaign: AssetLine.Campaign, with cache: RenderCache?, to destination: any Destination,
    remembering memory: AssetMemory?
  ) async -> Publication {
    guard let memory else {
      return Publication(results: await processAssets(assets, of: campaign, with: cache, to: destination))
    }
    observe(.started(files: assets.count, bytes: assets.reduce(0) { $0 + $1.byteCount }))
    var known = await memory.recall(assets)
    for (request, recalled) in zip(assets, known) {
      if let recalled { observe(.finished(recalled.result.outcome, bytes: request.byteCount)) }
    }
    var results = known.map { $0?.result }
    let rest = assets.indices.filter { known[$0] == nil }
    let made = await takeThroughRemembering(rest.map { assets[$0] }, memory, of: campaign, with: cache, to: destination)
    for (index, made) in zip(rest, made) { (results[index], known[index]) = (made.result, made.recollection) }
    await memory.save(known, of: assets)
    return Publication(
      results: results.compactMap(\.self), identity: memory.identity(of: known, assets), hasWorked: !rest.isEmpty)
  }

  private typealias Made = (result: AssetLine.Result, recollection: AssetMemory.Recalled?)

  private func takeThroughRemembering(
    _ assets: [AssetRequest], _ memory: AssetMemory, of campaign: AssetLine.Campaign, with cache: RenderCache?,
    to destination: any Destination
  ) async -> [Made] {
    guard !assets.isEmpty else { return [] }
    return await takeThrough(assets, of: campaign, with: cache, to: destination) { request, result, beginning in
      (result, memory.recollection(of: result, request, since: beginning))
    }
  }
}
