/// Writes JSON text (RFC 8259), members in the order of their names.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0

  /// - Parameter isPretty: two spaces for each level, and one on either side of a colon.
  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func write(_ node: JSONNode) {
    switch node.content {
    case .object(let members): write(members: Self.isSorted(members) ? members : Self.sorted(members))
    case .array(let elements): write(elements, between: "[", "]") { writer, element in writer.write(element) }
    case .string(let text): JSONText.append(text, to: &bytes)
    case .number(let text): bytes += text.utf8
    case .bool(let flag): append(flag ? "true" : "false")
    case .null: append("null")
    // The output omits computed values.
    case .expression: append("\"\"")
    }
  }

  private mutating func write(members: [JSONNode.Member]) {
    write(members, between: "{", "}") { writer, member in
      JSONText.append(member.name, to: &writer.bytes)
      writer.append(writer.isPretty ? " : " : ":")
      writer.write(member.value)
    }
  }

  /// Whether the names are sorted and unique.
  private static func isSorted(_ members: [JSONNode.Member]) -> Bool {
    members.indices.dropFirst().allSatisfy { members[$0 - 1].name < members[$0].name }
  }

  /// If a name repeats, its last member counts.
  private static func sorted(_ members: [JSONNode.Member]) -> [JSONNode.Member] {
    Dictionary(members.map { ($0.name, $0) }) { $1 }.values.sorted { $0.name < $1.name }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: StaticString, _ close: StaticString,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    append(open)
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      breakLine()
      body(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    append(close)
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    append("\n")
    for _ in 0..<depth { append("  ") }
  }

  private mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
}

extension JSONText {
  /// Adds a text in quotes (RFC 8259, section 7). Line separators (U+2028, U+2029) stay, as JSON allows.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ !isEscaped($0) }) {
      bytes += text.utf8
    } else {
      for byte in text.utf8 { append(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A text in quotes, as in JSON and programs.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds texts as an array.
  package static func append(_ texts: [String], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20: bytes += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
    default: bytes.append(byte)
    }
  }

  /// How many bytes `compact` writes.
  package static func byteCount(_ node: JSONNode) -> Int {
    switch node.content {
    case .object(let members):
      // Two braces, a colon for each member, commas between them.
      members.reduce(max(2, members.count * 2 + 1)) { $0 + byteCount($1.name) + byteCount($1.value) }
    case .array(let elements): elements.reduce(max(2, elements.count + 1)) { $0 + byteCount($1) }
    case .string(let text): byteCount(text)
    case .number(let text): text.utf8.count
    case .bool(let flag): flag ? 4 : 5
    case .null: 4
    case .expression: 2
    }
  }

  /// Bytes of a text in quotes, with the escapes that it needs.
  package static func byteCount(_ text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
      case 0..<0x20: count + 6
      default: count + 1
      }
    }
  }
}
