/// Spans of time as people write them.
package enum TimeSpan {
  /// Seconds in each unit.
  static let units: KeyValuePairs<Character, Int> = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

  /// The seconds of `90s`, `4h` or `2w`, and of a bare `0`; nil for anything else. One too long becomes the longest.
  package static func seconds(_ text: String) -> Int? {
    if text == "0" { return 0 }
    guard let unit = units.first(where: { $0.key == text.last })?.value,
      let count = PlainText.integer(String(text.dropLast())), count >= 0
    else { return nil }
    let (seconds, isOverflow) = count.multipliedReportingOverflow(by: unit)
    return isOverflow ? .max : seconds
  }
}
