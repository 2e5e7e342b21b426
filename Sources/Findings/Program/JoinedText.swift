/// A text that a program puts together of texts and names, as far as its code alone tells: `` `${CDN}/a.jpg` ``, `CDN + '/a.jpg'`,
/// `f"{CDN}/a.jpg"`.
package struct JoinedText: Hashable, Sendable {
  /// In their order, names among them.
  package private(set) var pieces: [Piece] = []

  package enum Piece: Hashable, Sendable {
    case text(String)
    case name(String)
  }

  private let code: [UInt8]
  private var offset = 0

  /// More than any address has. What is longer is not looked at.
  package static let longestCode = 2048

  /// - Returns: nil where anything else is computed in it, such as a call or a member, or something is escaped.
  package init?(_ code: String, isPython: Bool) {
    guard code.utf8.count <= Self.longestCode else { return nil }
    self.code = Array(code.utf8)
    guard takeOperand(isPython) else { return nil }
    while skipSpace(), offset < self.code.count {
      let isPlus = self.code[offset] == UInt8(ascii: "+")
      if isPlus { offset += 1 }
      // Python joins texts that stand side by side.
      guard isPlus || isPython, skipSpace(), takeOperand(isPython) else { return nil }
    }
    guard pieces.contains(where: { if case .text = $0 { true } else { false } }) else { return nil }
  }

  /// White space; there may be none.
  private mutating func skipSpace() -> Bool {
    while offset < code.count, [0x20, 0x09, 0x0A, 0x0D].contains(code[offset]) { offset += 1 }
    return true
  }

  private mutating func takeOperand(_ isPython: Bool) -> Bool {
    guard offset < code.count else { return false }
    let isQuote = { (byte: UInt8) in "\"'".utf8.contains(byte) }
    let byte = code[offset]
    if isQuote(byte) { return takeQuoted(opening: [], closing: []) }
    if byte == UInt8(ascii: "`"), !isPython {
      return takeQuoted(opening: Array("${".utf8), closing: Array("}".utf8))
    }
    if isPython, byte == UInt8(ascii: "f"), offset + 1 < code.count, isQuote(code[offset + 1]) {
      offset += 1
      return takeQuoted(opening: Array("{".utf8), closing: Array("}".utf8))
    }
    return takeName()
  }

  private mutating func takeName() -> Bool {
    let name = String(decoding: code[offset...].prefix(while: isIdentifier), as: UTF8.self)
    guard let first = name.first, !first.isNumber else { return false }
    offset += name.utf8.count
    pieces.append(.name(name))
    // A text of another kind, such as `r'…'`.
    return offset == code.count || !"\"'`".utf8.contains(code[offset])
  }

  /// - Parameter opening: what begins a name in the text; nothing where there are none.
  private mutating func takeQuoted(opening: [UInt8], closing: [UInt8]) -> Bool {
    let quote = code[offset]
    offset += 1
    var text: [UInt8] = []
    while offset < code.count, code[offset] != quote {
      if code[offset] == UInt8(ascii: "\\") { return false }
      if !opening.isEmpty, code[offset...].starts(with: opening) {
        append(text)
        text = []
        offset += opening.count
        guard takeName(), code[offset...].starts(with: closing) else { return false }
        offset += closing.count
      } else if opening == closing || opening.count > 1 || code[offset] != UInt8(ascii: "}") {
        text.append(code[offset])
        offset += 1
      } else {
        // `}}` of Python.
        return false
      }
    }
    append(text)
    offset += 1
    return offset <= code.count
  }

  private mutating func append(_ text: [UInt8]) { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
}
