/// A piece of a program's text: a name, a sign, a text in quotes. Numbers count as names.
struct ProgramToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    case sign(UInt8)
    /// nil where something is computed in it.
    case text(String?)
  }

  let kind: Kind
  let range: Range<Int>

  var name: String? { if case .name(let name) = kind { name } else { nil } }

  func isSign(_ signs: String) -> Bool {
    if case .sign(let sign) = kind { signs.utf8.contains(sign) } else { false }
  }
}

extension JSONReader {
  /// The pieces of a program's text without white space and comments.
  mutating func tokens() -> [ProgramToken] {
    var tokens: [ProgramToken] = []
    while let byte {
      let start = offset
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        if (try? skipSpace()) == nil { offset = start }
        guard offset == start else { break }
        offset += 1
        tokens.append(.init(kind: .sign(byte), range: start..<offset))
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        guard let text = try? quoted() as String?? else {
          offset = start + 1
          break
        }
        tokens.append(.init(kind: .text(text), range: start..<offset))
      case _ where isIdentifier(byte):
        let name = String(decoding: take(while: isIdentifier), as: UTF8.self)
        tokens.append(.init(kind: .name(name), range: start..<offset))
      default:
        offset += 1
        tokens.append(.init(kind: .sign(byte), range: start..<offset))
      }
    }
    return tokens
  }

  /// The value that a statement gives a name, where it stands there as it is and nothing more belongs to it.
  mutating func constant(at start: Int) -> JSONNode? {
    (offset, depth) = (start, 0)
    guard let content = try? literal() else { return nil }
    if case .expression = content { return nil }
    let end = offset
    _ = take { $0 == 0x20 || $0 == 0x09 }
    let isWhole =
      isAtEnd
      || ["\n", "\r", ";", "#", "//", "as const", "satisfies "].contains { bytes[offset..<limit].starts(with: $0.utf8) }
    guard isWhole, (try? skipSpace()) != nil, byte.map({ !"+.?:|&*-%<>=(".utf8.contains($0) }) ?? true else {
      return nil
    }
    return JSONNode(offset: start, end: end, content: content)
  }

  /// The rest of a statement's line, where the statement ends with it.
  func code(at start: Int) -> String? {
    let rest = bytes[start..<min(start + JoinedText.longestCode, limit)]
    let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: ";") }
    var next = self
    next.offset = line.endIndex
    guard line.endIndex == limit || line.endIndex < rest.endIndex, (try? next.skipSpace()) != nil,
      next.byte.map({ !"+.?:|&*-%<>=(".utf8.contains($0) }) ?? true
    else { return nil }
    let end = line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }.map { $0 + 1 } ?? start
    return String(validating: bytes[start..<end], as: UTF8.self)
  }
}
