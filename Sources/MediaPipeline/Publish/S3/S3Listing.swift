import Curl
import Essentials
import Findings

extension S3Store: ListingStore {
  package func page(
    of prefix: String, after token: String?, size: Int
  ) async throws(ObjectStoreError) -> ObjectPage {
    let query = [
      token.map { ("continuation-token", $0) }, ("list-type", "2"), ("max-keys", "\(size)"), ("prefix", prefix),
    ]
    let text = query.compactMap { $0.map { "\($0)=\(PercentEncoding.component($1))" } }.joined(separator: "&")
    var request = request(.get, url: location.url(ofKey: "") + "?" + text)
    request.bodyLimit = ObjectPage.largestAnswer
    return try await send(request) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped, let page = ObjectPage(s3: response.body) else {
        throw connection.strange(response, "its answer is no list of objects")
      }
      return page
    }
  }
}

extension ObjectPage {
  /// Reads an answer to ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html), whoever wrote it; nil
  /// where it is none. Only three elements are looked at, none of which has others in it, so a `<` divides tags from texts.
  package init?(s3 bytes: [UInt8]) {
    var (keys, next): ([String], String?) = ([], nil)
    var (isList, isTruncated) = (false, false)
    for part in bytes.split(separator: UInt8(ascii: "<")) {
      guard let end = part.firstIndex(of: UInt8(ascii: ">")) else { continue }
      let text = part[(end + 1)...]
      switch String(decoding: part[..<end].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self) {
      case "ListBucketResult": isList = true
      case "Key": keys.append(XMLText.decoded(text))
      case "IsTruncated": isTruncated = XMLText.decoded(text) == "true"
      case "NextContinuationToken": next = XMLText.decoded(text)
      default: break
      }
    }
    // Whoever has more must say how to get it.
    guard isList, !isTruncated || next?.isEmpty == false else { return nil }
    self.init(keys: keys, next: isTruncated ? next : nil)
  }
}
