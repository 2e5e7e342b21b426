/// A JSON value and its position in the text. Members keep their order, and names may repeat.
package struct JSONNode: Hashable, Sendable {
  /// Its start, in bytes from the start of the text.
  package let offset: Int
  /// Its end: the offset after its last byte. Equal to `offset` for a value that is not from a text.
  package let end: Int
  package let content: Content

  /// - Parameter end: nil for a value from no text.
  package init(offset: Int, end: Int? = nil, content: Content) {
    self.offset = offset
    self.end = end ?? offset
    self.content = content
  }

  package enum Content: Hashable, Sendable {
    case object([Member])
    case array([JSONNode])
    case string(String)
    /// As written, so that `1`, `1.0` and `1e400` can be told apart.
    case number(String)
    case bool(Bool)
    case null
    /// An expression for the sender; only the sender knows its value.
    case expression(String)
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    /// The start of the name, in bytes from the start of the text.
    package let nameOffset: Int
    package let value: JSONNode

    package init(name: String, nameOffset: Int, value: JSONNode) {
      (self.name, self.nameOffset, self.value) = (name, nameOffset, value)
    }
  }
}

extension JSONNode {
  /// Its position, in bytes from the start of the text.
  package var range: Range<Int> { offset..<end }

  /// The members of an object; empty for anything else.
  package var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  /// The elements of an array, or nil.
  package var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text of a string.
  package var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  package var isObject: Bool {
    if case .object = content { true } else { false }
  }

  /// The member of this name; of several the last, as for FCM.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    // By index: copying members costs more than comparing their names.
    for index in members.indices.reversed() where members[index].name == name { return members[index].value }
    return nil
  }

  /// The value at the end of a path of member names.
  package subscript(first: String, rest: String...) -> JSONNode? { node(at: [first] + rest) }

  /// The same for a path of any length.
  package func node(at path: [String]) -> JSONNode? {
    var node = self
    for name in path {
      guard let next = node[name] else { return nil }
      node = next
    }
    return node
  }

  /// Whether it is filled in when the text is sent, so that its value is unknown.
  package var isExpression: Bool {
    if case .expression = content { true } else { false }
  }

  /// The name of members filled in as a whole, or of one with an unknown name.
  package static let spreadName = "..."

  /// Whether it has unknown members.
  package var isOpen: Bool { members.contains { $0.name == Self.spreadName } }

  /// Whether it may be a text to show or load: not empty, or unknown.
  package var mayBeText: Bool { isExpression || text?.isEmpty == false }

  /// The kind of value, as people name it.
  package var kind: String {
    switch content {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .expression: "an expression"
    }
  }

  /// A number, as the text writes it.
  package var numberAsWritten: String? {
    if case .number(let text) = content { text } else { nil }
  }

  /// The value without its place. Numbers that do not fit become 0. Expressions become an empty text, because their source does not give
  /// their value.
  package var value: JSONValue {
    switch content {
    case .object(let members):
      .object(Dictionary(members.map { ($0.name, $0.value.value) }) { _, last in last })
    case .array(let elements): .array(elements.map(\.value))
    case .string(let text): .string(text)
    case .number(let text): Int(text).map(JSONValue.integer) ?? .number(Double(text) ?? 0)
    case .bool(let flag): .bool(flag)
    case .null: .null
    case .expression: .string("")
    }
  }

  /// A value from no text. JSON has only finite numbers; any other becomes 0.
  package init(_ value: JSONValue) {
    let content: Content =
      switch value {
      // In the order of their names, so that findings come in the same order each time.
      case .object(let members):
        Self.sorted(members.map { Member(name: $0.key, nameOffset: 0, value: JSONNode($0.value)) })
      case .array(let elements): .array(elements.map { JSONNode($0) })
      case .string(let text): .string(text)
      case .integer(let number): .number(String(number))
      case .number(let number): .number(Self.text(of: number))
      case .bool(let flag): .bool(flag)
      case .null: .null
      }
    self.init(offset: 0, content: content)
  }

  /// A text that is not from a file.
  package init(_ text: String) { self.init(offset: 0, content: .string(text)) }

  /// An object with those of the members that have a value.
  ///
  /// - Parameter members: in the order of their names.
  package init(object members: [(name: String, value: JSONNode?)]) {
    self.init(
      offset: 0,
      content: .object(
        members.compactMap { name, value in value.map { Member(name: name, nameOffset: 0, value: $0) } }))
  }

  private static func sorted(_ members: [Member]) -> Content { .object(members.sorted { $0.name < $1.name }) }

  /// A number as JSON writes it; without a fraction, no point.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "0" }
    return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// Merges another value over this one: objects member by member; anything else is replaced.
  package func merging(_ other: JSONNode) -> JSONNode {
    guard isObject, other.isObject else { return other }
    var values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    for member in other.members { values[member.name] = values[member.name]?.merging(member.value) ?? member.value }
    return JSONNode(
      offset: offset, content: Self.sorted(values.map { Member(name: $0.key, nameOffset: 0, value: $0.value) }))
  }
}

/// An error in RFC 8259 JSON, and its place.
package struct JSONError: Error, Hashable, Sendable {
  package let kind: Kind
  /// In bytes from the start of the text.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) { (self.kind, self.offset) = (kind, offset) }

  package enum Kind: Hashable, Sendable {
    case notUTF8, byteOrderMark, trailingComma, comment, unquoted, typographicQuote, noBreakSpace, escape, surrogate
    case unclosedString
    case duplicateName(String)
    /// `NaN`, `Infinity`, `True`, `undefined` and the like.
    case word(String)
    /// `01`, `+1`, `.5`, `0x10`.
    case number(String)
    /// A control character in a string, as its number.
    case control(UInt8)
    case expected(String)
    case depth(limit: Int)
    /// There are more values than any real request has.
    case values(limit: Int)
  }
}

extension JSONError.Kind {
  package var words: ErrorWords {
    let detail =
      switch self {
      case .duplicateName(let text), .word(let text), .number(let text): text.quoted
      case .expected(let text): text
      case .control(let byte): "\(byte)"
      case .depth(let limit), .values(let limit): "\(limit)"
      default: ""
      }
    return ErrorWords("json", self, [detail])
  }
}
