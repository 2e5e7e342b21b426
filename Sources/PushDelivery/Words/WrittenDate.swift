import Findings

/// A date in a text for people: `Saturday, 29 November 2026`, `bis 28.11.2025`, `November 29`.
struct WrittenDate: Hashable, Sendable {
  let day: Int
  let month: Int
  /// nil if it is not written.
  let year: Int?
  /// The name of the day before it, from 0 for Sunday.
  let weekday: Int?
  /// Whether it is the last day of something.
  let isEnd: Bool
  /// Whether it is the first day of something.
  let isStart: Bool
  /// Whether its month is a word: numbers may be a version.
  let isInWords: Bool
  /// Its place in the words of the text.
  let place: Range<Int>
}

extension WrittenDate {
  static let table = WordTable("texts/dates.txt")
  static let weekdays = numbers("day")
  /// Those of languages that write them after the date.
  private static let laterWeekdays = numbers("later-day")
  private static let months = numbers("month")
  private static let ends = Set(table.rows("until").joined())
  private static let starts = Set(table.rows("since").joined())
  /// Words after a day on which something was bought.
  private static let purchases = Set(table.rows("bought").joined())
  /// The words for hours.
  private static let meetings = Set(table.rows("meeting").joined())
  private static let links = Set(table.rows("link").joined())

  private static func numbers(_ kind: String) -> [String: Int] {
    let rows = table.rows(kind).flatMap { row in row.dropFirst().map { ($0, Int(row[0]) ?? 0) } }
    return Dictionary(rows) { first, _ in first }
  }

  /// No text with a date that matters is longer.
  private static let longestText = 2000

  /// The days that a text names, each as month and day.
  static func days(in text: String) -> Set<[Int]> {
    guard text.utf8.count <= longestText, text.hasDigits(1...2) else { return [] }
    return Set((dates(in: words(of: text)) + eastern(in: text)).map { [$0.month, $0.day] })
  }

  /// Why a date or an hour of a text is probably wrong, as a sentence; nil for a good text.
  ///
  /// - Parameter now: in seconds since 1970; nil if unknown: then only dates with a year are judged.
  static func doubt(in text: String, now: Int?) -> String? {
    // Most texts lack the number of a day.
    guard text.utf8.count <= longestText, text.hasDigits(1...2) else { return nil }
    let words = words(of: text)
    let found = dates(in: words)
    let today = now.map { Int64($0).quotientAndRemainder(dividingBy: 86_400).quotient }
    return (found + eastern(in: text)).lazy.compactMap { $0.doubt(today: today) }.first
      ?? pastMeeting(found, words, today) ?? impossibleHour(words) ?? backwardSpan(found, words)
  }

  private static func dates(in words: [Substring]) -> [WrittenDate] {
    words.indices.compactMap { date(at: $0, in: words) }
  }

  /// An appointment whose last day is over: a date with a year, and an hour next to it.
  private static func pastMeeting(_ dates: [WrittenDate], _ words: [Substring], _ today: Int64?) -> String? {
    guard let today, !dates.contains(where: \.isStart), dates.contains(where: { $0.year != nil }),
      let last = dates.compactMap({ $0.calendarDay(near: today) }).max(by: { $0.daysSince1970 < $1.daysSince1970 }),
      last.daysSince1970 < today - 1,
      dates.contains(where: { date in
        words[max(0, date.place.lowerBound - 3)..<min(words.count, date.place.upperBound + 4)].contains {
          meetings.contains(String($0)) || isHour($0)
        }
      })
    else { return nil }
    return "the text names an appointment on \(last), which is over"
  }

  /// `19:00`, `19h`, `7pm`.
  private static func isHour(_ word: Substring) -> Bool {
    word.utf8.first.map(isDigit) == true
      && word.wholeMatch(of: /[0-9]{1,2}(?::[0-9]{2}(?:[ap]m)?|h(?:[0-9]{2})?|[ap]m)/) != nil
  }

  /// `25:30 Uhr`, `kl. 19.75`: next to a word for hours, since results of matches have such numbers as well.
  private static func impossibleHour(_ words: [Substring]) -> String? {
    words.indices.lazy.compactMap { index -> String? in
      let word = words[index]
      // The cheap questions first: a regular expression is read again each time.
      guard (4...5).contains(word.utf8.count), word.utf8.first.map(isDigit) == true,
        index > 0 && ["kl", "klo"].contains(words[index - 1])
          || index + 1 < words.count && ["uhr", "pm"].contains(words[index + 1]),
        let hour = word.wholeMatch(of: /([0-9]{1,2})[:.]([0-9]{2})/),
        Int(hour.1) ?? 0 > 24 || Int(hour.2) ?? 0 > 59
      else { return nil }
      return "the text has the hour \(String(hour.0).quoted), which no clock has"
    }.first
  }

  /// Numbers, and words in small letters. Signs between them do not count, except dashes, and those in dates of numbers alone.
  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { $0.isWhitespace || ",;()!?*\"„“”«»".contains($0) }.flatMap(ends)
      .map { word in word.last == "." && word.dropLast().contains(where: \.isLetter) ? word.dropLast() : word }
  }

  /// The three words of a span such as `20.–18.`; other words are one.
  private static func ends(of word: Substring) -> [Substring] {
    guard word.utf8.contains(where: { $0 == 0xE2 || $0 == UInt8(ascii: "-") }) else { return [word] }
    let isOfNumbers =
      word.utf8.allSatisfy { isDigit($0) || ".-".utf8.contains($0) } && (word.contains(".") || word.utf8.count < 6)
    let ends = word.split { $0 == "–" || $0 == "—" || isOfNumbers && $0 == "-" }
    return ends.count == 2 ? [ends[0], "–", ends[1]] : [word]
  }

  private static func date(at index: Int, in words: [Substring]) -> WrittenDate? {
    if let month = months[String(words[index])] { return date(of: month, at: index, in: words) }
    guard let parts = ofNumbers(words[index]) else { return nil }
    return WrittenDate(parts.day, parts.month, parts.year, at: index..<index + 1, in: words)
  }

  /// `29 November 2026`, `29. november`, `29 de noviembre de 2026`, `November 29th, 2026`.
  private static func date(of month: Int, at index: Int, in words: [Substring]) -> WrittenDate? {
    let gap = index > 1 && words[index - 1] == "de" ? 2 : 1
    if index >= gap, let day = dayNumber(words[index - gap]) {
      // In Croatian it is October, in Polish and Czech November.
      if day == 31, words[index] == "listopada" { return nil }
      let yearGap = index + 2 < words.count && words[index + 1] == "de" ? 2 : 1
      let year = index + yearGap < words.count ? yearNumber(words[index + yearGap]) : nil
      let place = index - gap..<index + (year == nil ? 1 : 1 + yearGap)
      return WrittenDate(day, month, year, at: place, in: words, isInWords: true)
    }
    guard index + 1 < words.count, let day = dayNumber(words[index + 1]) else { return nil }
    let year = index + 2 < words.count ? yearNumber(words[index + 2]) : nil
    // "In June 31 shops open" has no date.
    let isInWords = year != nil || !words[index + 1].allSatisfy(\.isNumber)
    let place = index..<index + (year == nil ? 2 : 3)
    return WrittenDate(day, month, year, at: place, in: words, isInWords: isInWords)
  }

  /// `28.11.2026`, `28.11.`, `2026-11-28` and `28/11/2026`; the order of `11/12/2026` is not known.
  private static func ofNumbers(_ word: Substring) -> (day: Int, month: Int, year: Int?)? {
    guard word.utf8.first.map(isDigit) == true else { return nil }
    if word.contains("-") {
      return CalendarDay(word).map { (Int($0.day), Int($0.month), Int($0.year)) }
    }
    if word.contains("/") {
      let parts = word.split(separator: "/").compactMap { Int($0) }
      guard parts.count == 3, 2000...2199 ~= parts[2], parts[0] > 12 || parts[1] > 12 || parts[0] == parts[1] else {
        return nil
      }
      let (day, month) = parts[0] > 12 ? (parts[0], parts[1]) : (parts[1], parts[0])
      return (1...12).contains(month) ? (day, month, parts[2]) : nil
    }
    var parts = word.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts[3].isEmpty { parts.removeLast() }
    guard parts.count == 3, let day = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month) else {
      return nil
    }
    if parts[2].isEmpty { return (day, month, nil) }
    return yearNumber(parts[2]).map { (day, month, $0) }
  }

  static func dayNumber(_ word: Substring) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let day = Int(digits), (1...31).contains(day), digits.count < 3,
      ["", ".", "st", "nd", "rd", "th", "er", "º", ":a", ":e"].contains(word[digits.endIndex...])
    else { return nil }
    return day
  }

  private static func yearNumber(_ word: Substring) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let rest = word[digits.endIndex...]
    guard digits.count == 4, let year = Int(digits), (1900...2199).contains(year),
      rest.allSatisfy({ ".:".contains($0) })
    else { return nil }
    return year
  }

  private init?(
    _ day: Int, _ month: Int, _ year: Int?, at place: Range<Int>, in words: [Substring], isInWords: Bool = false
  ) {
    guard (1...31).contains(day) else { return nil }
    let before = Self.place(before: place.lowerBound, in: words)
    let isSpan = before.map { words[..<$0].suffix(2).contains { Self.weekdays[String($0)] != nil } } ?? false
    // `Monday to Friday, 30 November to 4 December`: the date is the first day's.
    let early = isSpan ? nil : before.flatMap { Self.weekdays[String(words[$0])] }
    let next = place.upperBound < words.count ? String(words[place.upperBound]) : ""
    weekday = early ?? Self.laterWeekdays[next].flatMap { Self.endsSentence(place.upperBound - 1, words) ? nil : $0 }
    let end = early == nil ? before : before.flatMap { Self.place(before: $0, in: words) }
    // `Only tickets bought on …`, in languages that say it after the date.
    isEnd = !Self.purchases.contains(next) && end.map { Self.ends.contains(String(words[$0])) } ?? false
    isStart = end.map { Self.starts.contains(String(words[$0])) } ?? false
    (self.day, self.month, self.year, self.isInWords, self.place) = (day, month, year, isInWords, place)
  }

  /// Whether a point follows a word that is no number.
  private static func endsSentence(_ index: Int, _ words: [Substring]) -> Bool {
    words[index].base[words[index].endIndex...].first == "."
  }

  /// The last word before a place that is not one of the small words between.
  private static func place(before start: Int, in words: [Substring]) -> Int? {
    words[..<start].lastIndex { !links.contains(String($0)) }
  }
}

extension String {
  /// Whether so many digits follow each other somewhere, with none around them.
  func hasDigits(_ counts: ClosedRange<Int>) -> Bool {
    var count = 0
    for byte in utf8 {
      if isDigit(byte) {
        count += 1
      } else {
        if counts.contains(count) { return true }
        count = 0
      }
    }
    return counts.contains(count)
  }
}

extension WrittenDate {
  /// Why it is probably wrong, as a sentence; nil for a good date.
  private func doubt(today: Int64?) -> String? {
    guard let date = calendarDay(near: today) else {
      let isKnown = isInWords && (year != nil || today != nil && (month, day) != (2, 29))
      return isKnown ? "the text names day \(day) of month \(month), which does not exist" : nil
    }
    let days = date.daysSince1970
    // 1 January 1970 was a Thursday.
    let actual = Int(floorDivide(days + 4, by: 7).remainder)
    if let weekday, weekday != actual {
      return "the text has a \(Self.names[weekday]) before \(date), which is a \(Self.names[actual])"
    }
    // It may be evening elsewhere.
    if let today, year != nil, isEnd, days < today - 1 {
      return "the text names \(date) as the last day, which is over"
    }
    return nil
  }

  private static let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// Without a year the nearest such day.
  private func calendarDay(near today: Int64?) -> CalendarDay? {
    func date(_ year: Int) -> CalendarDay? {
      CalendarDay("\(padded(Int64(year), to: 4))-\(padded(Int64(month), to: 2))-\(padded(Int64(day), to: 2))")
    }
    if let year { return date(year) }
    guard let today else { return nil }
    let this = Int(CalendarDay(daysSince1970: today).year)
    return (this - 1...this + 1).compactMap(date).min { abs($0.daysSince1970 - today) < abs($1.daysSince1970 - today) }
  }
}
