public import Findings

/// The rules about the text of a URL.
public enum URLRules {
  /// For an asset that clients load.
  public static let all: [Rule<URLCandidate>] =
    anyURL + [
      port, reservedHost, certificate, relative, page, fileName, pathExtension, extensionInQuery, format, adminSDK,
      doubleEncoding, length,
    ] + ofSense

  /// URLs that were copied, cut or filled in wrongly.
  private static let ofSense = [
    noValue, escapedAmpersand, queryForm, trailingSign, signIn, preview, mailFilter, sample, expiry, writeAccess,
  ]

  /// The rules that also apply to a tap's URL: it may be a page with any name.
  package static func ofLinks(_ rules: [Rule<URLCandidate>]) -> [Rule<URLCandidate>] {
    let ids = Set((ofSense + [userInfo, privateHost, port, certificate, doubleEncoding]).map(\.description.id))
    return rules.filter { ids.contains($0.description.id) }
  }

  /// The rules for an asset that is loaded, so that the answer gives its type and whether it is reachable.
  package static func beforeLoading(_ rules: [Rule<URLCandidate>]) -> [Rule<URLCandidate>] {
    rules.filter { rule in
      ![privateHost, fileName, pathExtension, extensionInQuery, format].contains {
        $0.description.id == rule.description.id
      }
    }
  }

  /// The rules that the URL of a published file cannot break, whatever its folder: richpush makes its name, and it has no query.
  package static let ofNames = Set(
    [relative, fileName, pathExtension, extensionInQuery, escapedAmpersand, trailingSign, expiry].map(\.description.id))

  /// For every URL that clients load, whatever its target.
  private static let anyURL = [syntax, scheme, userInfo, fragment, privateHost]

  /// Parses a URL and reports what no loadable URL may have; nil if it cannot be used. This machine and private networks only get a
  /// warning, for trials.
  static func check(
    _ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> StrictURL? {
    let candidate = URLCandidate(text, isTrial: true)
    let found = anyURL.diagnostics(about: subject, in: candidate)
    diagnostics += found
    return found.contains { $0.severity == .error } ? nil : candidate.parsed
  }
}

/// A possible URL of an asset, and how clients load it: the subject of the rules.
public struct URLCandidate: Sendable {
  public let text: String
  /// The clients that load it.
  public private(set) var platforms: Set<Platform>
  /// For how many seconds from now a device may still load it.
  public let lifetime: Int
  /// The moment of the check, in seconds since 1970.
  public let now: Int
  /// Whether this machine and private networks are allowed, as in a trial.
  public let isTrial: Bool
  /// Whether a tap opens it, and it is not a picture.
  let isLink: Bool
  /// The parsed text, or its error.
  let url: Result<StrictURL, StrictURL.SyntaxError>
  /// Its page, if it is not a file.
  let page: SharedPage?
  /// Its page on the screen that it was copied from.
  let copied: CopiedAddress?

  public init(
    _ text: String, platforms: Set<Platform> = Set(Platform.allCases), lifetime: Int = TimeToLive.maximumSeconds,
    now: Int = 0, isTrial: Bool = false, isLink: Bool = false
  ) {
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

  /// Whether a page's URL must complete it: only browsers have such a page. `cdn.example.com/a.jpg` is not one, but an absolute URL without
  /// its beginning.
  var isRelative: Bool {
    guard case .failure(.scheme) = url, !text.isEmpty else { return false }
    let first = text.prefix { $0 != "/" }
    return text.hasPrefix("/") || first.count == text.count || !first.contains(".") || first.hasPrefix(".")
  }

  /// The parsed text; nil if it is not valid.
  var parsed: StrictURL? { try? url.get() }
}
