/// The names at the top of a JSON object, and the first bytes of their values. It identifies a file without decoding its values, which
/// would take a hundred times its size. The decoder finds faults further inside.
package struct JSONOutline {
  /// The first byte of the value of each member; if a name repeats, of its last member.
  private var beginnings: [String: UInt8] = [:]
  private let bytes: [UInt8]
  private var place = 0

  /// - Returns: nil if the bytes are not an object, or it does not end, or something follows it.
  package init?(of bytes: [UInt8]) {
    self.bytes = bytes
    skip(while: isBlank)
    guard bytes.indices.contains(place), bytes[place] == UInt8(ascii: "{"), readMembers() else { return nil }
    skip(while: isBlank)
    guard place == bytes.count else { return nil }
  }

  /// Whether the member exists and is a number.
  package func hasNumber(_ name: String) -> Bool { beginnings[name].map(isDigit) ?? false }

  /// Whether the member exists and is an array.
  package func hasArray(_ name: String) -> Bool { beginnings[name] == UInt8(ascii: "[") }

  /// Whether the member exists.
  package func has(_ name: String) -> Bool { beginnings[name] != nil }

  private mutating func skip(while belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  /// Reads up to the closing bracket. At the top, a text before a colon is a name.
  private mutating func readMembers() -> Bool {
    var depth = 0
    var name: String?
    while place < bytes.count {
      let byte = bytes[place]
      if depth == 1, let member = name, byte != UInt8(ascii: ":"), !isBlank(byte) {
        beginnings[member] = byte
        name = nil
      }
      switch byte {
      case UInt8(ascii: "\""):
        let text = string()
        skip(while: isBlank)
        if depth == 1, place < bytes.count, bytes[place] == UInt8(ascii: ":") {
          name = String(decoding: bytes[text], as: UTF8.self)
        }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return true }
    }
    return false
  }

  /// Skips a text, and returns its range.
  private mutating func string() -> Range<Int> {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(place, bytes.count)
    place = min(place + 1, bytes.count)
    return min(start, end)..<end
  }
}

/// JSON Lines whose end has not arrived yet.
extension JSONReader {
  /// The start of a text, up to where later bytes cannot change it.
  package struct Beginning: Sendable {
    package var values: [JSONNode] = []
    package var errors: [JSONError] = []
    /// The end of the part read, in bytes from the text's start. Read the rest again when more has arrived.
    package var end: Int
  }

  /// Reads the whole lines of a text as `values(isLines: true)` does, except a value or a comment that may continue.
  ///
  /// - Parameters:
  ///   - range: the part to read; it ends after a line break, unless it is the last.
  ///   - isStart: whether this is the start of the text.
  ///   - isLast: whether nothing more follows.
  package static func beginning(
    of bytes: [UInt8], in range: Range<Int>, isStart: Bool, isLast: Bool
  ) -> Beginning {
    var reader = JSONReader(bytes, in: range, mostValues: mostRequestValues)
    guard !isStart || reader.beginText() else { return Beginning(errors: reader.errors, end: range.upperBound) }
    // If the first byte begins a line, the line break before it was already read.
    let (values, end) = reader.read(isFirst: isStart || range.lowerBound == 0, isLines: true, isLast: isLast)
    return Beginning(values: values, errors: reader.errors, end: end)
  }
}

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
        name: JSONNode.spreadName, nameOffset: start,
        value: JSONNode(offset: start, end: end, content: .expression("")))
    }
    try skipSpace()
    return .init(name: JSONNode.spreadName, nameOffset: start, value: try value())
  }
}
