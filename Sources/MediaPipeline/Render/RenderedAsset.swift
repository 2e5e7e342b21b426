import PushDelivery

/// Everything made of one source, not yet published.
struct RenderedAsset: Sendable {
  var stills: [RenderStage.Made<Rendition>] = []
  var motion: RenderStage.Made<MotionRendition>?

  /// Publishes all of it under one slug.
  ///
  /// - Throws: `PublishError`.
  func publish(to destination: any Destination, slug: String) async throws(PublishError) -> [RenditionOutcome] {
    var outcomes: [RenditionOutcome] = []
    for still in stills {
      let asset = try await destination.publish(still.rendition, slug: slug)
      outcomes.append(RenditionOutcome(still.rendition, at: asset, fromCache: still.fromCache))
    }
    if let motion {
      let asset = try await destination.publish(motion.rendition, slug: slug)
      outcomes.append(RenditionOutcome(motion.rendition, at: asset, fromCache: motion.fromCache))
    }
    return outcomes
  }

  /// What there is to say about how it was made.
  func notes(for path: String, _ inspection: Inspection) -> [Diagnostic] {
    let complaints = stills.compactMap(\.rendition.record.damage) + [motion?.rendition.record.damage].compactMap { $0 }
    return complaints.map { AssetNotes.damage($0, inspection, path: path) }
  }
}
