import PushDelivery

/// A destination as a dry run sees it: it tells what would be published there and under which URL, and nothing is.
struct PlannedDestination: Destination {
  /// Where it is a folder, that folder, which may not be there yet.
  let directory: DirectoryDestination?
  let urls: PlannedURLs

  /// How URLs are made at the destination.
  enum PlannedURLs {
    /// The name is appended to an address that ends in `/`.
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
