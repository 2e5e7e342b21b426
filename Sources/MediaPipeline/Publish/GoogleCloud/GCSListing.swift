import Curl
import Essentials
import Findings

extension GCSStore: ListingStore {
  package func page(
    of prefix: String, after token: String?, size: Int
  ) async throws(ObjectStoreError) -> ObjectPage {
    let request = HTTPRequest(
      .get, location.listURL(of: prefix, after: token, size: size), bodyLimit: ObjectPage.largestAnswer,
      timeLimit: .seconds(60))
    return try await send(request) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped, let page = ObjectPage(gcs: response.body) else {
        throw connection.strange(response, "its answer is no list of objects")
      }
      return page
    }
  }
}

extension ObjectPage {
  /// Reads an answer to `objects.list` (https://cloud.google.com/storage/docs/json_api/v1/objects/list), whoever wrote it; nil where it
  /// is none.
  package init?(gcs bytes: [UInt8]) {
    struct List: Decodable {
      struct Item: Decodable { var name: String }
      var items: [Item]?
      var nextPageToken: String?
    }
    guard let list = try? JSONDecoder().decode(List.self, from: Data(bytes)) else { return nil }
    self.init(keys: list.items?.map(\.name) ?? [], next: list.nextPageToken)
  }
}

extension GCSLocation {
  fileprivate func listURL(of prefix: String, after token: String?, size: Int) -> String {
    let query = [
      ("prefix", prefix), ("maxResults", "\(size)"), ("fields", "items(name),nextPageToken"),
    ]
    let text = (query + (token.map { [("pageToken", $0)] } ?? [])).map { "\($0)=\(PercentEncoding.component($1))" }
    return "\(endpoint)/storage/v1/b/\(PercentEncoding.component(bucket))/o?" + text.joined(separator: "&")
  }
}
