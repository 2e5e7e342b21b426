package import PushDelivery

/// Another destination, which is not asked for what is known to be there.
package struct RememberingDestination: Destination {
  private let destination: any Destination
  private let records: PublicationRecords
  private let address: PublicAddress
  private let verification: URLVerification

  /// - Parameters:
  ///   - address: how URLs are made there.
  ///   - verification: how far they are tried there.
  package init(
    _ destination: any Destination, records: PublicationRecords, address: PublicAddress, verification: URLVerification
  ) {
    self.destination = destination
    self.records = records
    self.address = address
    self.verification = verification
  }

  package func requireAvailable() throws(PublishError) { try destination.requireAvailable() }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
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
