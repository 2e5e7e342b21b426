package import MediaFacts
package import PushDelivery

/// Wraps a destination and skips files that are recorded as present.
package struct RememberingDestination: Destination {
  private let destination: any Destination
  private let records: PublicationRecords
  private let address: PublicURLs
  private let verification: URLVerification

  package init(
    _ destination: any Destination, records: PublicationRecords, address: PublicURLs, verification: URLVerification
  ) {
    (self.destination, self.records, self.address, self.verification) = (destination, records, address, verification)
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

/// Wraps a destination and copies everything that is published to a folder.
package struct KeepingDestination: Destination {
  private let destination: any Destination
  private let folder: String

  package init(_ destination: any Destination, folder: String) {
    (self.destination, self.folder) = (destination, folder)
  }

  /// The path of bytes' copy.
  package static func path(of digest: ContentDigest, in folder: String) -> String { folder + "/" + digest.hex }

  package func requireAvailable() throws(PublishError) { try destination.requireAvailable() }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    let asset = try await destination.publish(rendition, slug: slug)
    // Without a copy the contact sheet lacks the file; nothing else depends on it.
    try? DurableFile.write(rendition.bytes, to: Self.path(of: rendition.digest, in: folder), isDurable: false)
    return asset
  }
}

/// A destination in a dry run: it gives the names and URLs, and publishes nothing.
struct PlannedDestination: Destination {
  /// The folder of a folder destination, which may not exist yet.
  let directory: DirectoryDestination?
  /// The URL of a file with a name and a digest.
  let url: @Sendable (String, ContentDigest) -> String

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let isThere = try directory?.holds(rendition.bytes, under: name) ?? false
    return PublishedAsset(name: name, url: url(name, rendition.digest), wasWritten: !isThere)
  }
}
