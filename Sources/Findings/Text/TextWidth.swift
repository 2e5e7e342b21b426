/// The width of a text on a screen, by its script: clients cut texts at a line's end, not after a number of bytes.
package enum TextWidth {
  /// The width in letters of a Latin text. A character of Chinese, Japanese or Korean, and an emoji, is as wide as two; combining marks
  /// have no width.
  ///
  /// Source: Unicode Standard Annex #11, East Asian Width, where `W` and `F` are the wide ones.
  package static func letters(of text: String) -> Int {
    // `\r\n` is one character; in all other ASCII each byte is one.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) { return text.utf8.count }
    return text.reduce(0) { $0 + ($1.unicodeScalars.contains(where: isWide) ? 2 : 1) }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    // No wide character, and no emoji by default, comes before Hangul.
    scalar.value >= 0x1100 && (scalar.properties.isEmojiPresentation || isInWideScript(scalar))
  }

  private static func isInWideScript(_ scalar: Unicode.Scalar) -> Bool {
    wide.contains { $0.contains(scalar.value) }
  }

  /// Hangul, kana, ideographs with their punctuation, and full-width forms.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF,
    0x20000...0x3FFFD,
  ]
}
