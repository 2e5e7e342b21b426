import Cryptography
import Curl
import Foundation
import MediaFacts
import PushDelivery

/// Asks what the URL's server says of the bytes: their length, type and entity tag, and none of them. Less is proven than by
/// `LoadTrial`, at the cost of an answer without a body.
struct HeadTrial: URLTrial {
  private let client = HTTPClient()

  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer {
    let response = try await client.load(HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(30)))
    guard response.status == 200 else {
      return URLVerifier.Answer(
        problems: [.unverified("the URL answers \(response.status)", url)],
        mayMend: URLVerifier.Answer.mayMend(response.status))
    }
    let faults = [
      lengthFault(response, rendition.bytes.count), typeFault(response, rendition.mediaFormat),
      tagFault(response, rendition.bytes),
    ]
    return URLVerifier.Answer(problems: faults.compactMap { $0 }.map { .unverified($0, url) })
  }

  private func lengthFault(_ response: HTTPResponse, _ count: Int) -> String? {
    let told = response.field("Content-Length").flatMap { Int($0) }
    guard told != count else { return nil }
    return "the URL tells \(told.map { "\($0)" } ?? "no number") of \(count) bytes"
  }

  private func typeFault(_ response: HTTPResponse, _ format: MediaFormat) -> String? {
    let told = response.field("Content-Type")?.split(separator: ";").first?.lowercased()
    guard told != format.mediaType else { return nil }
    return "the URL tells the type \(told ?? "none") of a \(format.displayName) file"
  }

  /// An entity tag that looks like an MD5 digest is one, unless a key of the store's key service took part in it
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html). Others say nothing of the bytes.
  private func tagFault(_ response: HTTPResponse, _ bytes: [UInt8]) -> String? {
    let isEncrypted = response.field("x-amz-server-side-encryption")?.hasPrefix("aws:kms") == true
    guard let tag = response.field("ETag"), let match = tag.wholeMatch(of: /"([0-9a-fA-F]{32})"/), !isEncrypted else {
      return nil
    }
    return MD5Digest(of: bytes).hex == match.1.lowercased() ? nil : "the URL tells the entity tag of other bytes"
  }
}
