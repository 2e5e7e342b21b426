public import Findings

/// The rules about the text of a URL.
public enum URLRules {
  /// For an asset that clients load.
  public static let all: [Rule<URLCandidate>] =
    anyURL + [
      port, reservedHost, certificate, relative, page, fileName, pathExtension, extensionInQuery, format, adminSDK,
      doubleEncoding, length,
    ] + ofSense

  /// What any address may be that was copied, cut or filled in wrongly.
  private static let ofSense = [
    noValue, escapedAmpersand, queryForm, trailingSign, signIn, preview, mailFilter, sample, expiry,
  ]

  /// Those of the rules that hold for what a tap opens, too: it may be a page, of any name.
  package static func ofLinks(_ rules: [Rule<URLCandidate>]) -> [Rule<URLCandidate>] {
    let ids = Set((ofSense + [userInfo, privateHost, port, certificate]).map(\.description.id))
    return rules.filter { ids.contains($0.description.id) }
  }

  /// Those of the rules that are for an asset that is loaded, so that the answer tells its type and whether it can be reached.
  package static func beforeLoading(_ rules: [Rule<URLCandidate>]) -> [Rule<URLCandidate>] {
    rules.filter { rule in
      ![privateHost, fileName, pathExtension, extensionInQuery, format].contains {
        $0.description.id == rule.description.id
      }
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

/// What is to be the URL of an asset, and the circumstances under which clients load it: what the rules look at.
public struct URLCandidate: Sendable {
  public let text: String
  /// The clients that load it.
  public private(set) var platforms: Set<Platform>
  /// For how many seconds from now a device may still load it.
  public let lifetime: Int
  /// The moment of the check, in seconds since 1970.
  public let now: Int
  /// Whether this machine and private networks are good enough, as for a trial.
  public let isTrial: Bool
  /// Whether it is opened by a tap, and no picture.
  let isLink: Bool
  /// The text taken apart, or why it cannot be.
  let url: Result<StrictURL, StrictURL.SyntaxError>
  /// The page that it leads to instead of a file.
  let page: SharedPage?
  /// What it leads to on the screen of whoever copied it.
  let copied: CopiedAddress?

  public init(
    _ text: String, platforms: Set<Platform> = Set(Platform.allCases), lifetime: Int = TimeToLive.maximumSeconds,
    now: Int = 0, isTrial: Bool = false
  ) {
    self.init(text, platforms: platforms, lifetime: lifetime, now: now, isTrial: isTrial, isLink: false)
  }

  init(_ text: String, platforms: Set<Platform>, lifetime: Int, now: Int, isTrial: Bool, isLink: Bool) {
    self.text = text
    self.isLink = isLink
    self.platforms = platforms
    self.lifetime = lifetime
    self.now = now
    self.isTrial = isTrial
    url = Result { () throws(StrictURL.SyntaxError) in try StrictURL(text) }
    page = (try? url.get()).flatMap(SharedPage.init)
    copied = (try? url.get()).flatMap(CopiedAddress.init)
  }

  /// The same for other clients.
  func loaded(by platforms: Set<Platform>) -> URLCandidate {
    var candidate = self
    candidate.platforms = platforms
    return candidate
  }

  /// Whether it is one that a page's own address has to complete: only browsers have such a page. `cdn.example.com/a.jpg` is none,
  /// but an absolute one that lacks its beginning.
  var isRelative: Bool {
    guard case .failure(.scheme) = url, !text.isEmpty else { return false }
    let first = text.prefix { $0 != "/" }
    return text.hasPrefix("/") || first.count == text.count || !first.contains(".") || first.hasPrefix(".")
  }

  /// The text taken apart; nil when it cannot be.
  var parsed: StrictURL? { try? url.get() }
}
