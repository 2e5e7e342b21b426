/// A day of the Gregorian calendar, years 1 to 9999.
public struct CalendarDay: Hashable, Sendable, CustomStringConvertible {
  public let year: Int64
  /// 1 to 12.
  public let month: Int64
  /// 1 to 31.
  public let day: Int64

  /// Reads `YYYY-MM-DD`; a day that does not exist gives nil.
  public init?(_ text: some StringProtocol) {
    let texts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard texts.map(\.utf8.count) == [4, 2, 2], texts.allSatisfy({ $0.isDigits(2...4) }) else { return nil }
    let parts = texts.compactMap { Int64($0) }
    guard parts.count == 3, parts[0] >= 1, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
    (year, month, day) = (parts[0], parts[1], parts[2])
    // 31 April reads back as 1 May.
    guard CalendarDay(daysSince1970: daysSince1970) == self else { return nil }
  }

  package init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = floorDivide(days + daysFromMarchOfYear0, by: daysInEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (daysInEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = (monthFromMarch + 2) % 12 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Years are counted from March, so that a leap day is the last day of its year.
  package var daysSince1970: Int64 {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysFromMarchOfYear0
  }

  public var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))" }
}

/// Days in the 400 years after which the Gregorian calendar repeats.
private let daysInEra: Int64 = 146_097
/// Days from 1 March of year 0 to 1 January 1970.
private let daysFromMarchOfYear0: Int64 = 719_468

package func floorDivide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

package func padded(_ number: Int64, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// The digits behind the decimal point of a second, as the JSON mapping of protocol buffers writes them.
enum FractionalSeconds {
  /// Nanoseconds of one to nine digits behind the point; nil text is 0. Anything else gives nil.
  static func nanoseconds(of digits: Substring?) -> Int32? {
    guard let digits else { return 0 }
    guard digits.isDigits(1...9) else { return nil }
    return Int32(digits + String(repeating: "0", count: 9 - digits.utf8.count))
  }

  /// Empty for 0, else a point and 3, 6 or 9 digits: as many as are needed.
  static func text(nanoseconds: Int32) -> String {
    guard nanoseconds != 0 else { return "" }
    let digits = padded(Int64(nanoseconds), to: 9)
    let count = [3, 6].first { digits.utf8.dropFirst($0).allSatisfy { $0 == UInt8(ascii: "0") } } ?? 9
    return "." + digits.prefix(count)
  }
}

/// A moment as fields such as `Date` and `Retry-After` write it: `Sun, 06 Nov 1994 08:49:37 GMT`
/// (https://datatracker.ietf.org/doc/html/rfc9110#section-5.6.7).
public enum HTTPDate {
  /// - Parameter seconds: since 1970, in UTC.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let day = CalendarDay(daysSince1970: days)
    // 1 January 1970 was a Thursday.
    let weekday = weekdays[Int(floorDivide(days, by: 7).remainder)]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
    return "\(weekday), \(padded(day.day, to: 2)) \(months[Int(day.month) - 1]) \(padded(day.year, to: 4)) \(time) GMT"
  }

  /// The seconds since 1970; nil if the text is not a date. Its parts may be in any order and with any separators, as cookies have them
  /// (https://datatracker.ietf.org/doc/html/rfc6265#section-5.1.1) and the three forms of HTTP.
  public static func seconds(_ text: String) -> Int? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":")) }
    var (clock, day, month, year): ([Int64]?, Int64?, Int64?, Int64?)
    for word in words {
      if clock == nil, let found = time(word) {
        clock = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(where: { $0.lowercased() == word.prefix(3).lowercased() }) {
        month = Int64(found) + 1
      } else if year == nil, let found = number(word, digits: 2...4) {
        year = found + (found < 70 ? 2000 : found < 100 ? 1900 : 0)
      }
    }
    guard let clock, let day, let month, let year,
      let date = CalendarDay("\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))")
    else { return nil }
    return Int(date.daysSince1970 * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
  }

  private static func time(_ word: Substring) -> [Int64]? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 1...2) }
    // A minute may have a leap second.
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2], hours < 24,
      minutes < 60, seconds <= 60
    else { return nil }
    return [hours, minutes, seconds]
  }

  /// The number at the start of a word, if it has so many digits.
  private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int64? {
    let text = word.prefix { ("0"..."9").contains($0) }
    return digits.contains(text.count) ? Int64(text) : nil
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
