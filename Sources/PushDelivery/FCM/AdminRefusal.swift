/// The Admin SDKs that give a message's fields names and types of their own.
enum AdminSDK: Hashable, Sendable {
  case node
  case python

  var displayName: String { self == .node ? "the Admin SDK for Node.js" : "the Admin SDK for Python" }

  private var fieldNames: [String: String] { self == .node ? AdminNames.nodeFields : AdminNames.pythonFields }

  private static let nodeFields = inverted(AdminNames.nodeFields)
  private static let pythonFields = inverted(AdminNames.pythonFields)

  /// A field by a name that is not the API's.
  func field(named name: String, in type: String) -> MessageField? {
    let names = self == .node ? Self.nodeFields : Self.pythonFields
    return names[name].flatMap { MessageFieldTable.field(named: $0, in: type) }
  }

  /// What the SDK calls a field.
  func name(of field: MessageField) -> String {
    fieldNames[field.name] ?? (self == .node ? field.camelCaseName : field.name)
  }

  /// Whether the SDK knows a field by the name that a program has for it. What it does not know, the one for Node.js sends as it
  /// stands, with all that is in it; the one for Python has no such argument.
  func looks(at name: String, _ field: MessageField) -> Bool {
    switch self {
    case .node: field.name != "android_v2" && name == self.name(of: field)
    case .python: name == self.name(of: field) || field.name == "android_v2"
    }
  }

  /// Whether the SDK throws where a field of a type has both of its names.
  func refusesBothNames(in type: String) -> Bool {
    self == .node && ["Notification", "ApnsFcmOptions"].contains(type)
  }
}

/// What an Admin SDK does not take of a program's message: it throws, and nothing is sent.
struct AdminRefusal: Hashable, Sendable {
  let kind: Kind
  let sdk: AdminSDK
  /// The way there, with the names as they are written.
  let path: [String]
  /// The name or the value, in bytes from the start of the text.
  let range: Range<Int>

  enum Kind: Hashable, Sendable {
    /// A value of another kind, and what belongs there.
    case type(found: String, expected: String)
    /// A text that is none of those that the SDK takes.
    case value(String, expected: [String])
    /// A name that none of the SDK's arguments has.
    case argument(String, correct: String)
    /// The API's name and the SDK's own for one field.
    case both(String, String)
  }
}

/// Names by what they stand for.
func inverted(_ names: [String: String]) -> [String: String] {
  Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
}
