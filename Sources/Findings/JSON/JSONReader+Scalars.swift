extension JSONReader {
  /// Reads `true`, `false`, `null` or a number. Any other word is an error, read as a program may mean it.
  mutating func word() throws(JSONError) -> JSONNode.Content {
    let start = offset
    let text = String(decoding: take { isUnreserved($0) || $0 == UInt8(ascii: "+") }, as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw JSONError(.expected("a value"), at: start)
    default: break
    }
    if isNumber(text) { return .number(text) }
    guard let first = text.utf8.first, isDigit(first) || "+-.".utf8.contains(first), Double(text) != nil else {
      report(.word(text), at: start)
      return Self.words[text] ?? .expression(text)
    }
    // The meaning is clear, but strict parsers refuse it.
    report(.number(text), at: start)
    return .number(text)
  }

  /// Words of JavaScript and Python.
  static let words: [String: JSONNode.Content] = [
    "true": .bool(true), "false": .bool(false), "null": .null, "True": .bool(true), "False": .bool(false),
    "None": .null, "undefined": .null,
  ]

  /// Reads a string and its escapes.
  ///
  /// - Parameter quote: its opening and closing quote.
  mutating func string(quote: UInt8 = UInt8(ascii: "\"")) throws(JSONError) -> String {
    if !isCareful, let text = plainString(quote: quote) { return text }
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while true {
      text += take { $0 != quote && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
      guard let byte else { throw JSONError(.unclosedString, at: start) }
      if take(quote) { break }
      if take(UInt8(ascii: "\\")) {
        text += try escaped()
      } else if byte == UInt8(ascii: "\n") {
        throw JSONError(.unclosedString, at: start)
      } else {
        report(.control(byte), at: offset)
        text.append(byte)
        offset += 1
      }
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      report(.notUTF8, at: start)
      return String(decoding: text, as: UTF8.self)
    }
    return valid
  }

  /// Reads a string without escapes and errors; nil if it is another kind, and then nothing is taken.
  private mutating func plainString(quote: UInt8) -> String? {
    let start = offset + 1
    let plain = bytes.withUnsafeBufferPointer { bytes -> (text: String, end: Int)? in
      var end = start
      while end < limit, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20 { end += 1 }
      guard end < limit, bytes[end] == quote else { return nil }
      return String(validating: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self).map { ($0, end) }
    }
    guard let plain else { return nil }
    offset = plain.end + 1
    return plain.text
  }

  /// Reports a comment and skips it.
  mutating func skipComment() throws(JSONError) {
    let start = offset
    offset += 1
    if take(UInt8(ascii: "/")) {
      _ = take { $0 != UInt8(ascii: "\n") }
    } else if take(UInt8(ascii: "*")) {
      repeat {
        _ = take { $0 != UInt8(ascii: "*") }
        guard take(UInt8(ascii: "*")) else { throw JSONError(.comment, at: start) }
      } while byte != UInt8(ascii: "/")
      offset += 1
    } else {
      throw JSONError(.expected("a value"), at: start)
    }
    report(.comment, at: start)
  }

  /// Whether a typographic quote is here, as word processors make it.
  var isAtTypographicQuote: Bool {
    byte == 0xE2 && [0x9C, 0x9D, 0x9E].contains { bytes[offset..<limit].starts(with: [0xE2, 0x80, $0]) }
  }

  /// Reads a string in such quotes if its end is clear.
  mutating func typographicString() throws(JSONError) -> String {
    let start = offset
    report(.typographicQuote, at: start)
    offset += 3
    let textStart = offset
    while let byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\""), !isAtTypographicQuote { offset += 1 }
    let text = String(decoding: bytes[textStart..<offset], as: UTF8.self)
    if isAtTypographicQuote {
      offset += 3
    } else if !take(UInt8(ascii: "\"")) {
      throw JSONError(.unclosedString, at: start)
    }
    return text
  }

  /// The bytes that an escape represents; its backslash is taken already.
  mutating func escaped() throws(JSONError) -> [UInt8] {
    let start = offset - 1
    guard let letter = byte else { throw JSONError(.unclosedString, at: start) }
    offset += 1
    if letter == UInt8(ascii: "u") { return Array(String(try scalar(from: start)).utf8) }
    guard let meant = singleEscapes[letter] else {
      report(.escape, at: start)
      return [letter]
    }
    return [meant]
  }

  /// The scalar of a `\u` escape, or of a surrogate pair of two (RFC 8259, section 7).
  private mutating func scalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit(from: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      report(.surrogate, at: start)
      return "\u{FFFD}"
    }
    let trail = try codeUnit(from: start)
    guard UTF16.isTrailSurrogate(trail) else {
      report(.surrogate, at: start)
      return "\u{FFFD}"
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func codeUnit(from start: Int) throws(JSONError) -> UInt16 {
    var count = 0
    let digits = take { byte in
      count += 1
      return count <= 4 && Character(UnicodeScalar(byte)).isHexDigit
    }
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw JSONError(.escape, at: start)
    }
    return unit
  }
}

private let singleEscapes: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
  UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
]

/// The grammar of RFC 8259, section 6.
private func isNumber(_ text: String) -> Bool {
  var rest = text.utf8[...]
  if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
  guard let first = takeDigits(&rest), first.count == 1 || first.first != UInt8(ascii: "0") else { return false }
  if rest.first == UInt8(ascii: ".") {
    rest.removeFirst()
    guard takeDigits(&rest) != nil else { return false }
  }
  if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard takeDigits(&rest) != nil else { return false }
  }
  return rest.isEmpty
}

private func takeDigits(_ text: inout Substring.UTF8View) -> Substring.UTF8View? {
  let digits = text.prefix(while: isDigit)
  text = text[digits.endIndex...]
  return digits.isEmpty ? nil : digits
}

// Helpers for brackets, quotes and words.
extension JSONReader {
  var byte: UInt8? { offset < limit ? bytes[offset] : nil }

  /// The byte after this one.
  var nextByte: UInt8? { offset + 1 < limit ? bytes[offset + 1] : nil }

  var isAtEnd: Bool { offset >= limit }

  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  /// Takes bytes while they are wanted.
  mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[offset..<limit].prefix(while: isWanted)
    offset = taken.endIndex
    return taken
  }

  /// Reports a JSON error.
  mutating func report(_ kind: JSONError.Kind, at offset: Int) { report(JSONError(kind, at: offset)) }

  /// Reports a fatal error.
  mutating func report(_ error: JSONError) {
    if errors.count < Self.mostErrors { errors.append(error) }
  }

  /// Whether the text is in UTF-16 or UTF-32: its first character is ASCII or a byte order mark.
  var isWide: Bool {
    let start = bytes[offset..<limit].prefix(2)
    return start.count == 2 && (start.contains(0) || [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(start)))
  }

  mutating func skipByteOrderMark() {
    guard bytes[offset..<limit].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    report(.byteOrderMark, at: offset)
    offset += 3
  }

  mutating func skipLine() {
    _ = take { $0 != UInt8(ascii: "\n") }
    _ = take(UInt8(ascii: "\n"))
  }

  /// Skips white space, and comments after reporting them.
  mutating func skipSpace() throws(JSONError) {
    while let byte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case 0xC2 where nextByte == 0xA0:
        report(.noBreakSpace, at: offset)
        offset += 2
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }
}

/// Letters, digits, `_`, `$`, and all that is not ASCII.
package func isIdentifier(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    || isUnreserved(byte) && !"-._~".utf8.contains(byte)
}
