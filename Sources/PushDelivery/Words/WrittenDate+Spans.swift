import Findings

/// Spans of days, and dates of East Asia.
extension WrittenDate {
  private static let marks = Set(table.rows("span").joined())
  private static let beginnings = Set(table.rows("begin").joined())
  /// Words of texts about something that gets another day.
  private static let moves = Set(table.rows("moved").joined())

  /// A span that ends before it begins: `20.–18. November`.
  static func backwardSpan(_ dates: [WrittenDate], _ words: [Substring]) -> String? {
    guard !words.contains(where: { moves.contains(String($0)) }) else { return nil }
    return dates.indices.lazy.compactMap { index -> String? in
      let (last, mark) = (dates[index], dates[index].place.lowerBound - 1)
      guard mark > 0, marks.contains(String(words[mark])) else { return nil }
      let first = index > 0 && dates[index - 1].place.upperBound == mark ? dates[index - 1] : nil
      guard first.map({ isBackwards($0, last) }) ?? isBackwards(at: mark, last, words) else { return nil }
      let span = words[(first?.place.lowerBound ?? mark - 1)..<last.place.upperBound].joined(separator: " ")
      return "the text has the span \(span.quoted), which ends before it begins"
    }.first
  }

  /// Without years, a span of two months may end in the next year.
  private static func isBackwards(_ first: WrittenDate, _ last: WrittenDate) -> Bool {
    if let start = first.year, let end = last.year {
      return [end, last.month, last.day].lexicographicallyPrecedes([start, first.month, first.day])
    }
    return first.year == nil && last.year == nil && first.month == last.month && first.day > last.day
  }

  /// Whether only the number of a day is before the dash: `20.–18. November`. Without points small numbers may be hours.
  private static func isBackwards(at mark: Int, _ last: WrittenDate, _ words: [Substring]) -> Bool {
    guard let day = dayNumber(words[mark - 1]), day > last.day, day < 24 || last.day > 10 else { return false }
    if words[mark - 1].last == "." { return true }
    return last.isInWords && last.day > 12
      && (words[mark] == "–" || mark > 1 && beginnings.contains(String(words[mark - 2])))
  }

  /// `2026年11月29日(日)`, `11月29日星期日`, `11/29(日)`, `11월 29일 일요일까지`. Nothing changes it.
  private nonisolated(unsafe) static let easternDate =
    /(?:([0-9]{4})\s?[年년]\s?)?([0-9]{1,2})\s?[月월\/]\s?([0-9]{1,2})\s?[日号號일]?\s?(?:[(（](?:星期|周|週)?([日月火水木金土一二三四五六天월화수목금토일])(?=[)）・･,、曜요])|(?:星期|礼拜|禮拜|周|週)([日天一二三四五六])|([日月火水木金土])曜|([월화수목금토일])요일)?[)）曜日요일]{0,3}\s?[0-9:：時시]{0,6}(まで|까지|截止|为止)?/

  static func eastern(in text: String) -> [WrittenDate] {
    // Most texts have no letter of theirs.
    guard text.utf8.contains(where: { (0xE3..<0xEE).contains($0) }) else { return [] }
    return text.matches(of: easternDate).compactMap { match -> WrittenDate? in
      let date = match.output
      let weekday = [date.4, date.5, date.6, date.7].lazy.compactMap(\.self).first
      guard let month = Int(date.2), let day = Int(date.3), (1...12).contains(month), (1...31).contains(day),
        weekday != nil || !date.0.contains("/")
      else { return nil }
      return WrittenDate(
        day: day, month: month, year: date.1.flatMap { Int($0) }, weekday: weekday.flatMap { weekdays[String($0)] },
        isEnd: date.8 != nil, isStart: false, isInWords: true, place: 0..<0)
    }
  }
}
