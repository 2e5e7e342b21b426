import Findings

extension ShellText {
  /// The next word without its quotes; nil at the end. Empty at a separator of commands.
  mutating func word() -> EmbeddedBody? {
    skipSpace()
    guard byte != nil else { return nil }
    var (word, start) = (EmbeddedBody(), offset)
    while let byte, !" \t\r\n;|&()".utf8.contains(byte) {
      switch byte {
      case UInt8(ascii: "'"): takeSingleQuoted(into: &word)
      case UInt8(ascii: "\""): takeDoubleQuoted(into: &word)
      case UInt8(ascii: "$") where next == UInt8(ascii: "'"): takeEscapedQuoted(into: &word)
      case UInt8(ascii: "\\"):
        offset += 1
        if let escaped = self.byte, escaped != UInt8(ascii: "\n") { word.append(escaped, at: offset) }
        offset += 1
      default:
        if takeVariable(into: &word) { break }
        word.append(byte, at: offset)
        offset += 1
      }
      start = -1
    }
    separator = start == offset ? byte : nil
    if separator != nil { offset += 1 }
    return word
  }

  private mutating func takeSingleQuoted(into word: inout EmbeddedBody) {
    offset += 1
    while let byte, byte != UInt8(ascii: "'") {
      word.append(byte, at: offset)
      offset += 1
    }
    offset += 1
  }

  /// A backslash escapes a special character here, and is literal otherwise.
  private mutating func takeDoubleQuoted(into word: inout EmbeddedBody) {
    offset += 1
    while let byte, byte != UInt8(ascii: "\"") {
      if takeVariable(into: &word) { continue }
      let isEscape = byte == UInt8(ascii: "\\") && next.map { "$`\"\\\n".utf8.contains($0) } == true
      if isEscape { offset += 1 }
      if let byte = self.byte, !(isEscape && byte == UInt8(ascii: "\n")) { word.append(byte, at: offset) }
      offset += 1
    }
    offset += 1
  }

  /// `$'…'`, which browser tools use for requests with a quote in them.
  private mutating func takeEscapedQuoted(into word: inout EmbeddedBody) {
    offset += 2
    while let byte, byte != UInt8(ascii: "'") {
      if byte == UInt8(ascii: "\\"), let escaped = next {
        let meant: [UInt8: UInt8] = [UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D]
        // `\u0021` is also an escape of JSON.
        if escaped == UInt8(ascii: "u") { word.append(byte, at: offset) }
        offset += 1
        word.append(meant[escaped] ?? escaped, at: offset)
      } else {
        word.append(byte, at: offset)
      }
      offset += 1
    }
    offset += 1
  }
}
