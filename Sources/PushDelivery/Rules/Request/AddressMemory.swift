public import Findings
import Synchronization

/// The findings of the rules about URLs for earlier requests: most requests of a file name one of few pictures.
///
/// It belongs to one question, because its keys do not include the rules and the time of the check.
final class AddressMemory: Sendable {
  typealias Findings = [(rule: RuleDescription, finding: Finding)]

  /// The inputs of a finding.
  private struct Address: Hashable {
    let url: String
    let platforms: Set<Platform>
    let lifetime: Int
    let isLink: Bool
  }

  private let known = KnownResults<Address, Findings>()
  /// Most messages name one picture several times, for other clients: it is parsed once.
  private let last = Mutex<URLCandidate?>(nil)

  /// The most bytes of a URL that is kept: files name as many as they like.
  private static let longestAddress = 2048

  /// The findings for a URL, without its place in the request.
  ///
  /// - Parameters:
  ///   - lifetime: for how many seconds after sending a device may load it.
  ///   - isLink: whether a tap opens it. The picture shows in any case.
  func findings(
    of url: String, for platforms: Set<Platform>, _ lifetime: Int, isLink: Bool, _ question: RequestFile.Question
  ) -> Findings {
    let address = Address(url: url, platforms: platforms, lifetime: lifetime, isLink: isLink)
    if let findings = known[address] { return findings }
    let last = self.last.withLock { $0 }
    let candidate =
      last.flatMap { $0.text == url && $0.isLink == isLink && $0.lifetime == lifetime ? $0.loaded(by: platforms) : nil }
      ?? URLCandidate(
        url, platforms: platforms, lifetime: lifetime, now: question.now, isTrial: question.isTrial, isLink: isLink)
    let findings = Self.findings(candidate, isLink ? Self.rules(for: candidate, question) : question.rules.urls)
    guard url.utf8.count <= Self.longestAddress else { return findings }
    known[address] = findings
    self.last.withLock { $0 = candidate }
    return findings
  }

  /// Those for a link; an app may read another scheme, if it has a value.
  private static func rules(for link: URLCandidate, _ question: RequestFile.Question) -> [Rule<URLCandidate>] {
    let isPage = link.parsed.map { ["https", "http"].contains($0.scheme) } ?? false
    return URLRules.ofLinks(question.rules.urls).filter {
      isPage || $0.description.id == URLRules.noValue.description.id
    }
  }

  private static func findings(_ candidate: URLCandidate, _ rules: [Rule<URLCandidate>]) -> Findings {
    rules.flatMap { rule in
      rule.find(candidate).compactMap { finding in
        guard var finding = finding.limited(to: candidate.platforms, of: rule.description) else { return nil }
        // To the API, empty is not set.
        if candidate.text.isEmpty { (finding.severity, finding.consequences) = (.warning, Consequence.forAll(.shown)) }
        if candidate.isLink { finding.consequences = Consequence.forAll(.shown) }
        return (rule.description, finding)
      }
    }
  }
}

/// A URL that a request names.
public struct NamedAsset: Hashable, Sendable {
  public var url: String
  /// The clients that load it.
  public var platforms: Set<Platform>
  /// For how many seconds after sending a device may load it.
  public var lifetime: Int
  /// The site whose service worker shows it, from the first message with a link.
  public var site: WebOrigin?
  public var role: Role

  /// Its purpose.
  public enum Role: Hashable, Sendable {
    /// The picture of the notification.
    case picture
    /// A small one next to the texts in browsers; without it they show their own.
    case icon
  }
}

extension RequestFile {
  /// The URLs in the requests, each once, with the clients that load it and how long they may. A URL that is a picture in one request
  /// counts as a picture.
  public var assets: [NamedAsset] {
    var assets: [NamedAsset] = []
    var indices: [String: Int] = [:]
    func add(_ field: ImageField, _ role: NamedAsset.Role, of document: RequestDocument) {
      guard let url = field.url, !url.isEmpty, !TextRemains.isPlaceholder(url) else { return }
      if let index = indices[url] {
        assets[index].platforms.formUnion(field.platforms)
        assets[index].lifetime = max(assets[index].lifetime, document.lifetime)
        assets[index].site = assets[index].site ?? document.site
      } else {
        indices[url] = assets.count
        assets.append(
          NamedAsset(
            url: url, platforms: field.platforms, lifetime: document.lifetime, site: document.site, role: role))
      }
    }
    for document in documents {
      for image in document.images { add(image, .picture, of: document) }
    }
    for document in documents {
      for icon in document.webIcons { add(icon, .icon, of: document) }
    }
    return assets
  }
}

extension RequestDocument {
  /// The URL for a tap in a browser: FCM's service worker opens only its own site.
  fileprivate var site: WebOrigin? { text("webpush", "fcm_options", "link").flatMap(WebOrigin.init) }

  /// For how many seconds after sending a device may get the message: four weeks if one platform has no limit.
  var lifetime: Int {
    let isForAndroidAlone = !images.isEmpty && images.allSatisfy { $0.platforms == [.android] }
    guard isForAndroidAlone, let text = text("android", "ttl") ?? text("android_v2", "ttl") else {
      return TimeToLive.maximumSeconds
    }
    return TimeToLive(rawValue: text)?.seconds ?? TimeToLive.maximumSeconds
  }
}
