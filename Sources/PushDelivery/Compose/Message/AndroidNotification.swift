/// A notification on Android, in an `AndroidConfig`.
public struct AndroidNotification: Hashable, Sendable {
  public var content: AndroidNotificationContent
  /// When the system may show it in the app's place.
  public var proxy: Proxy?
  /// Deprecated by FCM in favour of `proxy`.
  public var bypassesProxyNotification: Bool?

  public init(
    _ content: AndroidNotificationContent = .init(), proxy: Proxy? = nil, bypassesProxyNotification: Bool? = nil
  ) {
    self.content = content
    self.proxy = proxy
    self.bypassesProxyNotification = bypassesProxyNotification
  }

  public enum Proxy: String, Hashable, Sendable, Codable, CaseIterable {
    case unspecified = "PROXY_UNSPECIFIED"
    case allow = "ALLOW"
    case deny = "DENY"
    /// Only for a message whose priority was lowered on its way.
    case ifPriorityLowered = "IF_PRIORITY_LOWERED"
  }
}

extension AndroidNotification: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try AndroidNotificationContent(from: decoder),
      proxy: try container.decodeIfPresent(Proxy.self, forKey: .proxy),
      bypassesProxyNotification: try container.decodeIfPresent(Bool.self, forKey: .bypassesProxyNotification))
  }

  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(proxy, forKey: .proxy)
    try container.encodeIfPresent(bypassesProxyNotification, forKey: .bypassesProxyNotification)
  }

  private enum CodingKeys: String, CodingKey {
    case proxy
    case bypassesProxyNotification = "bypass_proxy_notification"
  }
}
