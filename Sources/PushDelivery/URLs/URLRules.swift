public import Findings

/// The rules about the text of a URL.
public enum AddressRules {
  /// For an asset that clients load.
  public static let all: [Rule<AddressText>] =
    anyURL + [
      relative, fileName, pathExtension, extensionInQuery, format, adminSDK, doubleEncoding, expiry, length,
    ]

  /// Those of the rules that are for an asset that is loaded, so that the answer tells its type and whether it can be reached.
  package static func beforeLoading(_ rules: [Rule<AddressText>]) -> [Rule<AddressText>] {
    rules.filter { rule in
      ![privateHost, pathExtension, extensionInQuery, format].contains { $0.description.id == rule.description.id }
    }
  }

  /// For every URL that clients load, whatever it leads to.
  static let anyURL = [syntax, scheme, userInfo, fragment, privateHost]
}

extension RuleExample {
  /// A message whose picture for Apple's systems has this address.
  static func address(_ url: String) -> RuleExample {
    message(
      """
      "apns": {
        "payload": {"aps": {"mutable-content": 1}},
        "fcm_options": {"image": "\(url)"}
      }
      """)
  }
}

/// The text of a URL that clients are to load an asset from.
public struct AddressText: Sendable {
  public let text: String
  /// The clients that load it.
  public let platforms: Set<Platform>
  /// For how many seconds from now a device may still load it.
  public let lifetime: Int
  /// The moment of the check, in seconds since 1970.
  public let now: Int
  /// Whether this machine and private networks are good enough, as for a trial.
  public let isTrial: Bool
  /// The URL taken apart, or why it cannot be.
  let url: Result<StrictURL, StrictURL.Problem>

  public init(
    _ text: String, platforms: Set<Platform> = Set(Platform.allCases), lifetime: Int = TimeToLive.maximumSeconds,
    now: Int = 0, isTrial: Bool = false
  ) {
    self.text = text
    self.platforms = platforms
    self.lifetime = lifetime
    self.now = now
    self.isTrial = isTrial
    url = Result { () throws(StrictURL.Problem) in try StrictURL(text) }
  }

  /// Whether it is one that a page's own address has to complete: only browsers have such a page.
  var isRelative: Bool { text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("./") || text.hasPrefix("../") }

  /// The URL taken apart; nil when it cannot be.
  var parsed: StrictURL? { try? url.get() }
}

/// What is wrong with a text that should be a URL for public use, whatever it leads to.
enum URLRules {
  /// Takes a URL apart and reports what every URL that clients load must not be; nil when it cannot be used. This
  /// machine and private networks are let through with a warning, for trials.
  static func check(
    _ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> StrictURL? {
    let address = AddressText(text, isTrial: true)
    let problems = AddressRules.anyURL.diagnostics(about: subject, in: address)
    diagnostics += problems
    return problems.contains { $0.severity == .error } ? nil : address.parsed
  }
}
