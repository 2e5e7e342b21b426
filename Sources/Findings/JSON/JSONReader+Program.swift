/// Literals of objects as JavaScript and Python have them, calls with named arguments among them: `Message(topic='a')`.
///
/// What is no literal is an expression: it is passed over to the comma or bracket that ends it, and its value stays unknown.
extension JSONReader {
  /// Reads a value of an object, an array or a call.
  mutating func programValue() throws(JSONError) -> JSONNode {
    let start = offset
    guard passedOver <= mostPassedOver else { throw JSONError(.expected("a value"), at: start) }
    let (startDepth, errorCount) = (depth, errors.count)
    if let content = try? literal() {
      let end = offset
      if try isAtValuesEnd() { return JSONNode(offset: start, end: end, content: content) }
    }
    (offset, depth) = (start, startDepth)
    forgetErrors(after: errorCount)
    return try expression()
  }

  /// Reads a call whose arguments are named, from its name on, as an object of them. Nothing is taken where none begins.
  ///
  /// - Returns: nil where there is no such call.
  package mutating func call() -> JSONNode? {
    let (start, startDepth) = (offset, depth)
    guard let name = callee(), let members = try? arguments(of: name),
      !members.isEmpty || name.first?.isUppercase == true
    else {
      (offset, depth) = (start, startDepth)
      return nil
    }
    return JSONNode(offset: start, end: offset, content: .object(members))
  }

  /// A member of an object: `name: value`, `'name': value`, `name`, `...others`, `**others`.
  mutating func programMember() throws(JSONError) -> JSONNode.Member {
    let start = offset
    if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*") { return try spread() }
    let name = try programName()
    let end = offset
    try skipSpace()
    if take(UInt8(ascii: ":")) {
      try skipSpace()
      return .init(name: name, nameOffset: start, nameEnd: end, value: try value())
    }
    // The name is that of a variable, too.
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else {
      throw JSONError(.expected("a colon"), at: offset)
    }
    let value = JSONNode(offset: start, end: end, content: .expression(name))
    return .init(name: name, nameOffset: start, nameEnd: end, value: value)
  }

  private mutating func programName() throws(JSONError) -> String {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let text = try quoted() else { throw JSONError(.expected("a name"), at: offset) }
      return text
    case UInt8(ascii: "["):
      // A name that is computed.
      let start = offset
      try skipBracket()
      return String(decoding: bytes[start..<offset], as: UTF8.self)
    default:
      let name = take(while: isIdentifier)
      guard !name.isEmpty else { throw JSONError(.expected("a name"), at: offset) }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// The members of another object, which are not known.
  private mutating func spread() throws(JSONError) -> JSONNode.Member {
    let start = offset
    guard take(while: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "*") }).count > 1 else {
      throw JSONError(.expected("a name"), at: start)
    }
    let end = offset
    return .init(name: JSONNode.spreadName, nameOffset: start, nameEnd: end, value: try expression())
  }

  /// `messaging.Message` and the opening bracket after it: the name's last part.
  private mutating func callee() -> String? {
    let name = String(decoding: take { isIdentifier($0) || $0 == UInt8(ascii: ".") }, as: UTF8.self)
    guard let first = name.first, !first.isNumber, byte == UInt8(ascii: "(") else { return nil }
    return name.split(separator: ".").last.map(String.init)
  }

  private mutating func arguments(of callee: String) throws(JSONError) -> [JSONNode.Member] {
    try enter()
    let names = positions[callee] ?? []
    var members: [JSONNode.Member] = []
    while try !isClosed(by: UInt8(ascii: ")"), afterFirst: !members.isEmpty) {
      let start = offset
      if byte == UInt8(ascii: "*") {
        members.append(try spread())
        continue
      }
      let name = take(while: isIdentifier)
      let end = offset
      try skipSpace()
      guard !name.isEmpty, take(UInt8(ascii: "=")), byte != UInt8(ascii: "=") else {
        guard members.count < names.count else { throw JSONError(.expected("a named argument"), at: start) }
        offset = start
        let value = try value()
        members.append(.init(name: names[members.count], nameOffset: start, nameEnd: start, value: value))
        continue
      }
      try skipSpace()
      let text = String(decoding: name, as: UTF8.self)
      members.append(.init(name: text, nameOffset: start, nameEnd: end, value: try value()))
    }
    depth -= 1
    return members
  }

  /// A value that stands there as it is.
  mutating func literal() throws(JSONError) -> JSONNode.Content {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try content()
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      let start = offset
      guard var text = try quoted() else { throw JSONError(.expected("a text"), at: start) }
      // Python joins texts that stand side by side.
      while try hasMoreText(), let more = try quoted() { text += more }
      return .string(text)
    default:
      if let call = call() { return call.content }
      let start = offset
      let content = try word()
      guard case .expression = content else { return content }
      // Python: u'text', r'text', b'text'.
      if offset == start + 1, "urb".utf8.contains(bytes[start]), let text = try quoted() { return .string(text) }
      return content
    }
  }

  private mutating func hasMoreText() throws(JSONError) -> Bool {
    let end = offset
    try skipSpace()
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
    offset = end
    return false
  }

  /// Whether nothing more belongs to the value. `as const` and the like of TypeScript are passed over.
  private mutating func isAtValuesEnd() throws(JSONError) -> Bool {
    let end = offset
    try skipSpace()
    let isType = ["as ", "satisfies "].contains { bytes[offset..<limit].starts(with: $0.utf8) }
    if isType { _ = try expression() }
    let isEnd = byte.map { ",}])".utf8.contains($0) } ?? true
    offset = end
    if isType, isEnd { _ = try expression() }
    return isEnd
  }

  /// Passes over code up to the comma or the closing bracket that ends it.
  private mutating func expression() throws(JSONError) -> JSONNode {
    let start = offset
    defer { passedOver += offset - start }
    while let byte, !",}])".utf8.contains(byte) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): try skipBracket()
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): _ = try quoted()
      case UInt8(ascii: ";"): throw JSONError(.expected("a comma"), at: offset)
      case UInt8(ascii: "/") where nextByte == UInt8(ascii: "/") || nextByte == UInt8(ascii: "*"),
        UInt8(ascii: "#"):
        try skipSpace()
      default: offset += 1
      }
    }
    let end = endOfCode(after: start)
    guard end > start else { throw JSONError(.expected("a value"), at: start) }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return JSONNode(offset: start, end: end, content: .expression(text))
  }

  /// Passes over a bracket and what stands in it.
  private mutating func skipBracket() throws(JSONError) {
    let start = offset
    var open = 0
    repeat {
      guard let byte else { throw JSONError(.expected("a closing bracket"), at: start) }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("):
        open += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        open -= 1
        offset += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): _ = try quoted()
      case UInt8(ascii: "/") where nextByte == UInt8(ascii: "/") || nextByte == UInt8(ascii: "*"),
        UInt8(ascii: "#"):
        try skipSpace()
      default: offset += 1
      }
    } while open > 0
  }

  /// Where what was read ends, without the white space after it.
  private func endOfCode(after start: Int) -> Int {
    var end = offset
    while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}

extension JSONNode {
  /// The name of a member that stands for the members of another object.
  package static let spreadName = "..."

  /// Whether it has members that are not known: those of another object.
  package var isOpen: Bool { members.contains { $0.name == Self.spreadName } }
}

/// Letters, digits, `_` and `$`, and whatever is not ASCII.
package func isIdentifier(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
    || isUnreserved(byte) && !"-._~".utf8.contains(byte)
}
