extension String {
  /// The text as diagnostics show it: in backticks, on one line, not too long, and without terminal control characters.
  package var quoted: String {
    let limit = 80
    let isCut = unicodeScalars.count > limit
    return "`" + String(unicodeScalars.prefix(limit)).printable + (isCut ? "…" : "") + "`"
  }

  /// Whether it has control characters.
  package var hasControls: Bool {
    // Most texts are plain ASCII, and campaigns have many.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return false }
    return unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The first character that cannot be in a text: U+0000, where many programs end a text, or U+FFFE and U+FFFF, which Unicode reserves for
  /// programs.
  package var unusableScalar: Unicode.Scalar? {
    // In UTF-8 the other two begin with this byte, as few do.
    if utf8.allSatisfy({ $0 != 0 && $0 != 0xEF }) { return nil }
    return unicodeScalars.first { $0.value == 0 || $0.value == 0xFFFE || $0.value == 0xFFFF }
  }

  /// The reason, after its name.
  package static let unusableReason = "which is no character of any text: devices cut the text there, or show a box"

  /// The text without characters that control a terminal, break a line or change its direction: file names may hold them. The joiner inside
  /// emoji stays.
  package var printable: String {
    // Most texts are plain ASCII, and reports have many.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      case .format where scalar != "\u{200D}": "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Whether you can see any of it: white space, controls and characters without a shape do not count.
  package var isVisible: Bool {
    // Visible ASCII, which most texts have, needs no Unicode tables.
    utf8.contains(where: \.isVisibleASCII) || unicodeScalars.contains(where: \.isVisible)
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  package var trimmed: String { String(Substring(self).trimmedPart) }
}

extension Substring {
  // Not generic: it is asked for each text of each message.
  fileprivate var trimmedPart: Substring {
    var part = self
    while let last = part.utf8.last, !last.isVisibleASCII, part.last?.isWhitespace == true { part.removeLast() }
    while let first = part.utf8.first, !first.isVisibleASCII, part.first?.isWhitespace == true { part.removeFirst() }
    return part
  }
}

extension UInt8 {
  fileprivate var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }
}

extension Unicode.Scalar {
  /// As Unicode's tables name it: `U+0000`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  fileprivate var isVisible: Bool {
    // The empty Braille pattern is a symbol to Unicode, but looks blank.
    guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint, self != "\u{2800}" else { return false }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}

extension Array where Element: Hashable {
  /// Each element once, at its first place.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [String] {
  /// `a, b and c`.
  ///
  /// - Parameter word: before the last.
  package func listed(_ word: String = "and") -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }

  /// `a, b, c and 2 more`.
  package func listed(most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}

/// Bytes for people: decimal units, as in the limits.
package func readable(bytes: Int) -> String {
  switch bytes {
  case ..<1000: "\(bytes) B"
  case ..<1_000_000: "\(oneDecimal(bytes, per: 1000)) kB"
  default: "\(oneDecimal(bytes, per: 1_000_000)) MB"
  }
}

/// Rounded down: a number under a limit never reads as over it.
private func oneDecimal(_ bytes: Int, per unit: Int) -> String {
  let tenths = bytes / (unit / 10)
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

extension Double {
  /// For people: `2.5`, never `2.4999999`.
  package func rounded(toPlaces places: Int) -> Double {
    let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
    return (self * factor).rounded() / factor
  }
}

/// Whether a byte is a decimal digit of ASCII.
package func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// Whether a byte is white space of JSON, HTTP and programs: a space, a tab or part of a line break.
package func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

extension StringProtocol {
  /// Whether it is only ASCII digits, as many as `counts` allows.
  func isDigits(_ counts: ClosedRange<Int>) -> Bool { counts.contains(utf8.count) && utf8.allSatisfy(isDigit) }
}

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

  /// Hangul, kana, ideographs with their punctuation, full-width forms, and what makes a sign before it an emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE0F...0xFE0F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}

/// Words for a POSIX shell (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02).
package enum ShellWord {
  /// A word that a shell takes literally.
  package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

  /// The same, without quotes if a shell takes it literally anyway.
  package static func plain(_ text: String) -> String {
    !text.isEmpty && text.unicodeScalars.allSatisfy(harmless.contains) ? text : quoted(text)
  }

  /// A command whose words a shell takes literally. An equals sign would make the first an assignment.
  package static func command(_ words: [String]) -> String {
    words.enumerated().map { place, word in place == 0 && word.contains("=") ? quoted(word) : plain(word) }
      .joined(separator: " ")
  }

  private static let harmless = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%".unicodeScalars)
}

/// An ASCII word to find in many texts. Comparing bytes takes a small part of the time of a regular expression or of characters.
package struct ASCIIWord: Sendable {
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - word: not empty.
  ///   - ignoresCase: whether capital letters count as small ones.
  package init(_ word: String, ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    bytes = Array((ignoresCase ? word.lowercased() : word).utf8)
  }

  /// How many bytes it has.
  package var count: Int { bytes.count }

  package func isIn(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { place(in: $0, from: 0) != nil } ?? isIn(Array(text.utf8)[...])
  }

  package func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { place(in: $0, from: 0) != nil }
  }

  /// Its first place from an offset on; nil if not found.
  package func place(in text: [UInt8], from start: Int) -> Int? {
    text.withUnsafeBufferPointer { place(in: $0, from: start) }
  }

  private func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while place + bytes.count <= text.count {
      if isAt(place, of: text) { return place }
      place += 1
    }
    return nil
  }

  private func isAt(_ place: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in bytes.indices where folded(text[place + index]) != bytes[index] { return false }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    ignoresCase && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
