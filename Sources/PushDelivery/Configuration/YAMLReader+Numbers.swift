extension YAMLReader {
  /// A whole number in decimal digits, which `_` may group, within `range`.
  ///
  /// `limit` is the client's limit that is the range's upper bound, so that the diagnostic can say whose it is and why.
  package mutating func integer(
    _ value: YAMLValue?, in range: ClosedRange<Int>, limit: ClientLimit? = nil
  ) -> Int? {
    guard let value else { return nil }
    guard let text = value.unquotedText, let number = PlainText.integer(text) else {
      reportType(of: value, expected: "a whole number in decimal digits without quotes, as in `300_000`")
      return nil
    }
    guard range.contains(number) else {
      if let limit, number > range.upperBound {
        reportLimit(limit, text, value.subject)
      } else {
        reportRange("\(range.lowerBound) to \(range.upperBound)", text, value.subject)
      }
      return nil
    }
    return number
  }

  /// A decimal number within `range`.
  package mutating func number(_ value: YAMLValue?, in range: ClosedRange<Double>) -> Double? {
    guard let value else { return nil }
    guard let text = value.unquotedText, let number = PlainText.number(text) else {
      reportType(of: value, expected: "a decimal number without quotes, as in `0.5`")
      return nil
    }
    guard range.contains(number) else {
      reportRange("\(range.lowerBound) to \(range.upperBound)", text, value.subject)
      return nil
    }
    return number
  }

  private mutating func reportRange(_ range: String, _ text: String, _ subject: Diagnostic.Subject) {
    report(
      "configuration.range", subject, "\(text.quoted) is out of range", remedy: "write a number from \(range)")
  }

  private mutating func reportLimit(_ limit: ClientLimit, _ text: String, _ subject: Diagnostic.Subject) {
    report(
      "configuration.range", subject,
      "\(text.quoted) is more than \(limit.value), and a profile may only be stricter than the clients: \(limit.reason)",
      remedy: "write \(limit.value) or less (\(limit.source))")
  }
}
