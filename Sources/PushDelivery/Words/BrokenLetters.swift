import Findings

/// Letters that were lost or changed by reading a text in the wrong encoding, and signs that programs write for letters.
struct BrokenLetters: Hashable {
  let excerpt: String
  /// Their kind, as the end of a sentence.
  let cause: String
  /// Whether they are certainly a mistake.
  let isSure: Bool

  /// nil for a text whose letters may all be meant.
  ///
  /// - Parameter mayBeFrench: by all words of its message: French has a space before question marks (`Quoi ????`).
  init?(in text: String, mayBeFrench: @autoclosure () -> Bool) {
    // Most texts have no byte that begins such a sequence.
    guard text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 || "\"\\_?=%:+".utf8.contains($0) }) else { return nil }
    let scalars = Array(text.unicodeScalars)
    if let index = scalars.firstIndex(of: "\u{FFFD}") {
      self.init(scalars, index..<index + 1, "the sign for a letter that was lost")
    } else if let index = scalars.firstIndex(where: { Self.cause($0) != nil }), let cause = Self.cause(scalars[index]) {
      self.init(excerpt: scalars[index].codePoint, cause: cause, isSure: false)
    } else if let range = Self.doublyEncoded(scalars) {
      self.init(scalars, range, "UTF-8 that was read as Windows-1252")
    } else if let misread = MisreadText(scalars) {
      self.init(scalars, misread.range, "UTF-8 that was read as \(misread.encoding)")
    } else if let range = Self.otherScript(scalars) {
      self.init(scalars, range, "letters of another script that were read as Windows-1252")
    } else if let found = Self.forms.lazy.compactMap({ $0.first(in: text) }).first {
      self.init(excerpt: found.excerpt, cause: found.cause, isSure: false)
    } else if let found = Self.lostSigns.lazy.compactMap({ $0.first(in: text) }).first, !mayBeFrench() {
      self.init(excerpt: found.excerpt.trimmed, cause: found.cause, isSure: false)
    } else if scalars.last == "\u{200D}" {
      self.init(excerpt: "U+200D", cause: "a joiner with nothing after it, as cuts in an emoji leave it", isSure: false)
    } else if Self.hasPlusForSpaces(text) {
      self.init(excerpt: String(text.prefix(20)), cause: "plus signs in the place of spaces", isSure: false)
    } else if Self.lacksAllLetters(text) {
      self.init(excerpt: String(text.prefix(8)), cause: "question marks in the place of all letters", isSure: false)
    } else {
      return nil
    }
  }

  /// A form of signs as programs write them.
  private struct Form {
    /// One of these bytes is in it.
    let bytes: String
    /// Words with these have such signs for another reason: URLs.
    var exceptions: [String] = []
    let form: Regex<Substring>
    var cause = "a sign as programs write it, and people would see it so"

    func first(in text: String) -> (excerpt: String, cause: String)? {
      guard text.utf8.contains(where: bytes.utf8.contains) else { return nil }
      guard exceptions.contains(where: { text.contains($0) }) else { return search(text) }
      let words = text.split(whereSeparator: \.isWhitespace)
      return search(words.filter { word in !exceptions.contains { word.contains($0) } }.joined(separator: " "))
    }

    private func search(_ text: String) -> (excerpt: String, cause: String)? {
      text.firstMatch(of: form).map { (String($0.output), cause) }
    }
  }

  private nonisolated(unsafe) static let forms = [
    Form(bytes: "\\_", form: /_x[0-9A-Fa-f]{4}_|\\u[0-9A-Fa-f]{4}|\\[nrt](?![A-Za-z]*\\)/),
    Form(
      bytes: "\"", form: /""[\p{L}\p{N}][^"\n]{0,80}""/,
      cause: "quotes as tables write them, and people would see each twice"),
    Form(
      bytes: "=", exceptions: ["://"], form: /=[C-F][0-9A-F](?:=[89AB][0-9A-F])+/,
      cause: "a letter as mail programs write it"),
    Form(
      bytes: "%", exceptions: ["://"], form: /%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|[A-Za-z]%20[A-Za-z]/,
      cause: "a sign as addresses have it"),
    Form(
      bytes: ":", exceptions: ["://"], form: /(?:^|\s):[a-z][a-z0-9_+\-]+:(?=\s|$)/,
      cause: "an emoji by its name, and people would see it so"),
    Form(
      bytes: "√", form: /\p{L}√[©®™´†¢ßº§•ØÆ¥ª¨°£]|\p{L}√[∂∏π±∫]\p{Ll}|(?:^|\s)√[âÄñúÖàÅ]\p{Ll}/,
      cause: "UTF-8 that was read as Mac-Roman"),
    Form(
      bytes: "ךםןףץ", form: /(?:^|\s)[ךםןףץ]\p{L}/,
      cause: "Hebrew whose letters are in reversed order, since these stand at the end of words alone"),
    Form(
      bytes: "?", exceptions: ["://", "="], form: /\p{Ll}\?\??\p{Ll}{2,}/,
      cause: "a question mark in the place of a letter"),
    Form(
      bytes: "?", form: /^(?:\?\?(?:\?\?)? \p{L}|\?\p{L}\p{Ll})/,
      cause: "question marks in the place of an emoji or a letter"),
  ]

  /// An emoji of four bytes: `New in the shop ????`.
  private nonisolated(unsafe) static let lostSigns = [
    Form(
      bytes: "?", form: /[0-9][.,][0-9]{2} \?(?=\s?[.,]|\s\p{Ll})/,
      cause: "a question mark in the place of a currency's sign"),
    Form(bytes: "?", form: /[ \n]\?{4}(?=\s|$)/, cause: "question marks in the place of an emoji"),
  ]

  /// Whether plus signs are in the place of spaces, as forms of pages send them: `Fresh+bread+today`; not `Foto+Video+Print`.
  private static func hasPlusForSpaces(_ text: String) -> Bool {
    guard !text.contains(where: \.isWhitespace), !text.contains("://") else { return false }
    let words = text.split(separator: "+", omittingEmptySubsequences: false)
    return words.count > 2 && words.allSatisfy { $0.first?.isLetter == true }
      && words.dropFirst().contains { $0.count > 1 && $0.allSatisfy(\.isLowercase) }
  }

  /// Whether question marks are all that is left of words: `????? ???`.
  private static func lacksAllLetters(_ text: String) -> Bool {
    let marks = text.utf8.count { $0 == UInt8(ascii: "?") }
    guard marks > 5, !text.contains(where: \.isLetter) else { return false }
    return Set(text.split { $0 != "?" }.map(\.count).filter { $0 > 1 }).count > 1
  }

  private init(excerpt: String, cause: String, isSure: Bool) {
    (self.excerpt, self.cause, self.isSure) = (excerpt, cause, isSure)
  }

  /// With the letters around it.
  private init(_ scalars: [Unicode.Scalar], _ range: Range<Int>, _ cause: String) {
    let shown = scalars[max(0, range.lowerBound - 4)..<min(scalars.count, range.upperBound + 4)]
    var text = String.UnicodeScalarView()
    text.append(contentsOf: shown)
    self.init(excerpt: String(text), cause: cause, isSure: true)
  }

  /// Why a scalar is in no good text; nil for others.
  private static func cause(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: nil
    case 0...0x1F, 0x7F...0x9F: "a control character, which a text in another encoding leaves"
    case 0x202D, 0x202E: "a sign that reverses the letters after it"
    case 0xFFFC: "a sign for a picture or a file that was in the text"
    case 0xE000...0xF8FF: "a sign of one font, which phones do not have"
    default: nil
    }
  }
}

/// Letters read as Windows-1252: `Ã¼` for ü, `Ñêèäêà` for Скидка.
extension BrokenLetters {
  /// The first of several words of nothing but accented letters, where most letters are such ones.
  private static func otherScript(_ scalars: [Unicode.Scalar]) -> Range<Int>? {
    let isAccented = { (scalar: Unicode.Scalar) in (0xC0...0xFF).contains(scalar.value) }
    let isPlain = { (scalar: Unicode.Scalar) in (0x61...0x7A).contains(scalar.value | 0x20) }
    guard scalars.count(where: isAccented) > 2 * scalars.count(where: isPlain) else { return nil }
    let words = scalars.indices.split { !isAccented(scalars[$0]) }
      .filter { $0.count > 3 && Set(scalars[$0]).count > 2 }
    return words.count > 1 ? words[0] : nil
  }

  /// Signs that may also follow an accented capital letter in good texts: `CAFÉ™`, `„Spaß“`.
  private static let ambiguous = Set("‚„…†‹›«»‘’“”•–—™©®°·´¨ªº²³¹€¡¿\u{A0}".unicodeScalars)

  /// The first such sequence: one that is a letter in UTF-8 and not in good texts.
  private static func doublyEncoded(_ scalars: [Unicode.Scalar]) -> Range<Int>? {
    let bytes = MisreadText.windows1252
    var doubtful: [Range<Int>] = []
    for index in scalars.indices {
      if isHalf(scalars, index) { return index..<index + 1 }
      guard let lead = bytes[scalars[index]], let length = MisreadText.length(at: index, in: scalars, bytes, leads)
      else { continue }
      let rest = scalars[(index + 1)..<(index + length)]
      let range = index..<index + length
      let isMidWord = index > 0 && scalars[index - 1].properties.isLowercase
      // No word begins with `Ã`, as in `Ã–ffnung`.
      let isBeginning = lead == 0xC3 && index + length < scalars.count && scalars[index + length].properties.isLowercase
      if length > 2
        ? isSign(scalars[index], rest)
        : isBeginning || isMidWord && lead != 0xDF || !rest.allSatisfy(ambiguous.contains)
      {
        return range
      }
      if [0xC2, 0xC3].contains(lead) { doubtful.append(range) }
    }
    return doubtful.count > 1 ? doubtful[0] : nil
  }

  /// Whether it is half of a letter, next to a space that was the other half: `10Â % off`.
  private static func isHalf(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard ["Â", "Ã"].contains(scalars[index]), index > 0, index + 1 < scalars.count else { return false }
    let before = scalars[index - 1].properties
    return scalars[index + 1] == " " && (before.isLowercase || before.numericType != nil)
  }

  /// For letters usually lost so: Latin, Greek, Cyrillic, signs and emoji.
  private static let leads: [ClosedRange<UInt8>] = [
    0xC2...0xC5, 0xCE...0xD1, 0xE2...0xE2, 0xEF...0xEF, 0xF0...0xF0,
  ]

  /// `â€™` for ’, `â‚¬` for €, `ï¿½` for a letter that was lost before, `ðŸ` for emoji.
  private static func isSign(_ lead: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.first.map { ["â€", "â‚", "â„", "âœ", "âž", "âš", "ï¿", "ï»", "ðŸ"].contains("\(lead)\($0)") } ?? false
  }
}
