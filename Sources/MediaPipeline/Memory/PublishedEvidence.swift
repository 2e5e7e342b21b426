import MediaFacts
import PushDelivery

/// Evidence, without a server, that a file is still published.
enum PublishedEvidence: Sendable {
  /// It is in a folder, under an address that ends in `/`.
  case folder(String, baseURL: String)
  /// An earlier run recorded that it is published elsewhere.
  case records(PublicationRecords, PublicURLs, URLVerification)

  /// The URL of a file.
  ///
  /// - Parameters:
  ///   - name: as `PublishedAsset.name` gives it.
  ///   - digest: of its bytes.
  func url(of name: String, _ digest: ContentDigest) -> String {
    switch self {
    case .folder(_, let baseURL): baseURL + name
    case .records(_, let address, _): address.url(ofFileNamed: name, digest: digest)
    }
  }

  /// The file's path on this machine; nil if it is elsewhere.
  func path(of name: String) -> String? {
    if case .folder(let folder, _) = self { folder + "/" + name } else { nil }
  }

  /// Whether it is known to be published elsewhere.
  func isProven(_ rendition: RenditionOutcome) -> Bool {
    guard case .records(let records, _, let verification) = self else { return false }
    return records.prove(rendition.path, url: rendition.url, digest: rendition.digest, verification: verification)
  }
}
