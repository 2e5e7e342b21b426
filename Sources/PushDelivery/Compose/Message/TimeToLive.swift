/// How long FCM keeps a message for a device that is away.
public struct TimeToLive: Hashable, Sendable, Codable, RawRepresentable {
  /// 0 (now or never) to 2,419,200 (four weeks).
  public let seconds: Int

  /// The longest that FCM keeps a message, and what it does when a message does not say: four weeks.
  /// Source: the API definition, `AndroidConfig.ttl`.
  public static let maximumSeconds = 2_419_200

  /// Seconds outside 0 to four weeks give nil: FCM answers them with INVALID_ARGUMENT.
  public init?(seconds: Int) {
    guard (0...Self.maximumSeconds).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Reads the JSON form of a duration; fractions are rounded down as FCM does.
  public init?(rawValue: String) {
    guard let duration = ProtobufDuration(rawValue: rawValue) else { return nil }
    self.init(seconds: Int(clamping: duration.seconds))
  }

  /// The JSON form: `3600s`.
  public var rawValue: String { "\(seconds)s" }
}
