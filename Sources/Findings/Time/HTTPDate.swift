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

  /// The seconds since 1970; nil if the text is not a date. Recipients must take all three forms. The name of the day is not checked.
  public static func seconds(_ text: String) -> Int? {
    if let fixed = text.wholeMatch(of: #/[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) ([\d:]{8}) GMT/#) {
      return seconds(year: fixed.3, month: fixed.2, day: fixed.1, time: fixed.4)
    }
    if let asctime = text.wholeMatch(of: #/[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) ([\d:]{8}) (\d{4})/#) {
      return seconds(year: asctime.4, month: asctime.1, day: asctime.2, time: asctime.3)
    }
    guard let old = text.wholeMatch(of: #/[A-Z][a-z]+day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) ([\d:]{8}) GMT/#) else {
      return nil
    }
    // A two-digit year is within the last hundred years; nothing writes this form after 2069.
    return seconds(year: (old.3 < "70" ? "20" : "19") + old.3, month: old.2, day: old.1, time: old.4)
  }

  private static func seconds(
    year: some StringProtocol, month: Substring, day: Substring, time: Substring
  ) -> Int? {
    guard let month = months.firstIndex(of: String(month)), let day = Int64(day.drop { $0 == " " }),
      let date = CalendarDay("\(year)-\(padded(Int64(month) + 1, to: 2))-\(padded(day, to: 2))"),
      let clock = time.wholeMatch(of: #/(\d{2}):(\d{2}):(\d{2})/#),
      let hours = Int(clock.1), let minutes = Int(clock.2), let seconds = Int(clock.3),
      // A minute may have a leap second.
      hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    return Int(date.daysSince1970) * 86_400 + hours * 3600 + minutes * 60 + seconds
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A moment as cookies write it, in any order and with any separators (https://datatracker.ietf.org/doc/html/rfc6265#section-5.1.1).
package enum CookieDate {
  /// The seconds since 1970; nil if the text is not a date.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":")) }
    var (clock, day, month, year): ([Int64]?, Int64?, Int64?, Int64?)
    for word in words {
      if clock == nil, let found = time(word) {
        clock = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(of: word.prefix(3).lowercased()) {
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
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2], hours < 24,
      minutes < 60, seconds < 60
    else { return nil }
    return [hours, minutes, seconds]
  }

  /// The number at the start of a word, if it has so many digits.
  private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int64? {
    let text = word.prefix { ("0"..."9").contains($0) }
    return digits.contains(text.count) ? Int64(text) : nil
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
