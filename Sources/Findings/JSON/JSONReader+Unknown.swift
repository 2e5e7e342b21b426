// JSON with parts that are filled in on sending: by a shell, or by an editor's REST client.
extension JSONReader {
  /// Marks an unknown part: U+10FFFD, a private character that no text uses.
  package static let unknownMark: [UInt8] = Array(unknownScalar.utf8)
  private static let unknownScalar = "\u{10FFFD}"

  var isAtUnknown: Bool { hasUnknowns && bytes[offset..<limit].starts(with: Self.unknownMark) }

  /// Takes a value that starts unknown.
  mutating func unknownValue() -> JSONNode.Content {
    _ = take { isUnreserved($0) || Self.unknownMark.contains($0) }
    return .expression("")
  }

  /// A text, or an expression if a part of it is unknown.
  func content(ofString text: String) -> JSONNode.Content {
    hasUnknowns && text.contains(Self.unknownScalar) ? .expression("") : .string(text)
  }

  /// A name; an unknown one may be any name.
  func name(_ text: String) -> String {
    hasUnknowns && text.contains(Self.unknownScalar) ? JSONNode.spreadName : text
  }

  /// Members filled in as a whole, or one with an unknown name.
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
  /// The name of members filled in as a whole, or of one with an unknown name.
  package static let spreadName = "..."

  /// Whether it has unknown members.
  package var isOpen: Bool { members.contains { $0.name == Self.spreadName } }
}
