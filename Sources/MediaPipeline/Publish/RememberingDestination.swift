import PushDelivery

/// Another destination, which is not asked for what is known to be there.
struct RememberingDestination: Destination {
  let destination: any Destination
  let records: PublicationRecords
  let address: PublicAddress
  let verification: URLVerification

  func requireAvailable() throws(PublishError) { try destination.requireAvailable() }

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let url = address.url(ofFileNamed: name, digest: rendition.digest)
    if records.prove(name, url: url, digest: rendition.digest, verification: verification) {
      return PublishedAsset(name: name, url: url, wasWritten: false)
    }
    let asset = try await destination.publish(rendition, slug: slug)
    records.add(name, url: asset.url, digest: rendition.digest, verification: verification)
    return asset
  }
}
