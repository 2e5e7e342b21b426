/// A notification on Android, in an `AndroidRemoteNotification`.
public struct AndroidNotificationV2: Hashable, Sendable {
  public var content: AndroidNotificationContent
  /// Together with the tag, names the notification that this one replaces.
  public var id: Int32?

  public init(_ content: AndroidNotificationContent = .init(), id: Int32? = nil) {
    self.content = content
    self.id = id
  }
}

extension AndroidNotificationV2: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try AndroidNotificationContent(from: decoder), id: try container.decodeIfPresent(Int32.self, forKey: .id))
  }

  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
  }

  private enum CodingKeys: String, CodingKey { case id }
}
