import PushDelivery

/// Another destination, of which each URL is tried before an asset counts as published.
struct VerifyingDestination: Destination {
  let destination: any Destination
  let verifier: URLVerifier

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let asset = try await destination.publish(rendition, slug: slug)
    try await verifier.verify(asset, rendition)
    return asset
  }
}
