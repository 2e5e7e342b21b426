import Findings
import PushDelivery

/// Follows JSON along the field table: which fields of which types are there, and which values do not fit.
struct FieldWalk {
  /// Each as `Type.field`.
  private(set) var seen: Set<String> = []
  private(set) var misfits: [String] = []

  mutating func visit(_ value: JSONValue, type: String) {
    guard case .object(let members) = value else { return misfits.append(type) }
    for (name, member) in members {
      guard let field = MessageFieldTable.types[type]?.first(where: { $0.name == name }) else {
        misfits.append("\(type).\(name)")
        continue
      }
      seen.insert("\(type).\(name)")
      visit(member, kind: field.kind, at: "\(type).\(name)")
    }
  }

  private mutating func visit(_ value: JSONValue, kind: MessageField.Kind, at place: String) {
    switch (kind, value) {
    case (.message(let type), _): visit(value, type: type)
    case (.repeated(let kind), .array(let elements)): for element in elements { visit(element, kind: kind, at: place) }
    case (.string, .string), (.boolean, .bool), (.float, .number), (.float, .integer), (.structure, .object): break
    case (.int32, .integer(let number)) where Int32(exactly: number) != nil: break
    case (.stringMap, .object(let members)) where members.values.allSatisfy({ $0.text != nil }): break
    case (.enumeration(let values), .string(let text)) where values.contains(text): break
    case (.duration, .string(let text)) where ProtobufDuration(rawValue: text) != nil: break
    case (.timestamp, .string(let text)) where ProtobufTimestamp(rawValue: text) != nil: break
    default: misfits.append(place)
    }
  }
}
