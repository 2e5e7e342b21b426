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
