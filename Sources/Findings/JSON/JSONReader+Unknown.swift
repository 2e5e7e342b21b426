// JSON of which parts are put in when it is sent: by a shell, or by an editor's REST client.
extension JSONReader {
  /// Stands for a part that nobody can tell: U+10FFFD, a character of nobody, which no text has.
  package static let unknownMark: [UInt8] = Array(unknownScalar.utf8)
  private static let unknownScalar = "\u{10FFFD}"

  var isAtUnknown: Bool { hasUnknowns && bytes[offset..<limit].starts(with: Self.unknownMark) }

  /// Takes a value that begins with such a part.
  mutating func unknownValue() -> JSONNode.Content {
    _ = take { isUnreserved($0) || Self.unknownMark.contains($0) }
    return .expression("")
  }

  /// A text, or what it is where a part of it is unknown.
  func content(ofString text: String) -> JSONNode.Content {
    hasUnknowns && text.contains(Self.unknownScalar) ? .expression("") : .string(text)
  }

  /// A name; one that is not known may be any.
  func name(_ text: String) -> String {
    hasUnknowns && text.contains(Self.unknownScalar) ? JSONNode.spreadName : text
  }

  /// Members that are put in as a whole, or one with an unknown name.
  mutating func unknownMember() throws(JSONError) -> JSONNode.Member {
    let start = offset
    _ = unknownValue()
    let end = offset
    try skipSpace()
    guard take(UInt8(ascii: ":")) else {
      return .init(
        name: JSONNode.spreadName, nameOffset: start, nameEnd: end,
        value: JSONNode(offset: start, end: end, content: .expression("")))
    }
    try skipSpace()
    return .init(name: JSONNode.spreadName, nameOffset: start, nameEnd: end, value: try value())
  }
}

extension JSONNode {
  /// The name of members that are put in as a whole, or of one whose name is put in.
  package static let spreadName = "..."

  /// Whether it has members that are not known.
  package var isOpen: Bool { members.contains { $0.name == Self.spreadName } }
}
