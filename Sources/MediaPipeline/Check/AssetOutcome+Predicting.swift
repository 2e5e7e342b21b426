import MediaFacts
import PushDelivery

extension AssetOutcome {
  /// As if everything planned had been published, at addresses as long as the true ones.
  ///
  /// - Parameter baseURL: ending in `/`.
  func predicted(at baseURL: String, slug: String) -> AssetOutcome {
    guard status == .planned else { return self }
    var outcome = self
    outcome.status = .published
    let place = PredictedPlace(baseURL: baseURL, slug: slug)
    outcome.renditions = plans.map { RenditionOutcome(predicting: $0, name: place.name, at: place.url) }
    outcome.renditions += motionPlan.map { [RenditionOutcome(predicting: $0, name: place.name, at: place.url)] } ?? []
    return outcome
  }
}

/// Where something would be published if its digest were known.
private struct PredictedPlace {
  let baseURL: String
  let slug: String

  func name(_ format: MediaFormat) -> String {
    PublishedAsset.name(slug: slug, digest: RenditionOutcome.predictedDigest, format: format)
  }

  func url(_ format: MediaFormat) -> String { baseURL + name(format) }
}
