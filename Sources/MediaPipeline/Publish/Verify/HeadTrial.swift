import Essentials
import Findings
import Libraries
import MediaFacts
import PushDelivery

/// Requests only a file's header from the URL's server: length, type and entity tag. It is judged as if the right bytes had come with it.
/// This proves less than `LoadTrial`, but costs only a response without a body.
struct HeadTrial: Sendable {
  private let client = HTTPClient()
  let judge: DeliveryJudge

  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer {
    var request = HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(30))
    request.acceptedEncodings = "identity"
    let response: HTTPResponse
    do throws(HTTPError) { response = try await client.load(request) } catch {
      switch error {
      case .insecure(let detail): return .insecure(detail, url, judge)
      case .unresolved(let detail): return .unreachable(detail, url, isPermanent: true)
      default: throw error
      }
    }
    if ServerState.isPassing(response.status) { return .busy(PassingFault.words(response.status), url) }
    guard Self.wholeStatuses.contains(response.status) else {
      return .init(
        diagnostics: [.unverified("the URL answers \(response.status)", url)],
        isTransient: PassingFault.mayRecover(response.status), status: response.status,
        brief: PassingFault.words(response.status))
    }
    return answer(of: url, response, rendition)
  }

  /// The statuses of a successful load.
  private static let wholeStatuses: Set<Int> = [200, 203, 206]

  private func answer(
    of url: String, _ response: HTTPResponse, _ rendition: some PublishableRendition
  ) -> URLVerifier.Answer {
    let lengthFault = lengthFault(response, rendition.bytes.count)
    let reasons = [lengthFault, packingFault(response), tagFault(response, rendition.bytes)]
    let judgement = judge.judge(.told(url, response, rendition))
    var answer = URLVerifier.Answer(
      diagnostics: reasons.compactMap { $0 }.map { .unverified($0, url) } + judgement.errors,
      warnings: judgement.warnings)
    // No more is known of the bytes here.
    answer.deliversBytes = reasons.allSatisfy { $0 == nil }
    // Hosts that deploy slowly answer with a page until then.
    if lengthFault != nil, let type = response.pageType {
      (answer.isTransient, answer.brief) = (true, "it answers with a page (\(type)) in place of the file")
    }
    return answer
  }

  private func lengthFault(_ response: HTTPResponse, _ count: Int) -> String? {
    let told = response.field("Content-Length").flatMap { Int($0) }
    guard told != count else { return nil }
    return "its Content-Length is \(told.map { "\($0)" } ?? "missing or not a number"), and the file has \(count) bytes"
  }

  /// No coding was offered, so a packed response is a fault.
  private func packingFault(_ response: HTTPResponse) -> String? {
    response.field("Content-Encoding").flatMap(ContentCoding.unpacked).map {
      "its Content-Encoding is \($0), and the bytes are not packed"
    }
  }

  /// An entity tag that looks like an MD5 digest is one. Others tell nothing about bytes.
  private func tagFault(_ response: HTTPResponse, _ bytes: [UInt8]) -> String? {
    guard let told = response.md5OfEntityTag, told != MD5Digest(of: bytes).bytes else { return nil }
    return "its entity tag is that of other bytes"
  }
}

extension HTTPResponse {
  /// The type of a text page; nil for other types.
  fileprivate var pageType: String? {
    field("Content-Type").map(MediaType.essence).flatMap { $0.hasPrefix("text/") ? $0 : nil }
  }
}

extension HostedAsset {
  /// The result for each client if the bytes came as the header describes them. Packing is judged elsewhere.
  fileprivate static func told(_ url: String, _ response: HTTPResponse, _ rendition: some PublishableRendition) -> Self
  {
    var hop = Hop(url, response)
    hop.header = HeaderFields(hop.header.all.filter { $0.name.lowercased() != "content-encoding" })
    hop.times = Hop.Times()
    let body = LoadedBody(
      digest: rendition.digest, byteCount: rendition.bytes.count, isCapped: false,
      format: SniffedFormat(firstBytes: Array(rendition.bytes.prefix(SniffedFormat.neededByteCount))))
    let clients = rendition.mediaFormat.verifiedClients
    return HostedAsset(
      url, platforms: Set(clients.map(\.platform)),
      exchanges: clients.map { Exchange($0, hops: [hop], end: .loaded(body)) })
  }
}

extension MediaFormat {
  /// The clients that must show published files of this format.
  var verifiedClients: [LoadingClient] {
    EveryClient.formats.contains(self) ? LoadingClient.allCases : LoadingClient.allCases.filter { $0.platform == .ios }
  }
}
