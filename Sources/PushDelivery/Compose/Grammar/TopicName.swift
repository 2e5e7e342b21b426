/// A topic's name: 1 to 900 letters, digits and `-_.~%`, without `/topics/`.
///
/// Source: the API definition of FCM HTTP v1, the topic resource's name.
public struct TopicName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...900).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.permits) else { return nil }
    self.rawValue = rawValue
  }

  /// Whether a byte may stand in a topic's name; labels for analytics are made of the same.
  static func permits(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }
}
