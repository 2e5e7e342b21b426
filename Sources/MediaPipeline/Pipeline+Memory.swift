import PushDelivery

extension Pipeline {
  /// Processes the sources whose outcome is not remembered. If all are remembered, no worker is started.
  ///
  /// - Parameter memory: nil if nothing is remembered.
  /// - Returns: the outcomes of all sources, in order.
  func processAssets(
    _ assets: [AssetRequest], of campaign: AssetLine.Campaign, with cache: RenderCache?,
    to destination: any Destination,
    remembering memory: AssetMemory?
  ) async -> Publication {
    guard let memory else {
      return Publication(results: await processAssets(assets, of: campaign, with: cache, to: destination))
    }
    observe(.started(files: assets.count, bytes: assets.reduce(0) { $0 + $1.byteCount }))
    var known = await memory.recall(assets)
    for (request, known) in zip(assets, known) {
      if let known { observe(.finished(known.result.outcome, bytes: request.byteCount)) }
    }
    let rest = assets.indices.filter { known[$0] == nil }
    if !rest.isEmpty {
      let made = await takeThrough(rest.map { assets[$0] }, of: campaign, with: cache, to: destination) {
        request, result, beginning in
        KnownAsset(result, memory.recollection(of: result, request, since: beginning))
      }
      for (index, made) in zip(rest, made) { known[index] = made }
    }
    let recollections = known.map { $0?.recollection }
    await memory.save(recollections)
    return Publication(
      results: known.compactMap { $0?.result }, identity: memory.identity(of: recollections), hasWorked: !rest.isEmpty)
  }
}
