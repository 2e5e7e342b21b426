/// Whom a message goes to: exactly one of what FCM's `Message.target` allows.
public enum MessageTarget: Hashable, Sendable, Codable {
  /// A topic's name, without `/topics/`.
  case topic(String)
  /// A registration token (deprecated by FCM in favour of `fid`).
  case token(String)
  /// A Firebase installation identifier.
  case fid(String)
  /// A condition over topics.
  case condition(String)
}
