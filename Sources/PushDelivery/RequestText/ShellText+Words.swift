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
        // A line ends here as on Windows, or the text does.
        let isEnd = bytes[offset...].starts(with: "\\\r\n".utf8)
        offset += isEnd ? 3 : 1
        guard !isEnd, let escaped = self.byte else { break }
        if escaped != UInt8(ascii: "\n") { word.append(escaped, at: offset, isLiteral: true) }
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
      word.append(byte, at: offset, isLiteral: true)
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
      if let byte = self.byte, !(isEscape && byte == UInt8(ascii: "\n")) {
        word.append(byte, at: offset, isLiteral: isEscape)
      }
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
        if escaped == UInt8(ascii: "u") { word.append(byte, at: offset, isLiteral: true) }
        offset += 1
        word.append(meant[escaped] ?? escaped, at: offset, isLiteral: true)
      } else {
        word.append(byte, at: offset, isLiteral: true)
      }
      offset += 1
    }
    offset += 1
  }
}

/// Whether a script redefines `curl` or `wget` as a function or an alias, which may add headers or go elsewhere.
enum ShellDefinitions {
  private static let tools = ["curl", "wget"].map { ASCIIWord($0) }

  static func defineTool(_ script: [UInt8]) -> Bool {
    tools.contains { tool in
      var start = 0
      while let place = tool.place(in: script, from: start) {
        start = place + tool.count
        if isDefinition(of: place..<start, in: script) { return true }
      }
      return false
    }
  }

  /// Whether the text at a name defines it: `curl() {`, `function curl {`, `alias curl=`.
  private static func isDefinition(of name: Range<Int>, in script: [UInt8]) -> Bool {
    let before = script[..<name.lowerBound].suffix(64)
    let start = before.lastIndex { "\n;&|{".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
    let command = before[start...]
    // A longer name does not count: `do_curl() {`.
    guard command.last.map(isBlank) ?? true else { return false }
    let after = script[name.upperBound...]
    switch String(decoding: command.filter { !isBlank($0) }, as: UTF8.self) {
    case "": return after.prefix(16).filter { !isBlank($0) }.starts(with: "()".utf8)
    case "function": return after.first.map { isBlank($0) || $0 == UInt8(ascii: "(") } ?? false
    case "alias": return after.first == UInt8(ascii: "=")
    default: return false
    }
  }
}

/// A command for Windows' command prompt, without its escaping carets: browser tools copy requests in this form.
struct CommandPromptText {
  private(set) var bytes: [UInt8] = []
  /// The place of each byte.
  private var places: [Int] = []

  /// - Returns: nil for a text of any other shell.
  init?(_ text: [UInt8]) {
    guard text.starts(with: "curl".utf8), Self.isOne(text) else { return nil }
    var offset = 0
    while offset < text.count {
      if text[offset] == Self.caret {
        offset += 1
        // An escaped line end is ignored.
        let lineEnd = text[offset...].prefix { $0 == 0x0D || $0 == 0x0A }.prefix(2).count
        offset += lineEnd
        guard lineEnd == 0, offset < text.count else { continue }
      }
      bytes.append(text[offset])
      places.append(offset)
      offset += 1
    }
  }

  /// The place of a byte in the text, by its place without the carets.
  func place(_ offset: Int) -> Int { offset < places.count ? places[offset] : (places.last ?? 0) + 1 }

  private static let caret = UInt8(ascii: "^")

  /// Whether a caret is before a quote that begins a word, or at the end of a line.
  private static func isOne(_ text: [UInt8]) -> Bool {
    text.indices.contains { offset in
      guard text[offset] == caret, offset > 0, text[offset - 1] == 0x20 else { return false }
      return offset + 1 < text.count && [0x0A, 0x0D, UInt8(ascii: "\"")].contains(text[offset + 1])
    }
  }
}
