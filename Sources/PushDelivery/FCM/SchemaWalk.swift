import Findings

/// Goes through a message with the API's definition: gives its fields the definition's names, and notes what does not
/// fit.
struct SchemaWalk {
  private(set) var mismatches: [SchemaMismatch] = []

  static func walk(_ node: JSONNode, type: String, path: [String]) -> (node: JSONNode, mismatches: [SchemaMismatch]) {
    var walk = SchemaWalk()
    let node = walk.message(node, type: type, path: path)
    return (node, walk.mismatches)
  }

  private mutating func message(_ node: JSONNode, type: String, path: [String]) -> JSONNode {
    guard node.isObject else {
      expect("an object", node, path)
      return node
    }
    var spellings: [String: String] = [:]
    let members = node.members.map { member -> JSONNode.Member in
      let memberPath = path + [member.name]
      // The members of another object of the program's.
      guard member.name != JSONNode.spreadName else { return member }
      guard let field = MessageFieldTable.field(named: member.name, in: type) else {
        note(.unknownField(name: member.name, type: type), memberPath, member.nameOffset..<member.nameEnd)
        return member
      }
      if let other = spellings.updateValue(member.name, forKey: field.name), other != member.name {
        note(.bothSpellings(other, member.name), memberPath, member.nameOffset..<member.nameEnd)
      }
      let value = value(member.value, kind: field.kind, path: memberPath)
      return .init(name: field.name, nameOffset: member.nameOffset, nameEnd: member.nameEnd, value: value)
    }
    return JSONNode(offset: node.offset, end: node.end, content: .object(members))
  }

  /// Protocol buffers take `null` for any field and mean that it is not set.
  private mutating func value(_ node: JSONNode, kind: MessageField.Kind, path: [String]) -> JSONNode {
    guard node.content != .null, !node.isExpression else { return node }
    switch kind {
    case .message(let type): return message(node, type: type, path: path)
    case .stringMap: checkMap(node, path)
    case .repeated(let element):
      guard let elements = node.elements else {
        expect("an array", node, path)
        return node
      }
      for (index, value) in elements.enumerated() { _ = self.value(value, kind: element, path: path + ["[\(index)]"]) }
    case .structure: if !node.isObject { expect("an object", node, path) }
    case .string: if node.text == nil { expect("a string", node, path) }
    case .timestamp:
      if node.text.flatMap(ProtobufTimestamp.init(rawValue:)) == nil { note(.moment(node.words), path, node.range) }
    case .duration:
      if node.text.flatMap(ProtobufDuration.init(rawValue:)) == nil { note(.duration(node.words), path, node.range) }
    case .boolean: if case .bool = node.content {} else { expect("true or false", node, path) }
    case .int32: checkInteger(node, path)
    case .float: if node.number == nil { expect("a number", node, path) }
    case .enumeration(let values): checkEnumeration(node, values, path)
    }
    return node
  }

  private mutating func checkMap(_ node: JSONNode, _ path: [String]) {
    guard node.isObject else { return expect("an object of strings", node, path) }
    for member in node.members where member.value.text == nil && !member.value.isExpression {
      expect("a string", member.value, path + [member.name])
    }
  }

  private mutating func checkInteger(_ node: JSONNode, _ path: [String]) {
    // Protocol buffers take a number in quotes, and one with an empty fraction.
    guard let number = node.number, number == number.rounded(), Int32(exactly: number) != nil else {
      return expect("a whole number of 32 bits", node, path)
    }
  }

  /// The API's parser takes names of values in any case, as Google's own examples have them, and their numbers.
  private mutating func checkEnumeration(_ node: JSONNode, _ values: [String], _ path: [String]) {
    if case .number = node.content { return }
    guard let text = node.text else { return expect("one of " + values.joined(separator: ", "), node, path) }
    if !values.contains(text.uppercased()) { note(.wrongValue(text, expected: values), path, node.range) }
  }

  private mutating func expect(_ expected: String, _ node: JSONNode, _ path: [String]) {
    note(.wrongType(found: node.kind, expected: expected), path, node.range)
  }

  private mutating func note(_ kind: SchemaMismatch.Kind, _ path: [String], _ range: Range<Int>) {
    mismatches.append(SchemaMismatch(kind: kind, path: path, range: range))
  }
}

extension JSONNode {
  /// A finite number, also one in quotes.
  var number: Double? {
    let text: String? =
      switch content {
      case .number(let text), .string(let text): text
      default: nil
      }
    return text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A text or a number as it is written; of anything else, what kind it is.
  fileprivate var words: String { text ?? numberAsWritten ?? kind }
}

/// Where a message is not of the types of the API's definition.
struct SchemaMismatch: Hashable, Sendable {
  let kind: Kind
  /// The way there, with the names as they are written.
  let path: [String]
  /// The name or the value, in bytes from the start of the text.
  let range: Range<Int>

  var offset: Int { range.lowerBound }

  enum Kind: Hashable, Sendable {
    /// The type has no field of this name.
    case unknownField(name: String, type: String)
    /// The same field stands there under both of its names.
    case bothSpellings(String, String)
    /// A value of another kind, and what belongs there.
    case wrongType(found: String, expected: String)
    /// A text that is none of the field's values.
    case wrongValue(String, expected: [String])
    /// An amount of time that is not written as `3.5s`.
    case duration(String)
    /// A point in time that is not written as `2026-10-23T15:01:30Z`.
    case moment(String)
  }

  /// The name of the field that is at fault.
  var name: String { path.last ?? "" }
}
