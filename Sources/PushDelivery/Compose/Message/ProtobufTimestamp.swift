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
    let pattern =
      #/([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:[0-9]{2})/#
    guard let match = rawValue.wholeMatch(of: pattern),
      let day = CalendarDay(match.1), let time = secondOfDay(match.2), let offset = offsetSeconds(match.4),
      let nanoseconds = FractionalSeconds.nanoseconds(of: match.3)
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

/// A day of the Gregorian calendar, years 1 to 9999.
private struct CalendarDay: Hashable, CustomStringConvertible {
  let year: Int64
  let month: Int64
  let day: Int64

  /// Reads `YYYY-MM-DD`; a day that the calendar does not have gives nil.
  init?(_ text: Substring) {
    let parts = text.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 3, parts[0] >= 1, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
    (year, month, day) = (parts[0], parts[1], parts[2])
    // 31 April reads back as 1 May.
    guard CalendarDay(daysSince1970: daysSince1970) == self else { return nil }
  }

  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = floorDivide(days + daysFromMarchOfYear0, by: daysInEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (daysInEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = (monthFromMarch + 2) % 12 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Years are counted from March, so that a leap day is the last day of its year.
  var daysSince1970: Int64 {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysFromMarchOfYear0
  }

  var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))" }
}

private let secondsInDay: Int64 = 86_400
/// Days in the 400 years after which the Gregorian calendar repeats.
private let daysInEra: Int64 = 146_097
/// Days from 1 March of year 0 to 1 January 1970.
private let daysFromMarchOfYear0: Int64 = 719_468

private func secondOfDay(_ text: Substring) -> Int64? {
  let parts = text.split(separator: ":").compactMap { Int64($0) }
  guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
  return parts[0] * 3600 + parts[1] * 60 + parts[2]
}

private func offsetSeconds(_ text: Substring) -> Int64? {
  guard text != "Z" else { return 0 }
  guard let seconds = secondOfDay(text.dropFirst() + ":00") else { return nil }
  return text.first == "-" ? -seconds : seconds
}

private func floorDivide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func padded(_ number: Int64, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
