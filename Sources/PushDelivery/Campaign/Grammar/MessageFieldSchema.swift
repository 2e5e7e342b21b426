import Findings

/// The schema of the API's fields, as `SchemaWalk` checks them.
enum MessageFieldSchema {
  /// The types that a message may override, and all types in them.
  static let definitions: [String: JSONValue] = {
    var found: [String: JSONValue] = [:]
    var waiting = ["AndroidConfig", "ApnsConfig", "WebpushConfig"]
    while let type = waiting.popLast() {
      guard found[type] == nil, let fields = MessageFieldTable.types[type] else { continue }
      found[type] = object(of: fields.filter { $0.name != "image" })
      waiting += fields.compactMap { if case .message(let type) = $0.kind { type } else { nil } }
    }
    return found
  }()

  private static func object(of fields: [MessageField]) -> JSONValue {
    let properties = fields.flatMap { field in
      Set([field.name, field.camelCaseName]).map { ($0, JSONSchema.anyOf([schema(field.kind), ["type": "null"]])) }
    }
    return [
      "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
      "additionalProperties": false,
    ]
  }

  private static func schema(_ kind: MessageField.Kind) -> JSONValue {
    switch kind {
    case .string, .timestamp: ["type": "string"]
    case .boolean: ["type": "boolean"]
    case .int32:
      JSONSchema.anyOf([
        ["type": "integer", "minimum": .integer(Int(Int32.min)), "maximum": .integer(Int(Int32.max))],
        ["type": "string", "pattern": #"(^-?[0-9]+$)|\{\{"#],
      ])
    case .float: JSONSchema.anyOf([["type": "number"], ["type": "string", "pattern": #"(^-?[0-9.]+$)|\{\{"#]])
    case .duration: ["type": "string", "pattern": #"(^[0-9]{1,12}(\.[0-9]{1,9})?s$)|\{\{"#]
    case .stringMap: JSONSchema.map(["type": .array(["string", "null"])])
    // `media` names the picture.
    case .structure: ["type": "object", "properties": ["image": false]]
    case .enumeration(let values): choice(values)
    case .message(let type): JSONSchema.reference(type)
    case .repeated(let kind): JSONSchema.list(schema(kind))
    }
  }

  /// The API's parser takes value names in any case, and their numbers.
  private static func choice(_ values: [String]) -> JSONValue {
    JSONSchema.anyOf([
      JSONSchema.choice(values), ["type": "number"],
      ["type": "string", "pattern": .string("^(" + values.map(anyCase).joined(separator: "|") + #")$|\{\{"#)],
    ])
  }

  private static func anyCase(_ name: String) -> String {
    name.map { $0.isLetter ? "[\($0)\($0.lowercased())]" : String($0) }.joined()
  }
}
