package import MediaFacts
package import PushDelivery

/// Another destination, with a copy of everything that is published there in a folder.
package struct KeepingDestination: Destination {
  private let destination: any Destination
  private let folder: String

  package init(_ destination: any Destination, folder: String) {
    self.destination = destination
    self.folder = folder
  }

  /// Where the copy of bytes lies.
  package static func path(of digest: ContentDigest, in folder: String) -> String { folder + "/" + digest.hex }

  package func requireAvailable() throws(PublishError) { try destination.requireAvailable() }

  package func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError)
    -> PublishedAsset
  {
    let asset = try await destination.publish(rendition, slug: slug)
    // Without a copy the page says that the file is not on it; nothing else depends on it.
    try? DurableFile.write(rendition.bytes, to: Self.path(of: rendition.digest, in: folder), isDurable: false)
    return asset
  }
}
