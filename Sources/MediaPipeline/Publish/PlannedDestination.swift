import PushDelivery

/// A destination in a dry run: it gives the names and URLs, and publishes nothing.
struct PlannedDestination: Destination {
  /// The folder of a folder destination, which may not exist yet.
  let directory: DirectoryDestination?
  let urls: PlannedURLs

  /// How URLs are made at the destination.
  enum PlannedURLs {
    /// The name is appended to a base URL that ends in `/`.
    case under(String)
    case address(PublicURLs)
  }

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let isThere = try directory?.holds(rendition.bytes, under: name) ?? false
    let url =
      switch urls {
      case .under(let baseURL): baseURL + name
      case .address(let address): address.url(ofFileNamed: name, digest: rendition.digest)
      }
    return PublishedAsset(name: name, url: url, wasWritten: !isThere)
  }
}
