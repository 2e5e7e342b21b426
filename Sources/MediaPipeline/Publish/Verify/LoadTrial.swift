import Findings
import MediaFacts
import PushDelivery
import Synchronization

/// Loads the bytes as clients do and compares them with the published ones. Connections are kept for the next URL.
final class LoadTrial: Sendable {
  private let idle = Mutex<[AssetLoader]>([])
  private let longestTime: Duration
  private let site: SiteLookup

  /// - Parameter longestTime: for each client, if less than its own.
  init(site: @escaping SiteLookup, longestTime: Duration) { (self.site, self.longestTime) = (site, longestTime) }

  func answer(of url: String, delivering rendition: some DeliverableFile) async throws -> URLVerifier.Answer {
    // Those that must show files of this format.
    let clients = LoadingClient.allCases.filter {
      EveryClient.formats.contains(rendition.mediaFormat) || $0.platform == .ios
    }
    let exchanges = try await load(url, as: clients, rendition.digest)
    return answer(HostedAsset(url, platforms: Set(clients.map(\.platform)), exchanges: exchanges), rendition)
  }

  /// The last client is Chrome, if it may show the medium: it offers servers the most formats, so a server that converts pictures would do
  /// so for it. If it gets the right bytes, and the response does not depend on the client, the others get them too.
  private func load(_ url: String, as clients: [LoadingClient], _ digest: ContentDigest) async throws -> [Exchange] {
    // The address is the user's own, so it may be in a private network.
    let loader =
      try idle.withLock { $0.popLast() }
      ?? AssetLoader(certificateFile: nil, longestTime: longestTime, mayConnect: { _ in true })
    defer { idle.withLock { $0.append(loader) } }
    let first = await loader.load(url, as: clients.suffix(1))
    // A server that does not answer within one client's time is not tried again.
    guard let exchange = first.first, !exchange.isForEveryone(digest) || !exchange.isTrusted(by: clients),
      !exchange.hasTimedOut
    else { return clients.flatMap { client in first.map { Exchange(client, hops: $0.hops, end: $0.end) } } }
    return await loader.load(url, as: clients.dropLast()) + first
  }

  private func answer(_ hosted: HostedAsset, _ rendition: some DeliverableFile) -> URLVerifier.Answer {
    let exchanges = hosted.exchanges
    if let detail = exchanges.lazy.compactMap(\.environmentalDetail).first {
      var answer = URLVerifier.Answer.unreachable(detail, hosted.url)
      if exchanges.contains(where: \.isPermanent) { answer.mostAttempts = 1 }
      // A redirect may lead to another host.
      answer.absence = exchanges.lazy.compactMap { $0.hops.isEmpty ? $0.undeliveredDetail : nil }.first
      return answer
    }
    if let detail = exchanges.lazy.compactMap(\.passingDetail).first { return .busy(detail, hosted.url) }
    let judgement = DeliveryJudgement(hosted, site: site)
    let pages = exchanges.compactMap { $0.pageType(insteadOf: rendition.digest) }
    if let type = pages.first {
      // What is wrong with the page itself does not matter.
      return .page(type, pages.count == exchanges.count ? [] : judgement.errors, hosted.url)
    }
    guard judgement.errors.isEmpty else {
      var refusal = refusal(of: hosted, judgement.errors)
      refusal.deliversBytes = exchanges.allSatisfy { $0.body?.digest == rendition.digest }
      return refusal
    }
    // Clients may show it, but nothing was loaded here that proves it.
    let doubt = judgement.warnings.first { $0.rule == ResponseRules.status.description.id }
    if let doubt, exchanges.contains(where: { $0.body == nil }) {
      let unloaded = Diagnostic(.destinationUnverified, doubt.subject, doubt.message, remedy: doubt.remedy)
      return .init(diagnostics: [unloaded])
    }
    if exchanges.contains(where: { $0.body?.digest != rendition.digest }) {
      return .init(diagnostics: [.unverified("the URL delivers other bytes than were published", hosted.url)])
    }
    if let redirect = exchanges.lazy.compactMap({ $0.hops.dropFirst().first }).first {
      let message = "the URL redirects to \(redirect.url), which costs time and which some clients do not follow"
      return .init(diagnostics: [.unverified(message, hosted.url)])
    }
    return judgement.late.isEmpty
      ? .init(diagnostics: [], warnings: judgement.warnings) : .slow(judgement.late, hosted.url)
  }

  /// The errors by the rules of `check`, and whether they may pass: the server is busy, or the file has not arrived yet.
  private func refusal(of hosted: HostedAsset, _ errors: [Diagnostic]) -> URLVerifier.Answer {
    let statuses = hosted.exchanges.map { $0.hops.last?.status }
    let status = statuses.compactMap(\.self).first { $0 != 200 }
    return URLVerifier.Answer(
      diagnostics: errors,
      isTransient: statuses.contains { $0.map { AbsentStatus.all.contains($0) || ServerState.isPassing($0) } ?? true },
      mostAttempts: hosted.exchanges.contains(where: \.isPermanent) ? 1 : nil, status: status,
      brief: status.map { "it answers \($0)" } ?? errors.first?.message ?? "")
  }
}

extension Exchange {
  /// A failure that may pass, whatever the file; nil without one.
  fileprivate var passingDetail: String? {
    if case .failed(.timedOut(let seconds)) = end { return "no answer came to its end within \(seconds) s" }
    return cutDetail ?? passingStatusDetail
  }

  /// The type of a response with status 200 that is neither the file nor a picture or video; nil otherwise. Bytes that the server says are a
  /// picture or video are the file's for it, and stay as they are: a name has its file's digest.
  fileprivate func pageType(insteadOf digest: ContentDigest) -> String? {
    guard let answer = hops.last, answer.status == 200, answer.header["Content-Encoding"] == nil, let body,
      body.digest != digest, body.format == nil
    else { return nil }
    guard let type = answer.header["Content-Type"].map(MediaType.essence) else { return "no Content-Type" }
    return ["image/", "video/"].contains { type.hasPrefix($0) } ? nil : type
  }

  /// Whether the server's certificate is of use to all of these clients.
  fileprivate func isTrusted(by clients: [LoadingClient]) -> Bool {
    guard let certificate = hops.first?.certificate else { return true }
    return clients.allSatisfy { $0.refusal(of: certificate, isPublic: true) == nil }
  }

  /// Whether other clients would get the same.
  fileprivate func isForEveryone(_ digest: ContentDigest) -> Bool {
    guard hops.count == 1, let answer = hops.first, answer.status == 200 else { return false }
    // A file packed for one client may not be for another, which does not offer to unpack it.
    return body?.digest == digest && !answer.variesWithClient && answer.header["Content-Encoding"] == nil
  }
}

extension Hop {
  /// Whether the response depends on fields that differ by client (https://datatracker.ietf.org/doc/html/rfc9110#section-12.5.5).
  fileprivate var variesWithClient: Bool {
    let names = header["Vary"]?.split(separator: ",").map { $0.trimmed.lowercased() } ?? []
    return names.contains { name in
      ["*", "accept", "accept-language", "user-agent", "referer"].contains(name) || name.hasPrefix("sec-")
    }
  }
}
