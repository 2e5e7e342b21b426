import Curl
import Essentials
import Findings

extension AzureStore: ListingStore {
  /// List Blobs (https://learn.microsoft.com/rest/api/storageservices/list-blobs).
  package func page(
    of prefix: String, after token: String?, size: Int
  ) async throws(ObjectStoreError) -> ObjectPage {
    let query = [("prefix", prefix), ("maxresults", "\(size)")] + (token.map { [("marker", $0)] } ?? [])
    let text = query.map { "&\($0)=\(PercentEncoding.component($1))" }.joined()
    var request = request(.get, url: "\(location.containerURL)?restype=container&comp=list\(text)")
    request.bodyLimit = ObjectPage.largestAnswer
    return try await send(request) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped, let page = ObjectPage(azure: response.body) else {
        throw connection.strange(response, "its answer is no list of blobs")
      }
      return page
    }
  }
}

extension ObjectPage {
  /// Reads an answer to List Blobs, whoever wrote it; nil where it is none. Only names and the marker are looked at, neither of which has
  /// elements in it, so a `<` divides tags from texts. Names that XML cannot hold come percent-encoded.
  package init?(azure bytes: [UInt8]) {
    var (keys, next, isList) = ([String](), "", false)
    for part in bytes.split(separator: UInt8(ascii: "<")) {
      guard let end = part.firstIndex(of: UInt8(ascii: ">")) else { continue }
      let (tag, text) = (String(decoding: part[..<end], as: UTF8.self), XMLText.decoded(part[(end + 1)...]))
      switch tag.prefix(while: { $0 != " " }) {
      case "EnumerationResults": isList = true
      case "Name": keys.append(tag.contains("Encoded=\"true\"") ? PercentEncoding.decoded(text) ?? text : text)
      case "NextMarker": next = text
      default: break
      }
    }
    guard isList else { return nil }
    self.init(keys: keys, next: next.isEmpty ? nil : next)
  }
}
