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
