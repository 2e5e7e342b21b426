public import Findings

/// What clients got from one address.
public struct HostedAsset: Hashable, Sendable {
  /// As it was checked.
  public var url: String
  /// The clients that are to show it.
  public var platforms: Set<Platform>
  /// One for each client.
  public var exchanges: [Exchange]
  /// The site whose service worker shows web notifications with it; nil where nobody said.
  public var site: WebOrigin?

  public init(_ url: String, platforms: Set<Platform>, exchanges: [Exchange], site: WebOrigin? = nil) {
    self.url = url
    self.platforms = platforms
    self.exchanges = exchanges
    self.site = site
  }
}
