import Findings

/// Walks through a message with the API's definition: gives fields the definition's names, and notes mismatches.
struct SchemaWalk {
  private(set) var mismatches: [SchemaMismatch] = []
  /// The current path, with the names as written.
  private var path: [String]

  static func walk(_ node: JSONNode, type: String, path: [String]) -> (node: JSONNode, mismatches: [SchemaMismatch]) {
    var walk = SchemaWalk(path: path)
    let renamed = walk.message(node, type: type)
    return (renamed ?? node, walk.mismatches)
  }

  /// - Returns: the same with the definition's names; nil if it has them.
  private mutating func message(_ node: JSONNode, type: String) -> JSONNode? {
    guard node.isObject else {
      expect("an object", node)
      return nil
    }
    let (members, fields) = (node.members, MessageFieldTable.fields(in: type))
    var spellings = Spellings()
    // Most texts have the definition's names, and need no copy.
    var renamed: [JSONNode.Member]?
    for (index, member) in members.enumerated() where member.name != JSONNode.spreadName {
      path.append(member.name)
      defer { path.removeLast() }
      guard let field = fields[member.name] else {
        note(.unknownField(name: member.name, type: type), member.nameOffset)
        continue
      }
      if let other = spellings.other(than: member.name, of: field.name, after: members[..<index]) {
        note(.bothSpellings(other, member.name), member.nameOffset)
      }
      let value = value(member.value, kind: field.kind)
      if value == nil, member.name == field.name { continue }
      if renamed == nil { renamed = members }
      renamed?[index] = .init(
        name: field.name, nameOffset: member.nameOffset, value: value ?? member.value)
    }
    return renamed.map { JSONNode(offset: node.offset, end: node.end, content: .object($0)) }
  }

  /// The last name that each field had. A field can have two only if some name is not the definition's, so nothing is kept until then.
  private struct Spellings {
    private var byField: [String: String]?

    /// The earlier name of the field, if it is another.
    mutating func other(than name: String, of field: String, after members: ArraySlice<JSONNode.Member>) -> String? {
      if byField == nil {
        guard name != field else { return nil }
        byField = Dictionary(members.map { ($0.name, $0.name) }) { _, last in last }
      }
      let other = byField?.updateValue(name, forKey: field)
      return other == name ? nil : other
    }
  }

  /// Protocol buffers read `null` for any field as not set. Returns the same with the definition's names; nil if it has them.
  private mutating func value(_ node: JSONNode, kind: MessageField.Kind) -> JSONNode? {
    guard !node.isNull, !node.isExpression else { return nil }
    switch kind {
    case .message(let type): return message(node, type: type)
    case .stringMap: checkMap(node)
    case .repeated(let element):
      guard let elements = node.elements else {
        expect("an array", node)
        return nil
      }
      for (index, value) in elements.enumerated() {
        path.append("[\(index)]")
        _ = self.value(value, kind: element)
        path.removeLast()
      }
    case .structure: if !node.isObject { expect("an object", node) }
    case .string: if node.text == nil { expect("a string", node) }
    case .timestamp:
      if node.text.flatMap(ProtobufTimestamp.init(rawValue:)) == nil { note(.moment(node.words), node.offset) }
    case .duration:
      if node.text.flatMap(ProtobufDuration.init(rawValue:)) == nil { note(.duration(node.words), node.offset) }
    case .boolean: if case .bool = node.content {} else { expect("true or false", node) }
    case .int32: checkInteger(node)
    case .float: if node.number == nil { expect("a number", node) }
    case .enumeration(let values): checkEnumeration(node, values)
    }
    return nil
  }

  private mutating func checkMap(_ node: JSONNode) {
    guard node.isObject else { return expect("an object of strings", node) }
    for member in node.members where member.value.text == nil && !member.value.isExpression {
      path.append(member.name)
      expect("a string", member.value)
      path.removeLast()
    }
  }

  private mutating func checkInteger(_ node: JSONNode) {
    // Protocol buffers take a number in quotes, and one with an empty fraction.
    guard let number = node.number, number == number.rounded(), Int32(exactly: number) != nil else {
      return expect("a whole number of 32 bits", node)
    }
  }

  /// The API's parser takes value names in any case, as in Google's examples, and their numbers.
  private mutating func checkEnumeration(_ node: JSONNode, _ values: [String]) {
    if case .number = node.content { return }
    guard let text = node.text else { return expect("one of " + values.joined(separator: ", "), node) }
    if !values.contains(text), !values.contains(text.uppercased()) {
      note(.wrongValue(text, expected: values), node.offset)
    }
  }

  private mutating func expect(_ expected: String, _ node: JSONNode) {
    note(.wrongType(found: node.kind, expected: expected), node.offset)
  }

  private mutating func note(_ kind: SchemaMismatch.Kind, _ offset: Int) {
    mismatches.append(SchemaMismatch(kind: kind, path: path, offset: offset))
  }
}

extension JSONNode {
  /// A finite number, even in quotes.
  var number: Double? {
    let text: String? =
      switch content {
      case .number(let text), .string(let text): text
      default: nil
      }
    return text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A text or a number as written; for anything else, its kind.
  fileprivate var words: String { text ?? numberAsWritten ?? kind }
}

/// A difference between a message and the API's definition.
struct SchemaMismatch: Hashable, Sendable {
  let kind: Kind
  /// Its path, with the names as written.
  let path: [String]
  /// The name or the value, in bytes from the start of the text.
  let offset: Int

  enum Kind: Hashable, Sendable {
    /// The type has no field of this name.
    case unknownField(name: String, type: String)
    /// The field occurs under both of its names.
    case bothSpellings(String, String)
    /// A value of another kind, and the expected one.
    case wrongType(found: String, expected: String)
    /// A text that the field does not allow.
    case wrongValue(String, expected: [String])
    /// A duration that is not written as `3.5s`.
    case duration(String)
    /// A time that is not written as `2026-10-23T15:01:30Z`.
    case moment(String)
  }

  var name: String { path.last ?? "" }
}
