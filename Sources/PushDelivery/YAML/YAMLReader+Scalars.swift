package import Findings

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
      .configurationRange, subject, "\(text.quoted) is out of range", remedy: "write a number from \(range)")
  }

  private mutating func reportLimit(_ limit: ClientLimit, _ text: String, _ subject: Diagnostic.Subject) {
    report(
      .configurationRange, subject,
      "\(text.quoted) is more than \(limit.value), and a profile may only be stricter than the clients: \(limit.reason)",
      remedy: "write \(limit.value) or less (\(limit.source))")
  }
}

/// What unquoted text means where a key asks for a number or a truth value.
enum PlainText {
  /// Decimal digits, with `_` between them and a sign before them. Hexadecimal, octal and base-60 numbers, which some
  /// YAML readers know, are none. What does not fit into an Int becomes the nearest one that does.
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

/// The ranges of the numbers in pipeline.yml, for its reader and its schema.
enum SettingRange {
  static let sourceBytes = 1_000...2_000_000_000
  static let sourcePixels = 1...1_000_000_000
  static let sourceFrames = 1...100_000
  static let transfers = 1...64
  /// 256 MiB to 1 TiB.
  static let workerMemory = 268_435_456...1_099_511_627_776
  static let workerSeconds = 1...3_600
  static let cacheBytes = 1_000_000...1_000_000_000_000
  static let stillBytes = 1_000...ClientLimit.composerImageBytes.value
  /// JPEG qualities; above 95 a file only grows.
  static let quality = 1...95
  /// Scores that may be aimed at, in points of SSIMULACRA 2: below 30 a picture is a ruin, above 95 a file only grows.
  static let targetScore = 30...95
  /// Scores below which there may be a warning; 0 gives none but for ruins.
  static let acceptableScore = 0...95
  static let movieBytes = 20_000...ClientLimit.appleMovieBytes.value
  static let gifBytes = 1_000...ClientLimit.appleImageBytes.value
  static let motionSeconds = 1...600
  static let motionEdge = 16...3840
  static let frameRate = 1...60
}

extension Diagnostic {
  /// A value of the configuration that is none of the possible ones.
  static func configurationValue(_ subject: Subject, _ message: String, remedy: String) -> Diagnostic {
    Diagnostic(.configurationValue, subject, message, remedy: remedy)
  }
}

extension [Diagnostic] {
  /// What the rules of messages and addresses say about a value, as errors of the configuration that it stands in.
  ///
  /// Warnings are left out: they are said where the value is used.
  var asConfigurationErrors: [Diagnostic] {
    filter { $0.severity == .error }.map { .configurationValue($0.subject, $0.message, remedy: $0.remedy) }
  }
}
