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
