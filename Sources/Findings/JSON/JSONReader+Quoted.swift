/// Texts in quotes as JavaScript and Python have them: single ones, template strings, three quotes.
extension JSONReader {
  /// Reads a text from its opening quote on.
  ///
  /// - Returns: nil for a template in which something is computed; it is passed over.
  /// - Throws: for what is no text, and for every text once too much was passed over: each quote that nobody closes would be looked
  ///   for up to the end of the program, as often as there are quotes.
  mutating func quoted() throws(JSONError) -> String? {
    let start = offset
    guard passedOver <= mostPassedOver else { throw JSONError(.unclosedString, at: start) }
    do throws(JSONError) { return try closedText() } catch {
      passedOver += offset - start
      throw error
    }
  }

  private mutating func closedText() throws(JSONError) -> String? {
    let start = offset
    guard let quote = byte, "\"'`".utf8.contains(quote) else { throw JSONError(.expected("a text"), at: offset) }
    let triple = bytes[offset..<limit].starts(with: [quote, quote, quote])
    if triple, quote != UInt8(ascii: "`") { return try text(endingWith: [quote, quote, quote], from: start) }
    return try text(endingWith: [quote], from: start)
  }

  private mutating func text(endingWith end: [UInt8], from start: Int) throws(JSONError) -> String? {
    offset += end.count
    let mayBreak = end.count > 1 || end == [UInt8(ascii: "`")]
    var (text, isKnown) = ([UInt8](), true)
    while !bytes[offset..<limit].starts(with: end) {
      guard let byte, mayBreak || byte != UInt8(ascii: "\n") else { throw JSONError(.unclosedString, at: start) }
      if byte == UInt8(ascii: "$"), nextByte == UInt8(ascii: "{"), end == [UInt8(ascii: "`")] {
        isKnown = false
        try skipComputed()
      } else if byte == UInt8(ascii: "\\") {
        text += try programEscape()
      } else {
        text.append(byte)
        offset += 1
      }
    }
    offset += end.count
    return isKnown ? String(validating: text, as: UTF8.self) ?? String(decoding: text, as: UTF8.self) : nil
  }

  /// `${…}` of a template.
  private mutating func skipComputed() throws(JSONError) {
    let start = offset
    var open = 0
    repeat {
      guard let byte else { throw JSONError(.unclosedString, at: start) }
      if byte == UInt8(ascii: "{") { open += 1 }
      if byte == UInt8(ascii: "}") { open -= 1 }
      offset += 1
    } while open > 0 || bytes[offset - 1] != UInt8(ascii: "}")
  }

  /// An escape, from its backslash on: those of JSON, `\xHH`, `\u{H…}`, the end of a line, which means nothing, and any other
  /// character, which means itself.
  private mutating func programEscape() throws(JSONError) -> [UInt8] {
    let start = offset
    offset += 1
    switch byte {
    case UInt8(ascii: "\n"):
      offset += 1
      return []
    case UInt8(ascii: "x"): return try scalar(ofDigits: 2, from: start)
    case UInt8(ascii: "u") where nextByte == UInt8(ascii: "{"):
      offset += 1
      let scalar = try scalar(
        ofDigits: bytes[(offset + 1)..<limit].prefix { $0 != UInt8(ascii: "}") }.count, from: start)
      guard take(UInt8(ascii: "}")) else { throw JSONError(.escape, at: start) }
      return scalar
    default: return try escaped()
    }
  }

  /// The scalar of hexadecimal digits that come after this byte.
  private mutating func scalar(ofDigits count: Int, from start: Int) throws(JSONError) -> [UInt8] {
    let digits = bytes[min(offset + 1, limit)..<limit].prefix(count)
    guard digits.count == count, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw JSONError(.escape, at: start) }
    offset += count + 1
    return Array(String(scalar).utf8)
  }
}
