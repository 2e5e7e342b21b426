import Cryptography
import Curl
import Essentials
import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// Asks what the URL's server says of the bytes: their length, type and entity tag, and none of them. Less is proven than by
/// `LoadTrial`, at the cost of an answer without a body.
struct HeadTrial: URLTrial {
  private let client = HTTPClient()

  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer {
    var request = HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(30))
    // As the bytes lie there, and not as a server packs them on the way for whoever unpacks them.
    request.acceptedEncodings = "identity"
    let response = try await client.load(request)
    if URLVerifier.Answer.isPassing(response.status) { return .busy("it answers \(response.status)", url) }
    guard response.status == 200 else {
      return URLVerifier.Answer(
        diagnostics: [.unverified("the URL answers \(response.status)", url)],
        mayMend: URLVerifier.Answer.mayMend(response.status), brief: "it answers \(response.status)")
    }
    let reasons = [
      lengthFault(response, rendition.bytes.count), typeFault(response, rendition.mediaFormat), packingFault(response),
      tagFault(response, rendition.bytes),
    ]
    return URLVerifier.Answer(diagnostics: reasons.compactMap { $0 }.map { .unverified($0, url) })
  }

  private func lengthFault(_ response: HTTPResponse, _ count: Int) -> String? {
    let told = response.field("Content-Length").flatMap { Int($0) }
    guard told != count else { return nil }
    return "the URL tells \(told.map { "\($0)" } ?? "no number") of \(count) bytes"
  }

  private func typeFault(_ response: HTTPResponse, _ format: MediaFormat) -> String? {
    let told = response.field("Content-Type").map(MediaType.essence)
    guard told != format.mediaType else { return nil }
    return "the URL tells the type \(told ?? "none") of a \(format.displayName) file"
  }

  /// None was offered to unpack, and what is said to be packed is not.
  private func packingFault(_ response: HTTPResponse) -> String? {
    response.field("Content-Encoding").flatMap(ContentCoding.unpacked).map {
      "the URL tells Content-Encoding \($0) of bytes that are not packed"
    }
  }

  /// An entity tag that looks like an MD5 digest is one. Others say nothing of the bytes.
  private func tagFault(_ response: HTTPResponse, _ bytes: [UInt8]) -> String? {
    guard let told = response.md5OfEntityTag, told != MD5Digest(of: bytes).bytes else { return nil }
    return "the URL tells the entity tag of other bytes"
  }
}

/// Loads the bytes as clients do, and compares them with what was published. Connections are kept for the next URL.
final class LoadTrial: URLTrial {
  private let idle = Mutex<[AssetLoader]>([])
  private let longestTime: Duration?

  /// - Parameter longestTime: for each client, where that is less than the client's own; nil: the client's own.
  init(longestTime: Duration? = nil) { self.longestTime = longestTime }

  func answer(of url: String, _ rendition: some PublishableRendition) async throws -> URLVerifier.Answer {
    try await answer(of: url, delivering: rendition)
  }

  func answer(of url: String, delivering rendition: some DeliverableFile) async throws -> URLVerifier.Answer {
    let platforms: Set<Platform> =
      EveryClient.formats.contains(rendition.mediaFormat) ? Set(Platform.allCases) : [.ios]
    let clients = LoadingClient.allCases.filter { platforms.contains($0.platform) }
    let exchanges = try await load(url, as: clients, rendition.digest)
    return answer(HostedAsset(url, platforms: platforms, exchanges: exchanges), rendition)
  }

  /// The last client is Chrome, if it may show the medium: it offers servers more formats than the others do, so that one which
  /// converts pictures would do so for it. Where it gets the very bytes, and nothing says that it depends on who asks, the others
  /// get them too.
  private func load(
    _ url: String, as clients: [LoadingClient], _ digest: ContentDigest
  ) async throws -> [Exchange] {
    let loader = try idle.withLock { $0.popLast() } ?? makeLoader()
    defer { idle.withLock { $0.append(loader) } }
    let first = await loader.load(url, as: clients.suffix(1))
    // A server that says nothing for as long as one client waits is not waited for once more.
    guard let exchange = first.first, !exchange.isForEveryone(digest), !exchange.hasTimedOut else {
      return clients.flatMap { client in first.map { Exchange(client, hops: $0.hops, end: $0.end) } }
    }
    return await loader.load(url, as: clients.dropLast()) + first
  }

  /// The address is the user's own, so that it may lie in a private network.
  private func makeLoader() throws -> AssetLoader {
    try AssetLoader(certificateFile: nil, longestTime: longestTime, mayConnect: { _ in true })
  }

  private func answer(_ hosted: HostedAsset, _ rendition: some DeliverableFile) -> URLVerifier.Answer {
    if let detail = hosted.exchanges.lazy.compactMap(\.environmentalDetail).first {
      return .unreachable(detail, hosted.url)
    }
    if let detail = hosted.exchanges.lazy.compactMap(\.passingDetail).first { return .busy(detail, hosted.url) }
    let rules = ResponseRules.all.diagnostics(about: .init(.url, hosted.url), in: hosted)
    var diagnostics = rules.filter { $0.severity == .error }
    if diagnostics.isEmpty, hosted.exchanges.contains(where: { $0.body?.digest != rendition.digest }) {
      diagnostics = [.unverified("the URL delivers other bytes than were published", hosted.url)]
    }
    if diagnostics.isEmpty, let redirect = hosted.exchanges.lazy.compactMap({ $0.hops.dropFirst().first }).first {
      diagnostics = [
        .unverified(
          "the URL redirects to \(redirect.url), which costs time and which some clients do not follow", hosted.url)
      ]
    }
    // A line that is slow now may be quicker in a moment.
    let mayMend =
      hosted.exchanges.contains { URLVerifier.Answer.mayMend($0.hops.last?.status) }
      || diagnostics.contains { $0.rule == ResponseRules.time.description.id }
    let status = hosted.exchanges.lazy.compactMap { $0.hops.last?.status }.first { $0 != 200 }
    return URLVerifier.Answer(
      diagnostics: diagnostics, mayMend: mayMend,
      brief: status.map { "it answers \($0)" } ?? "it does not deliver the file as it should")
  }
}

extension Exchange {
  fileprivate var environmentalDetail: String? {
    if case .failed(.environment(let detail)) = end { detail } else { nil }
  }

  /// What went wrong that may be otherwise in a while, whatever lies there; nil when nothing of the kind.
  fileprivate var passingDetail: String? {
    switch end {
    case .failed(.timedOut(let seconds)): return "no answer came to its end within \(seconds) s"
    // A connection that breaks on the way looks so, and says nothing of what lies there.
    case .failed(.truncated(let received, let announced)):
      return "its answer ends after \(received) of \(announced.map(String.init) ?? "more") bytes"
    default: break
    }
    guard let status = hops.last?.status, URLVerifier.Answer.isPassing(status) else { return nil }
    return "it answers \(status)"
  }

  fileprivate var hasTimedOut: Bool { if case .failed(.timedOut) = end { true } else { false } }

  fileprivate var body: LoadedBody? { if case .loaded(let body) = end { body } else { nil } }

  /// Whether any other client would get the same.
  fileprivate func isForEveryone(_ digest: ContentDigest) -> Bool {
    guard hops.count == 1, let answer = hops.first, answer.status == 200 else { return false }
    // What is packed for one client may not be for another, which does not offer to unpack it.
    return body?.digest == digest && !answer.variesWithClient && answer.header["Content-Encoding"] == nil
  }
}

extension Hop {
  /// Whether the answer depends on something that clients say differently
  /// (https://datatracker.ietf.org/doc/html/rfc9110#section-12.5.5).
  fileprivate var variesWithClient: Bool {
    let names = header["Vary"]?.split(separator: ",").map { $0.trimmed.lowercased() } ?? []
    return names.contains { name in
      ["*", "accept", "accept-language", "user-agent", "referer"].contains(name) || name.hasPrefix("sec-")
    }
  }
}
