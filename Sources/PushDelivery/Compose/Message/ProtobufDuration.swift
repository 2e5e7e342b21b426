/// A span of time (`google.protobuf.Duration`), in JSON a string of seconds that ends in `s`: `3s`, `0.250s`.
///
/// Never negative, since nothing in a message can last less than no time.
public struct ProtobufDuration: Hashable, Sendable, Codable, RawRepresentable {
  /// Whole seconds, 0 to 315,576,000,000 (10,000 years: the range of `google.protobuf.Duration`).
  public let seconds: Int64
  /// Nanoseconds beyond the whole seconds, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Values outside the ranges give nil.
  public init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard (0...315_576_000_000).contains(seconds), (0...999_999_999).contains(nanoseconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads the JSON form with up to nine digits behind the point.
  public init?(rawValue: String) {
    guard rawValue.last == "s" else { return nil }
    let parts = rawValue.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].isDigits(1...12), let seconds = Int64(parts[0]),
      let nanoseconds = FractionalSeconds.nanoseconds(of: parts.dropFirst().first)
    else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// The JSON form.
  public var rawValue: String { "\(seconds)\(FractionalSeconds.text(nanoseconds: nanoseconds))s" }
}
