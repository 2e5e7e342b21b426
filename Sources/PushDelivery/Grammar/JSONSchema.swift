import Findings

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
