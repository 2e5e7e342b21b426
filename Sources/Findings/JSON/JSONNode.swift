/// A JSON value and where it stands in its text. Members keep their order, and names may stand twice.
package struct JSONNode: Hashable, Sendable {
  /// Where it begins, in bytes from the start of the text.
  package let offset: Int
  /// Where it ends: the offset of what follows its last byte. Equal to `offset` for a value that stands in no text.
  package let end: Int
  package let content: Content

  /// - Parameter end: nil for a value that stands in no text.
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
    /// What is put in when the text is sent, so that only the sender knows the value.
    case expression(String)
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    /// Where the name begins, in bytes from the start of the text.
    package let nameOffset: Int
    /// Where the name ends: the offset of what follows its last byte.
    package let nameEnd: Int
    package let value: JSONNode

    /// - Parameter nameEnd: nil for a member that stands in no text.
    package init(name: String, nameOffset: Int, nameEnd: Int? = nil, value: JSONNode) {
      self.name = name
      self.nameOffset = nameOffset
      self.nameEnd = nameEnd ?? nameOffset
      self.value = value
    }
  }
}

extension JSONNode {
  /// Where it stands, in bytes from the start of the text.
  package var range: Range<Int> { offset..<end }

  /// The members of an object; none when it is no object.
  package var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  /// The elements of an array; nil when it is none.
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

  /// The member of this name. Of several the last one counts, as for FCM.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    // By index, since copies of members cost more than comparing their names.
    for index in members.indices.reversed() where members[index].name == name { return members[index].value }
    return nil
  }

  /// Whether it is put in when the text is sent, so that nothing can be said of the value.
  package var isExpression: Bool {
    if case .expression = content { true } else { false }
  }

  /// Whether it is a text that may be shown or loaded: one that is not empty, or one that is not known.
  package var mayBeText: Bool { isExpression || text?.isEmpty == false }

  /// What kind of value it is, as people name it.
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

  /// A number, as it stands in the text.
  package var numberAsWritten: String? {
    if case .number(let text) = content { text } else { nil }
  }

  /// The value without its place. Numbers that do not fit become 0, and expressions an empty text: what they are written as says
  /// nothing of what they are.
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
}

extension JSONNode {
  /// A value that stands in no text. A number that is not finite, which JSON does not have, becomes 0.
  package init(_ value: JSONValue) {
    let content: Content =
      switch value {
      // In the order of their names, so that what is found in them is told in the same one each time.
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

  /// A text that stands nowhere else.
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

  /// A number as JSON has it. One without a fraction has no point.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "0" }
    return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// The value with another laid over it: objects are merged member by member, anything else is replaced.
  package func merging(_ other: JSONNode) -> JSONNode {
    guard isObject, other.isObject else { return other }
    var values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    for member in other.members { values[member.name] = values[member.name]?.merging(member.value) ?? member.value }
    return JSONNode(
      offset: offset, content: Self.sorted(values.map { Member(name: $0.key, nameOffset: 0, value: $0.value) }))
  }
}

/// What is not RFC 8259 JSON in a text, and where.
package struct JSONError: Error, Hashable, Sendable {
  package let kind: Kind
  /// In bytes from the start of the text.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package enum Kind: Hashable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// A byte order mark stands before the text.
    case byteOrderMark
    /// A comma with no value after it.
    case trailingComma
    case comment
    /// The name stands in the object already.
    case duplicateName(String)
    /// A name or text in single quotes or in none.
    case unquoted
    /// A quote as word processors have it.
    case typographicQuote
    /// White space that JSON does not have: U+00A0.
    case noBreakSpace
    /// `NaN`, `Infinity`, `True`, `undefined` and the like.
    case word(String)
    /// `01`, `+1`, `.5`, `0x10`.
    case number(String)
    /// A control character in a string, as its number.
    case control(UInt8)
    case escape
    /// Half of a surrogate pair.
    case surrogate
    case unclosedString
    /// Something else should stand here.
    case expected(String)
    /// Another value stands where a comma or the closing bracket should.
    ///
    /// - Parameter valueEnd: where the value before it ends, in bytes from the start of the text.
    case missingComma(bracket: Unicode.Scalar, valueEnd: Int)
    /// Objects and arrays lie too deep in each other.
    case depth(limit: Int)
    /// There are more values than anybody sends together.
    case values(limit: Int)
  }
}
