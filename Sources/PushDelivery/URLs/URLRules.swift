public import Findings

/// The rules about the text of a URL.
public enum URLRules {
  /// For an asset that clients load.
  public static let all: [Rule<URLCandidate>] =
    anyURL + [
      reservedHost, relative, fileName, pathExtension, extensionInQuery, format, adminSDK, doubleEncoding, expiry,
      length,
    ]

  /// Those of the rules that are for an asset that is loaded, so that the answer tells its type and whether it can be reached.
  package static func beforeLoading(_ rules: [Rule<URLCandidate>]) -> [Rule<URLCandidate>] {
    rules.filter { rule in
      ![privateHost, pathExtension, extensionInQuery, format].contains { $0.description.id == rule.description.id }
    }
  }

  /// For every URL that clients load, whatever it leads to.
  private static let anyURL = [syntax, scheme, userInfo, fragment, privateHost]

  /// Takes a URL apart and reports what every URL that clients load must not be; nil when it cannot be used. This
  /// machine and private networks are let through with a warning, for trials.
  static func check(
    _ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> StrictURL? {
    let candidate = URLCandidate(text, isTrial: true)
    let found = anyURL.diagnostics(about: subject, in: candidate)
    diagnostics += found
    return found.contains { $0.severity == .error } ? nil : candidate.parsed
  }
}

extension RuleExample {
  /// A message whose picture for Apple's systems has this URL.
  static func url(_ url: String) -> RuleExample {
    message(
      """
      "apns": {
        "payload": {"aps": {"mutable-content": 1}},
        "fcm_options": {"image": "\(url)"}
      }
      """)
  }
}

/// What is to be the URL of an asset, and the circumstances under which clients load it: what the rules look at.
public struct URLCandidate: Sendable {
  public let text: String
  /// The clients that load it.
  public let platforms: Set<Platform>
  /// For how many seconds from now a device may still load it.
  public let lifetime: Int
  /// The moment of the check, in seconds since 1970.
  public let now: Int
  /// Whether this machine and private networks are good enough, as for a trial.
  public let isTrial: Bool
  /// The text taken apart, or why it cannot be.
  let url: Result<StrictURL, StrictURL.SyntaxError>

  public init(
    _ text: String, platforms: Set<Platform> = Set(Platform.allCases), lifetime: Int = TimeToLive.maximumSeconds,
    now: Int = 0, isTrial: Bool = false
  ) {
    self.text = text
    self.platforms = platforms
    self.lifetime = lifetime
    self.now = now
    self.isTrial = isTrial
    url = Result { () throws(StrictURL.SyntaxError) in try StrictURL(text) }
  }

  /// Whether it is one that a page's own address has to complete: only browsers have such a page.
  var isRelative: Bool { text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("./") || text.hasPrefix("../") }

  /// The text taken apart; nil when it cannot be.
  var parsed: StrictURL? { try? url.get() }
}
