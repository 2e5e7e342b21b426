package import Findings

/// A type of values in a YAML file: its reader, and the same as JSON Schema for editors.
package struct YAMLType<Value>: Sendable {
  /// Reads it. Errors are reported, and read as nil.
  package let read: @Sendable (YAMLValue, inout YAMLReader) -> Value?
  private let makeSchema: @Sendable () -> JSONValue
  /// A value as the file writes it; nil if that is impossible.
  private(set) var text: @Sendable (Value) -> String? = { _ in nil }

  package init(
    _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    read: @escaping @Sendable (YAMLValue, inout YAMLReader) -> Value?
  ) {
    makeSchema = schema
    self.read = read
  }

  var schema: JSONValue { makeSchema() }

  /// The same with its text in a file.
  package func written(_ text: @escaping @Sendable (Value) -> String?) -> YAMLType {
    var type = self
    type.text = text
    return type
  }

  /// The same, converted; nil: the error has been reported.
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> YAMLType<Other> {
    YAMLType<Other>(schema) { value, reader in read(value, &reader).flatMap(transform) }
  }

  /// A text with a meaning. `name`: of the error about any other, in texts/errors.txt.
  package static func parsed(
    _ name: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> YAMLType {
    YAMLType(schema()) { value, reader in
      guard let text = reader.string(value) else { return nil }
      return parse(text) ?? reader.fail(.setting(name, text.quoted), value.subject)
    }
  }

  /// A text of a form. `name`: of the error about any other, in texts/errors.txt.
  package static func text(_ name: String, matching pattern: String) -> YAMLType where Value == String {
    parsed(name, JSONSchema.name(pattern)) { text in
      (try? Regex(pattern).wholeMatch(in: text)) != nil ? text : nil
    }.written { $0 }
  }

  /// One of several named values.
  package static func choice(_ choices: KeyValuePairs<String, Value>) -> YAMLType where Value: Equatable & Sendable {
    choice(choices.map { ($0.key, $0.value) })
  }

  /// The same for choices that are a list.
  package static func choice(_ choices: [(name: String, value: Value)]) -> YAMLType where Value: Equatable & Sendable {
    let names = choices.map(\.name)
    return YAMLType(JSONSchema.choice(names)) { value, reader in
      reader.name(value, among: names).flatMap { name in choices.first { $0.name == name }?.value }
    }.written { value in choices.first { $0.value == value }?.name }
  }

  /// A list of these.
  package static func list<Element>(of element: YAMLType<Element>, atLeast count: Int = 0) -> YAMLType
  where Value == [Element] {
    YAMLType(JSONSchema.list(element.schema, atLeast: count)) { value, reader in
      reader.list(value)?.compactMap { element.read($0, &reader) }
    }
  }

  /// One of these values, or several in a list, each once. `whenEmpty`: the effect of an empty list, and the fix; nil: it may be empty.
  package static func oneOrMore<Element: Equatable & Sendable>(
    _ element: YAMLType<Element>, named name: @escaping @Sendable (Element) -> String,
    whenEmpty: (consequence: String, remedy: String)? = nil, isSet: Bool = false
  ) -> YAMLType where Value == [Element] {
    let list = JSONSchema.list(element.schema, atLeast: whenEmpty == nil ? 0 : 1)
    let schema = JSONSchema.anyOf([element.schema, isSet ? list.merging(["uniqueItems": true]) : list])
    return YAMLType(schema) { value, reader in
      let found = reader.distinct(value, of: element, named: name)
      if let whenEmpty, case .list(let elements) = value.content, elements.isEmpty {
        reader.report(.setting("emptyList", whenEmpty.consequence, whenEmpty.remedy), value.subject)
      }
      return found.isEmpty && whenEmpty != nil ? nil : found
    }.written { "[\($0.map(name).joined(separator: ", "))]" }
  }
}

extension YAMLReader {
  /// A value or the elements of a list; reports repeated ones.
  fileprivate mutating func distinct<Element: Equatable>(
    _ value: YAMLValue, of type: YAMLType<Element>, named name: (Element) -> String
  ) -> [Element] {
    let elements = if case .list(let elements) = value.content { elements } else { [value] }
    var found: [Element] = []
    for value in elements {
      guard let element = type.read(value, &self) else { continue }
      if found.contains(element) {
        report(.setting("twice", name(element).quoted), value.subject)
      } else {
        found.append(element)
      }
    }
    return found
  }
}

extension YAMLType<String> {
  /// Text that is not blank, as written.
  package static var text: YAMLType { YAMLType(JSONSchema.text) { $1.string($0) }.written { $0 } }
  /// Text without control characters: a path, or a machine's name.
  package static var path: YAMLType { YAMLType(JSONSchema.path) { $1.path($0) }.written { $0 } }
  /// The path of a file or a folder of this machine.
  package static var filePath: YAMLType { YAMLType(JSONSchema.filePath) { $1.filePath($0) }.written { $0 } }
}

extension YAMLType<Bool> {
  package static var bool: YAMLType { YAMLType(JSONSchema.bool) { $1.bool($0) }.written { $0 ? "true" : "false" } }
}

extension YAMLType<Int> {
  /// A whole number. `limit`: the client's limit, if it is the upper bound. `isGrouped`: whether its digits are written in groups; pixels
  /// are not.
  package static func integer(_ range: ClosedRange<Int>, limit: ClientLimit? = nil, isGrouped: Bool = true) -> YAMLType
  {
    YAMLType(JSONSchema.integer(range)) { value, reader in
      reader.integer(value, in: range, limit: limit)
    }.written { isGrouped ? $0.grouped : String($0) }
  }
}

extension Int {
  /// Decimal digits in groups of three: `300_000`.
  fileprivate var grouped: String {
    let digits = String(self)
    return digits.enumerated().map { index, digit in
      let rest = digits.count - index
      return index > 0 && rest.isMultiple(of: 3) ? "_" + String(digit) : String(digit)
    }.joined()
  }
}

extension YAMLType<Double> {
  package static func number(_ range: ClosedRange<Double>) -> YAMLType {
    YAMLType(JSONSchema.number(range)) { $1.number($0, in: range) }
  }
}

/// Parts of a JSON Schema (draft 2020-12, https://json-schema.org/draft/2020-12) for YAML that `YAMLReader` reads.
///
/// Editors read YAML 1.2, in which `no` and `300_000` are texts; the schema accepts what the reader takes for truth values and numbers.
enum JSONSchema {
  /// A mapping with these keys and no others.
  static func object(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    [
      "type": .array(["object", "null"]), "properties": .object(properties),
      "required": .array(required.sorted().map(JSONValue.string)), "additionalProperties": false,
    ]
  }

  /// A mapping of free names to values of one kind.
  static func map(_ value: JSONValue, names pattern: String? = nil, atLeast count: Int = 0) -> JSONValue {
    let schema: JSONValue = ["type": "object", "additionalProperties": value, "minProperties": .integer(count)]
    return pattern.map { schema.merging(["propertyNames": ["pattern": .string($0)]]) } ?? schema
  }

  static func list(_ element: JSONValue, atLeast count: Int = 0) -> JSONValue {
    ["type": "array", "items": element, "minItems": .integer(count)]
  }

  /// Text, including numbers and truth values as written. Not blank.
  static let text: JSONValue = ["type": .array(["string", "number", "boolean"]), "pattern": #"\S"#]

  /// Text that is never a number.
  static func form(_ pattern: String) -> JSONValue { ["type": "string", "pattern": .string(pattern)] }

  /// Text in a form that may look like a number.
  static func name(_ pattern: String) -> JSONValue {
    ["type": .array(["string", "number", "boolean"]), "pattern": .string(pattern)]
  }

  /// Text without control characters.
  static let path = name(#"^(?=.*\S)[^\u0000-\u001f\u007f]*$"#)

  /// The path of a file or a folder.
  static let filePath = name("^(?!\(ForeignPath.beginnings))(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$")

  /// A whole number, or one with grouped digits, which editors read as text.
  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    anyOf([
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)],
      ["type": "string", "pattern": #"^-?[0-9]+(_[0-9]+)+$"#],
    ])
  }

  static func number(_ range: ClosedRange<Double>) -> JSONValue {
    ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
  }

  static let bool: JSONValue = anyOf([
    ["type": "boolean"], ["type": "string", "pattern": "^([Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)$"],
  ])

  static func choice(_ names: [String]) -> JSONValue { ["enum": .array(names.map(JSONValue.string))] }

  static func anyOf(_ schemas: [JSONValue]) -> JSONValue { ["anyOf": .array(schemas)] }

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  /// A whole document.
  static func document(_ title: String, _ root: JSONValue, definitions: [String: JSONValue] = [:]) -> JSONValue {
    root.merging([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title), "$defs": .object(definitions),
    ])
  }
}
