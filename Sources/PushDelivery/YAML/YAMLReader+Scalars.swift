package import Findings

/// Text, numbers, truth values and choices.
extension YAMLReader {
  /// Text that is not empty, exactly as written: `no`, `2:1` and `2024` are text here.
  package mutating func string(_ value: YAMLValue) -> String? {
    guard case .text(let text, _) = value.content else { return fail(value, expected: "text") }
    return string(text, at: value.subject)
  }

  /// - Parameter place: of the text; evaluated only if it has an error.
  mutating func string(_ text: String, at place: @autoclosure () -> Diagnostic.Subject) -> String? {
    // Most texts begin with a letter.
    if text.utf8.contains(where: { (0x21...0x7E).contains($0) }) || text.contains(where: { !$0.isWhitespace }) {
      return text
    }
    return fail(.setting("empty"), place())
  }

  /// A path or a machine-readable name: text without control characters.
  package mutating func path(_ value: YAMLValue) -> String? {
    guard let text = string(value) else { return nil }
    return path(text, at: value.subject)
  }

  /// - Parameter place: of the text; evaluated only if it has an error.
  mutating func path(_ text: String, at place: @autoclosure () -> Diagnostic.Subject) -> String? {
    guard let text = string(text, at: place()) else { return nil }
    if !text.hasControls { return text }
    return fail(.setting("controls", text.quoted), place())
  }

  /// The path of a file or a folder of this machine, without shell syntax.
  package mutating func filePath(_ value: YAMLValue) -> String? {
    guard let text = path(value) else { return nil }
    guard let foreign = ForeignPath(text) else { return text }
    return fail(.setting("path", text.quoted, foreign.reason, foreign.remedy), value.subject)
  }

  /// `true` or `false`; `yes`, `no`, `on` and `off` also work.
  package mutating func bool(_ value: YAMLValue) -> Bool? {
    if let truth = value.unquotedText.flatMap(PlainText.bool) { return truth }
    return fail(value, expected: "`true` or `false` without quotes")
  }

  mutating func name(_ value: YAMLValue, among names: [String]) -> String? {
    let all = names.map(\.quoted).joined(separator: ", ")
    guard case .text(let name, _) = value.content else { return fail(value, expected: "one of " + all) }
    if names.contains(name) { return name }
    // A truth value gets no suggestion: the most similar choice may mean the opposite.
    let nearest = PlainText.bool(name) == nil ? NearestName.find(name, among: names)?.quoted ?? "" : nil
    report(
      .setting("choice", name.quoted, all), value.subject,
      remedy: nearest.map { "the nearest is \($0)" } ?? "write one of " + all)
    // The errors of what hangs on it are reported in the same round.
    return names.first { $0 == name.lowercased().replacing("_", with: "-") }
  }

  /// A whole number in decimal digits within `range`; `_` may group them.
  ///
  /// `limit` is the client's limit if it is the upper bound, so that the diagnostic can explain it.
  package mutating func integer(_ value: YAMLValue, in range: ClosedRange<Int>, limit: ClientLimit? = nil) -> Int? {
    guard let text = value.unquotedText, let number = PlainText.integer(text) else {
      return fail(value, expected: "a whole number in decimal digits without quotes, as in `300_000`")
    }
    if range.contains(number) { return number }
    guard let limit, number > range.upperBound else { return outOf(range, text, value.subject) }
    return fail(
      .setting("limit", text.quoted, "\(limit.value)", limit.reason, "\(limit.value)", limit.source), value.subject)
  }

  /// A decimal number within `range`.
  package mutating func number(_ value: YAMLValue, in range: ClosedRange<Double>) -> Double? {
    guard let text = value.unquotedText, let number = PlainText.number(text) else {
      return fail(value, expected: "a decimal number without quotes, as in `0.5`")
    }
    return range.contains(number) ? number : outOf(range, text, value.subject)
  }

  private mutating func outOf<Number>(
    _ range: ClosedRange<Number>, _ text: String, _ subject: Diagnostic.Subject
  ) -> Number? {
    fail(.setting("range", text.quoted, "\(range.lowerBound)", "\(range.upperBound)"), subject)
  }
}

/// The meaning of unquoted text if a key needs a number or a truth value.
enum PlainText {
  /// Decimal digits, with `_` between them and a sign before them. Hexadecimal, octal and base-60 numbers, which some YAML readers know, do
  /// not count. A number that does not fit an Int becomes the nearest one.
  static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let groups = (isNegative ? text.dropFirst() : text[...]).split(separator: "_", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else { return nil }
    let digits = groups.joined()
    guard digits == "0" || !digits.hasPrefix("0") else { return nil }
    return Int((isNegative ? "-" : "") + digits) ?? (isNegative ? .min : .max)
  }

  /// Decimal digits with at most one point, and a sign before them.
  static func number(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.utf8.contains(where: isDigit), digits.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// YAML 1.1's words for true and false.
  static func bool(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}
