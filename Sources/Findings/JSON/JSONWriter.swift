/// Writes JSON text (RFC 8259), members in the order of their names.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0

  /// - Parameter isPretty: two spaces for each level, and one on either side of a colon.
  init(isPretty: Bool) { self.isPretty = isPretty }

  /// - Throws: `JSONText.NumberError`.
  mutating func write(_ value: JSONValue) throws {
    switch value {
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      try write(sorted, between: "{", "}") { writer, member in
        writer.write(member.key)
        writer.append(writer.isPretty ? " : " : ":")
        try writer.write(member.value)
      }
    case .array(let elements): try write(elements, between: "[", "]") { writer, element in try writer.write(element) }
    case .string(let text): write(text)
    case .integer(let number): append(String(number))
    case .number(let number):
      guard number.isFinite else { throw JSONText.NumberError() }
      append(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    case .bool(let flag): append(flag ? "true" : "false")
    case .null: append("null")
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: StaticString, _ close: StaticString,
    _ body: (inout JSONWriter, Element) throws -> Void
  ) throws {
    append(open)
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      breakLine()
      try body(&self, element)
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

  private mutating func write(_ text: String) {
    append("\"")
    JSONText.append(text, to: &bytes)
    append("\"")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }
}
