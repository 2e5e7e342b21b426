/// A point in time (`google.protobuf.Timestamp`), in JSON an RFC 3339 string: `2026-10-23T15:01:30.500Z`.
public struct ProtobufTimestamp: Hashable, Sendable, Codable, RawRepresentable {
  /// Seconds since 1970-01-01T00:00:00Z without leap seconds; years 1 to 9999.
  public let seconds: Int64
  /// Nanoseconds beyond the whole seconds, 0 to 999,999,999, counted forwards also before 1970.
  public let nanoseconds: Int32

  /// Values outside the ranges give nil.
  public init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard (-62_135_596_800...253_402_300_799).contains(seconds), (0...999_999_999).contains(nanoseconds)
    else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads RFC 3339 with `Z` or an offset and up to nine digits behind the point. A 61st second is refused.
  public init?(rawValue: String) {
    guard let letter = rawValue.firstIndex(of: "T"), let day = CalendarDay(rawValue[..<letter]) else { return nil }
    let clock = rawValue[rawValue.index(after: letter)...]
    guard let zone = clock.firstIndex(where: { "Z+-".contains($0) }), let offset = offsetSeconds(clock[zone...]) else {
      return nil
    }
    let parts = clock[..<zone].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let time = secondOfDay(parts[0]),
      let nanoseconds = FractionalSeconds.nanoseconds(of: parts.dropFirst().first)
    else { return nil }
    self.init(seconds: day.daysSince1970 * secondsInDay + time - offset, nanoseconds: nanoseconds)
  }

  /// The JSON form, in UTC.
  public var rawValue: String {
    let (days, time) = floorDivide(seconds, by: secondsInDay)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, to: 2) }.joined(separator: ":")
    let fraction = FractionalSeconds.text(nanoseconds: nanoseconds)
    return "\(CalendarDay(daysSince1970: days))T\(clock)\(fraction)Z"
  }
}

private let secondsInDay: Int64 = 86_400

private func secondOfDay(_ text: Substring) -> Int64? {
  let texts = text.split(separator: ":", omittingEmptySubsequences: false)
  let parts = texts.compactMap { $0.isDigits(2...2) ? Int64($0) : nil }
  guard texts.count == 3, parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
  return parts[0] * 3600 + parts[1] * 60 + parts[2]
}

private func offsetSeconds(_ text: Substring) -> Int64? {
  guard text != "Z" else { return 0 }
  guard let seconds = secondOfDay(text.dropFirst() + ":00") else { return nil }
  return text.first == "-" ? -seconds : seconds
}

/// A span of time (`google.protobuf.Duration`), in JSON a string of seconds that ends in `s`: `3s`, `0.250s`.
///
/// Never negative, because nothing in a message can last less than 0 s.
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

/// How long FCM keeps a message for a device that is away.
public struct TimeToLive: Hashable, Sendable, Codable, RawRepresentable {
  /// 0 (now or never) to 2,419,200 (four weeks).
  public let seconds: Int

  /// The longest that FCM keeps a message, and its default: four weeks. Source: the API definition, `AndroidConfig.ttl`.
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
