import Findings

extension YAMLType<JSONValue> {
  /// API fields of a message for one platform. `type`: the API's type that has them. `parent`: the field whose `image` names a picture.
  static func fields(of type: String, imageOf parent: String) -> YAMLType {
    // FCM's own fields are left to `check`.
    YAMLType(["type": "object"]) { value, reader in
      guard case .mapping(let members) = value.content else {
        return reader.fail(value, expected: "a mapping of the fields of \(type)")
      }
      var form = JSONForm()
      let node = form.node(value, reporting: &reader)
      let walk = SchemaWalk.walk(node, type: type, path: [])
      for mismatch in walk.mismatches { reader.report(mismatch.diagnostic(form.places[mismatch.offset])) }
      let image = walk.node[parent]?["image"]
      if let image {
        reader.refuse(
          YAMLValue(.nothing, form.places[image.offset]), because: "richpush writes the published URL there",
          use: "`media` in the message")
      }
      // The rules for requests would report what is wrong with it again.
      return members.isEmpty || !walk.mismatches.isEmpty || image != nil ? nil : walk.node.value
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
      if content == nil { reader.report(.campaign("largeNumber", text.quoted), value.subject) }
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

extension SchemaMismatch {
  /// `place`: of the value that does not fit the API's definition.
  fileprivate func diagnostic(_ place: Diagnostic.Subject) -> Diagnostic {
    let (incident, message, remedy): (Incident, String, String?) =
      switch kind {
      case .unknownField(let name, let type):
        (
          .configurationUnknownKey, "\(type) has no field \(name.quoted), and FCM would refuse the request",
          Self.remedy(unknown: name, type)
        )
      case .bothSpellings(let first, let second):
        (
          .configurationDuplicateKey,
          "\(first.quoted) and \(second.quoted) are the same field, so one of the two values would be lost", nil
        )
      case .wrongType(let found, let expected):
        (
          .configurationType, "expected \(expected), found \(found): FCM would refuse the request",
          "write \(expected)" + (expected == "a string" ? ": put it in quotes" : "")
        )
      case .wrongValue(let text, let expected):
        (
          .configurationValue, "FCM does not take the value \(text.quoted) here",
          "the nearest is \(NearestName.find(text, among: expected)?.quoted ?? ""), of "
            + expected.map(\.quoted).joined(separator: ", ")
        )
      case .duration(let text):
        (
          .configurationValue, "\(text.quoted) is no span of time as FCM takes it",
          "write seconds that end in s, such as `0.5s`"
        )
      case .moment(let text):
        (
          .configurationValue, "\(text.quoted) is no moment as FCM takes it",
          "write date and time such as \"2026-10-23T15:01:30Z\""
        )
      }
    return Diagnostic(incident, place, message, remedy: remedy)
  }

  private static func remedy(unknown name: String, _ type: String) -> String {
    switch ForeignName(name, in: type) {
    case .adminSDK(let place), .legacy(let place): return "write \(place)"
    case nil:
      let known = (MessageFieldTable.types[type] ?? []).map(\.name)
      let nearest = NearestName.find(name, among: known)?.quoted ?? ""
      return "the nearest field is \(nearest), of \(known.map(\.quoted).joined(separator: ", "))"
    }
  }
}
