/// A topic's name: letters, digits and `-_.~%`, at least one and as many as `ClientLimit.topicNameCharacters`, without
/// `/topics/`.
///
/// Source: the API definition of FCM HTTP v1, the topic resource's name.
public struct TopicName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    let lengths = 1...ClientLimit.topicNameCharacters.value
    guard lengths.contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.permits) else { return nil }
    self.rawValue = rawValue
  }

  /// Whether a byte may stand in a topic's name; labels for analytics are made of the same.
  static func permits(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }
}
