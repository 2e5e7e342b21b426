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

  package static let resourcePolicy = obstacle("http.resource-policy")
  package static let opaqueResponse = obstacle("http.opaque-response")
}

// What keeps clients from showing it, or may.
extension ResponseRules {
  /// A rule that is about obstacles, and about what `find` makes of them.
  static func obstacle(
    _ id: String, find: @escaping @Sendable (HostedAsset, _ obstacles: [Finding]) -> [Finding] = { $1 }
  ) -> Rule<HostedAsset> {
    rule(id) { find($0, $0.obstacles(id)) }
  }
}

extension HostedAsset {
  /// Those of the clients that should show it, by name.
  func names(_ platforms: Set<Platform>) -> String {
    platforms.intersection(self.platforms).sorted().map(\.displayName).joined(separator: ", ")
  }

  /// The obstacles that a rule reports: clients with the same one together, in order.
  fileprivate func obstacles(_ rule: String) -> [Finding] {
    exchanges.flatMap { exchange in
      exchange.obstacles(site: site).compactMap { $0.finding(of: rule, site, on: exchange.client.platform) }
    }.merged().map { finding in
      var finding = finding
      finding.message = finding.message.replacing("{clients}", with: names(finding.platforms ?? []))
      return finding
    }
  }
}

extension Obstacle {
  /// The finding of a rule, with `{clients}` for the clients' names; nil if another rule reports it.
  fileprivate func finding(of rule: String, _ site: WebOrigin?, on platform: Platform) -> Finding? {
    guard let (name, details) = details(site) else { return nil }
    let words = ErrorWords("obstacle", name, details)
    guard words.id.rawValue == rule else { return nil }
    let isDoubtful = ["coding", "framing"].contains(name) && consequence != .textAlone || name == "unknownSite"
    let remedy = if case .status(let status) = kind { ServerState.remedy(status) } else { words.remedy }
    return Finding(
      words.message, severity: isDoubtful ? .warning : nil, remedy: remedy, platforms: [platform],
      consequence: consequence)
  }

  /// Its name in the table of words, and their details; nil if rules with more knowledge report it.
  private func details(_ site: WebOrigin?) -> (name: String, details: [String])? {
    let isSure = consequence == .textAlone
    return switch kind {
    case .status(let status): ("status", ["\(status)"])
    case .interimAnswer(let status): ("interimAnswer", ["\(status)"])
    case .redirect(let target), .load(.blockedRedirect(let target)):
      ("redirect", [target.maskingUserInfo.quoted, isSure ? "do" : "may"])
    case .coding(let name): ("coding", [name.quoted, isSure ? "are" : "may be"])
    case .framing(let fault): ("framing", [fault, isSure ? "gives" : "may give"])
    case .resourcePolicy(let value): (site == nil ? "unknownSite" : "resourcePolicy", [value.quoted, site?.text ?? ""])
    case .opaqueResponse(let reason): ("opaqueResponse", [reason])
    case .drawing: ("drawing", [])
    case .load(.insecure(let detail)): ("insecure", [detail])
    case .load, .time, .attachment: nil
    }
  }
}

/// Whether clients reach the server, and trust it.
extension ResponseRules {
  static let connection = [tls, privateAddress]

  package static let tls = obstacle("http.tls")

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
