public import Findings

/// The rules about a server's answers when clients load an asset.
public enum ResponseRules {
  public static let all: [Rule<HostedAsset>] = connection + redirects + [status] + types + browsers + transfer

  /// A rule that is silent about clients that should not show the asset.
  static func rule(_ id: String, find: @escaping @Sendable (HostedAsset) -> [Finding]) -> Rule<HostedAsset> {
    let description = RuleDescription(id)
    return Rule(description) { asset in find(asset).compactMap { $0.limited(to: asset.platforms, of: description) } }
  }
}

/// The responses that Chrome loads but blocks for a site.
extension ResponseRules {
  static let browsers = [resourcePolicy, opaqueResponse]

  package static let resourcePolicy = obstacle(.resourcePolicy)
  package static let opaqueResponse = obstacle(.opaqueResponse)
}

// What keeps clients from showing it, or may.
extension ResponseRules {
  /// A rule that is only about obstacles.
  static func obstacle(_ id: ObstacleRule) -> Rule<HostedAsset> { rule(id.rawValue) { $0.obstacles(id) } }
}

extension HostedAsset {
  /// Those of the clients that should show it, by name.
  func names(_ platforms: Set<Platform>) -> String {
    platforms.intersection(self.platforms).sorted().map(\.displayName).joined(separator: ", ")
  }

  /// The obstacles that a rule reports: clients with the same one together, in order.
  func obstacles(_ rule: ObstacleRule) -> [Finding] {
    var found: [(words: ObstacleWords, consequence: Consequence, platforms: Set<Platform>)] = []
    for exchange in exchanges {
      for obstacle in exchange.obstacles(site: site) {
        guard let words = ObstacleWords(obstacle, site), words.rule == rule else { continue }
        if let index = found.firstIndex(where: { $0.words == words && $0.consequence == obstacle.consequence }) {
          found[index].platforms.insert(exchange.client.platform)
        } else {
          found.append((words, obstacle.consequence, [exchange.client.platform]))
        }
      }
    }
    return found.map { words, consequence, platforms in
      Finding(
        words.message.replacing("{clients}", with: names(platforms)), severity: words.severity, remedy: words.remedy,
        platforms: platforms, consequence: consequence)
    }
  }
}

/// The rules that report obstacles.
enum ObstacleRule: String {
  case contentEncoding = "http.content-encoding"
  case contentType = "http.content-type"
  case framing = "http.framing"
  case opaqueResponse = "http.opaque-response"
  case redirectScheme = "http.redirect-scheme"
  case resourcePolicy = "http.resource-policy"
  case status = "http.status"
  case tls = "http.tls"
}

/// How a rule reports an obstacle.
private struct ObstacleWords: Hashable {
  let rule: ObstacleRule
  /// With `{clients}` for their names.
  let message: String
  var severity: Diagnostic.Severity?
  var remedy: String?
}

extension ObstacleWords {
  /// nil if rules with more knowledge report it.
  init?(_ obstacle: Obstacle, _ site: WebOrigin?) {
    let isSure = obstacle.consequence == .textAlone
    let severity: Diagnostic.Severity = isSure ? .error : .warning
    switch obstacle.kind {
    case .status(let status):
      self.init(
        rule: .status, message: "the server answers {clients} with status \(status), so there is no picture",
        remedy: ServerState.remedy(status))
    case .interimAnswer(let status):
      self.init(
        rule: .status,
        message:
          "the server sends an interim answer (\(status)) first, which Android takes for the whole: it has no picture",
        remedy: "do not send early hints to clients that speak HTTP/1.1")
    case .redirect(let target), .load(.blockedRedirect(let target)):
      let address = target.maskingUserInfo.quoted
      self.init(
        rule: .redirectScheme,
        message: "it redirects to \(address), where clients \(isSure ? "do" : "may") not follow ({clients})")
    case .coding(let name):
      let words =
        "Content-Encoding is \(name.quoted), and the bytes \(isSure ? "are" : "may be") no picture to {clients}"
      self.init(rule: .contentEncoding, message: words, severity: severity)
    case .framing(let fault):
      let words = "\(fault), and the client \(isSure ? "gives" : "may give") the answer up"
      self.init(rule: .framing, message: words, severity: severity)
    case .resourcePolicy(let value):
      let end =
        site.map { ", and \($0.text) is another: Chrome blocks it" }
        ?? ": Chrome shows it on a site of its own alone, and which site shows it was not said"
      self.init(
        rule: .resourcePolicy, message: "Cross-Origin-Resource-Policy is \(value.quoted)\(end)",
        severity: site == nil ? .warning : nil)
    case .opaqueResponse(let reason):
      self.init(rule: .opaqueResponse, message: "\(reason): Chrome shows it on no other site")
    case .drawing:
      self.init(
        rule: .contentType,
        message: "Content-Type decides whether Chrome draws it as SVG, and it does not fit the bytes")
    case .load(.insecure(let detail)):
      self.init(rule: .tls, message: "no secure connection comes about: \(detail)")
    case .load, .time, .attachment: return nil
    }
  }
}

/// Whether clients reach the server, and trust it.
extension ResponseRules {
  static let connection = [tls, privateAddress]

  package static let tls = obstacle(.tls)

  static let privateAddress = rule("http.private-address") { asset in
    let loadError = asset.loadErrors { if case .privateAddress(let address) = $0 { address } else { nil } }
    return loadError.map {
      [Finding("it leads to \($0.detail), which is no public address: no phone reaches it", platforms: $0.platforms)]
    } ?? []
  }
}

/// Clients' answers from one URL.
public struct HostedAsset: Hashable, Sendable {
  /// As it was checked.
  public var url: String
  /// The clients that should show it.
  public var platforms: Set<Platform>
  /// One for each client.
  public var exchanges: [Exchange]
  /// The site whose service worker shows web notifications with it; nil if unknown.
  public var site: WebOrigin?

  public init(_ url: String, platforms: Set<Platform>, exchanges: [Exchange], site: WebOrigin? = nil) {
    self.url = url
    self.platforms = platforms
    self.exchanges = exchanges
    self.site = site
  }
}
