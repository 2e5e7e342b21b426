import TestSupport

/// Words that try to end being words.
enum HostileText {
  private static let pieces = [
    "</style>", "<script>alert(1)</script>", "-->", "<!--", "]]>", "\"", "'", "&", "&lt;", "&#0;", "<", ">", "/>", "`",
    "\n", "\t", "\r\n", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{200D}", "\u{2028}", "\u{FEFF}", "\u{FFFF}",
    "\u{85}",
    "javascript:alert(1)", " onerror=alert(1) ", "style=\"", "url(https://evil.example/)", "שלום", "مرحبا", "👩‍👩‍👧‍👦",
    "e\u{301}", "\u{1F1E9}\u{1F1EA}", "{{7*7}}", "${x}", "%3Cscript%3E", "\\", "expression(", "@import", "word ",
  ]

  static func random(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// The replacement of a character that documents may not contain.
  static func readable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    return isControl || scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
  }
}
