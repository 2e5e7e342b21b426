/// The rules about the text of a URL.
public enum AddressRules {
  public static let all: [Rule<AddressText>] = []
}

/// The text of a URL that clients are to load an asset from.
public struct AddressText: Hashable, Sendable {
  public var text: String
  /// The clients that load it.
  public var platforms: Set<Platform>
  /// For how many seconds from now a device may still load it.
  public var lifetime: Int
  /// The moment of the check, in seconds since 1970.
  public var now: Int

  public init(_ text: String, platforms: Set<Platform>, lifetime: Int, now: Int) {
    self.text = text
    self.platforms = platforms
    self.lifetime = lifetime
    self.now = now
  }
}
