/// Reads JSON as RFC 8259 has it, tells everything that is not so, and goes on where what was meant is clear.
///
/// Some parsers take a trailing comma or the first of two equal names, others refuse them: a text is good when every
/// parser reads the same in it.
package struct JSONReader {
  let bytes: [UInt8]
  var offset = 0
  /// What is not JSON, in the order of the text.
  package private(set) var errors: [JSONError] = []
  private var depth = 0

  /// Protocol buffers' own limit, which the API's parser keeps (`CodedInputStream`, default recursion limit).
  static let greatestDepth = 100

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The values of a text: one, or several one after the other as in JSON Lines. What stands after an error that
  /// leaves no value is not read, but for the lines after it when `isLines`.
  package mutating func values(isLines: Bool = false) -> [JSONNode] {
    guard !isWide else {
      report(.notUTF8, at: 0)
      return []
    }
    skipByteOrderMark()
    var values: [JSONNode] = []
    repeat {
      do throws(JSONError) {
        try skipToValue(isFirst: values.isEmpty)
        guard !isAtEnd else { break }
        depth = 0
        values.append(try value())
      } catch {
        errors.append(error)
        guard isLines else { break }
        skipLine()
      }
    } while !isAtEnd
    return values
  }

  /// Readers of JSON Lines split at line breaks, and readers of JSON take one value.
  private mutating func skipToValue(isFirst: Bool) throws(JSONError) {
    // A line that was passed over took its line break along.
    let end = max(0, offset - 1)
    try skipSpace()
    guard !isFirst, !isAtEnd, !bytes[end..<offset].contains(UInt8(ascii: "\n")) else { return }
    throw JSONError(.expected("a line break or the end of the text"), at: offset)
  }

  private mutating func value() throws(JSONError) -> JSONNode {
    let start = offset
    switch byte {
    case UInt8(ascii: "{"):
      try enter()
      let members = try members()
      depth -= 1
      return JSONNode(offset: start, content: .object(members))
    case UInt8(ascii: "["):
      try enter()
      let elements = try elements()
      depth -= 1
      return JSONNode(offset: start, content: .array(elements))
    case UInt8(ascii: "\""): return JSONNode(offset: start, content: .string(try string()))
    case nil: throw JSONError(.expected("a value"), at: start)
    default: return JSONNode(offset: start, content: try word())
    }
  }

  /// Takes an opening bracket.
  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= Self.greatestDepth else { throw JSONError(.depth(limit: Self.greatestDepth), at: offset) }
    offset += 1
  }

  private mutating func members() throws(JSONError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var names: Set<String> = []
    while try !isClosed(by: UInt8(ascii: "}"), afterFirst: !members.isEmpty) {
      let start = offset
      guard byte == UInt8(ascii: "\"") else { throw JSONError(nameProblem, at: start) }
      let name = try string()
      if !names.insert(name).inserted { errors.append(JSONError(.duplicateName(name), at: start)) }
      try skipSpace()
      guard take(UInt8(ascii: ":")) else { throw JSONError(.expected("a colon"), at: offset) }
      try skipSpace()
      members.append(.init(name: name, nameOffset: start, value: try value()))
    }
    return members
  }

  private mutating func elements() throws(JSONError) -> [JSONNode] {
    var elements: [JSONNode] = []
    while try !isClosed(by: UInt8(ascii: "]"), afterFirst: !elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  /// Takes the closing bracket, or the comma before another value.
  private mutating func isClosed(by bracket: UInt8, afterFirst: Bool) throws(JSONError) -> Bool {
    try skipSpace()
    if take(bracket) { return true }
    guard afterFirst else { return false }
    let comma = offset
    guard take(UInt8(ascii: ",")) else {
      let closing = String(UnicodeScalar(bracket))
      throw JSONError(.expected("a comma or \(closing)"), at: offset)
    }
    try skipSpace()
    guard take(bracket) else { return false }
    errors.append(JSONError(.trailingComma, at: comma))
    return true
  }

  private var nameProblem: JSONError.Kind {
    guard let byte else { return .expected("a name in double quotes") }
    return byte == UInt8(ascii: "'") || isUnreserved(byte) ? .unquoted : .expected("a name in double quotes")
  }
}

// What stands in brackets, quotes or alone is made of these.
extension JSONReader {
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  /// Takes bytes as long as they are wanted.
  mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[offset...].prefix(while: isWanted)
    offset = taken.endIndex
    return taken
  }

  mutating func report(_ kind: JSONError.Kind, at offset: Int) { errors.append(JSONError(kind, at: offset)) }

  /// Whether the text is in UTF-16 or UTF-32: its first character is ASCII or a byte order mark.
  private var isWide: Bool {
    let start = bytes.prefix(2)
    return start.count == 2 && (start.contains(0) || start == [0xFF, 0xFE] || start == [0xFE, 0xFF])
  }

  private mutating func skipByteOrderMark() {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    report(.byteOrderMark, at: 0)
    offset = 3
  }

  private mutating func skipLine() {
    _ = take { $0 != UInt8(ascii: "\n") }
    _ = take(UInt8(ascii: "\n"))
  }

  /// Skips white space, and comments after reporting them.
  mutating func skipSpace() throws(JSONError) {
    while let byte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = offset
    offset += 1
    if take(UInt8(ascii: "/")) {
      _ = take { $0 != UInt8(ascii: "\n") }
    } else if take(UInt8(ascii: "*")) {
      repeat {
        _ = take { $0 != UInt8(ascii: "*") }
        guard take(UInt8(ascii: "*")) else { throw JSONError(.comment, at: start) }
      } while byte != UInt8(ascii: "/")
      offset += 1
    } else {
      throw JSONError(.expected("a value"), at: start)
    }
    report(.comment, at: start)
  }
}
