import Findings

extension YAMLType<JSONValue> {
  /// API fields of a message for one platform. `type`: the API's type that has them. `parent`: the field whose `image` names a picture.
  static func fields(of type: String, imageOf parent: String) -> YAMLType {
    YAMLType(JSONSchema.reference(type)) { value, reader in
      guard case .mapping(let members) = value.content else {
        return reader.fail(value, expected: "a mapping of the fields of \(type)")
      }
      var form = JSONForm()
      let node = form.node(value, reporting: &reader)
      let walk = SchemaWalk.walk(node, type: type, path: [])
      for mismatch in walk.mismatches {
        reader.report(OverrideMismatch(mismatch: mismatch, place: form.places[mismatch.offset]).diagnostic)
      }
      if let image = walk.node[parent]?["image"] {
        reader.refuse(
          YAMLValue(.nothing, form.places[image.offset]), because: "richpush writes the published URL there",
          use: "`media` in the message")
      }
      return members.isEmpty ? nil : walk.node.value
    }
  }
}

/// Converts values to JSON, with a number for each that leads to its place.
private struct JSONForm {
  /// The place of each value and key; their numbers are the nodes' offsets.
  private(set) var places: [Diagnostic.Subject] = []

  mutating func node(_ value: YAMLValue, reporting reader: inout YAMLReader) -> JSONNode {
    let number = number(value.subject)
    switch value.content {
    case .nothing, .unusable: return JSONNode(offset: number, content: .null)
    case .text(let text, .plain):
      let content = PlainJSON.content(text)
      if content == nil { reader.reportNumber(text, value.subject) }
      return JSONNode(offset: number, content: content ?? .null)
    case .text(let text, _): return JSONNode(offset: number, content: .string(text))
    case .list(let elements):
      return JSONNode(offset: number, content: .array(elements.map { node($0, reporting: &reader) }))
    case .mapping(let members):
      return JSONNode(offset: number, content: .object(members.compactMap { member($0, reporting: &reader) }))
    case .tagged:
      reader.reportType(of: value, expected: "a value without a tag")
      return JSONNode(offset: number, content: .null)
    case .unsound, .cut:
      // Its only problem is reported; then it is a text.
      reader.reportType(of: value, expected: "text")
      return JSONNode(offset: number, content: .string(""))
    }
  }

  private mutating func member(_ member: YAMLValue.Member, reporting reader: inout YAMLReader) -> JSONNode.Member? {
    guard let name = reader.name(of: member) else { return nil }
    let offset = number(member.place)
    return JSONNode.Member(name: name, nameOffset: offset, value: node(member.value, reporting: &reader))
  }

  private mutating func number(_ place: Diagnostic.Subject) -> Int {
    places.append(place)
    return places.count - 1
  }
}

/// The meaning of plain text for a value of any type: YAML's truth values, JSON's numbers, else text. A number that JSON writes differently
/// (`0x10`, `007`, `1_000`) is text, so that nothing is lost.
private enum PlainJSON {
  /// nil: a number that is too large for JSON's readers.
  static func content(_ text: String) -> JSONNode.Content? {
    switch text {
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case _ where !isNumber(text): return .string(text)
    default: return Double(text).map(\.isFinite) == true ? .number(text) : nil
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: "-") else { return false }
    var reader = JSONReader(Array(text.utf8))
    let values = reader.values()
    return reader.errors.isEmpty && values.count == 1 && values[0].numberAsWritten == text
  }
}

extension YAMLReader {
  fileprivate mutating func reportNumber(_ text: String, _ subject: Diagnostic.Subject) {
    report(
      .configurationRange, subject, "\(text.quoted) is too large for a number",
      remedy: "write a smaller one, or put it in quotes as text")
  }
}

/// A value that does not fit the API's definition, and its place.
private struct OverrideMismatch {
  let mismatch: SchemaMismatch
  let place: Diagnostic.Subject

  var diagnostic: Diagnostic {
    switch mismatch.kind {
    case .unknownField(let name, let type): unknown(name, type)
    case .bothSpellings(let first, let second):
      error(
        .configurationDuplicateKey,
        "\(first.quoted) and \(second.quoted) are the same field, so one of the two values would be lost")
    case .wrongType(let found, let expected):
      error(
        .configurationType, "expected \(expected), found \(found): FCM would refuse the request",
        expected == "a string" ? "write \(expected): put it in quotes" : "write \(expected)")
    case .wrongValue(let text, let expected):
      error(
        .configurationValue, "FCM does not take the value \(text.quoted) here",
        "the nearest is \(NearestName.find(text, among: expected)?.quoted ?? ""), of "
          + expected.map(\.quoted).joined(separator: ", "))
    case .duration(let text):
      error(
        .configurationValue, "\(text.quoted) is no span of time as FCM takes it",
        "write seconds that end in s, such as `0.5s`")
    case .moment(let text):
      error(
        .configurationValue, "\(text.quoted) is no moment as FCM takes it",
        "write date and time such as \"2026-10-23T15:01:30Z\"")
    }
  }

  private func unknown(_ name: String, _ type: String) -> Diagnostic {
    let message = "\(type) has no field \(name.quoted), and FCM would refuse the request"
    switch ForeignName(name, in: type) {
    case .adminSDK(let place), .legacy(let place): return error(.configurationUnknownKey, message, "write \(place)")
    case nil:
      let known = (MessageFieldTable.types[type] ?? []).map(\.name)
      let nearest = NearestName.find(name, among: known)?.quoted ?? ""
      return error(
        .configurationUnknownKey, message,
        "the nearest field is \(nearest), of \(known.map(\.quoted).joined(separator: ", "))")
    }
  }

  private func error(_ incident: Incident, _ message: String, _ remedy: String? = nil) -> Diagnostic {
    Diagnostic(incident, place, message, remedy: remedy)
  }
}

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
