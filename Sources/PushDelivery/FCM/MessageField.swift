import Findings

/// One field of a type of the API's definition.
public struct MessageField: Hashable, Sendable {
  /// Its name in the REST reference and in what richpush writes: `fcm_options`.
  public let name: String
  public let kind: Kind
  /// Whether the API still takes it but recommends another.
  public let isDeprecated: Bool

  public init(_ name: String, _ kind: Kind, isDeprecated: Bool = false) {
    (self.name, self.kind, self.isDeprecated) = (name, kind, isDeprecated)
  }

  /// The other name that the API takes, which its machine-readable definition prints: `fcmOptions`.
  ///
  /// By the rule of protocol buffers: each underscore is removed and the next letter becomes a capital.
  public var camelCaseName: String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A field's type.
  public indirect enum Kind: Hashable, Sendable {
    case string, boolean, int32, float
    /// A string such as `3.5s`.
    case duration
    /// A string such as `2026-10-23T15:01:30Z`.
    case timestamp
    /// An object whose members are all strings.
    case stringMap
    /// An object that is neither checked nor converted.
    case structure
    /// One of these strings.
    case enumeration([String])
    /// An object with the fields of the type of this name.
    case message(String)
    case repeated(Kind)
  }
}

/// The fields of every type in a send request, from the API's definition of revision 20261023.
///
/// Every message is checked by it: those that richpush composes, a library's `Message`, and JSON from others.
public enum MessageFieldTable {
  /// The type of a request's body.
  public static let rootType = "SendMessageRequest"

  static let targets = MessageTarget.Kind.allCases.map(\.rawValue)

  /// The fields of each type, by the type's name in the API's definition.
  public static let types: [String: [MessageField]] = WordTable("texts/api.txt").rows("field").reduce(into: [:]) {
    types, row in
    for type in row[0].split(separator: ",") { types[String(type), default: []] += field(row.dropFirst()) }
  }

  /// - Parameter words: a name and its kind; none for a type without fields.
  private static func field(_ words: ArraySlice<String>) -> [MessageField] {
    guard let name = words.first else { return [] }
    let isDeprecated = name.hasSuffix("!")
    return [.init(isDeprecated ? String(name.dropLast()) : name, kind(words.dropFirst()), isDeprecated: isDeprecated)]
  }

  private static func kind(_ words: ArraySlice<String>) -> MessageField.Kind {
    let rest = words.dropFirst()
    switch words.first {
    case "string": return .string
    case "boolean": return .boolean
    case "int32": return .int32
    case "float": return .float
    case "duration": return .duration
    case "timestamp": return .timestamp
    case "map": return .stringMap
    case "structure": return .structure
    case "enumeration": return .enumeration(Array(rest))
    case "message": return .message(rest.first ?? "")
    case "repeated": return .repeated(kind(rest))
    default: preconditionFailure("texts/api.txt names no other kind")
    }
  }

  /// The field of a type under either name; nil if the API does not know it, and answers with 400.
  public static func field(named name: String, in type: String) -> MessageField? { fieldsByName[type]?[name] }

  /// The fields of a type under both names.
  static func fields(in type: String) -> [String: MessageField] { fieldsByName[type] ?? [:] }

  private static let fieldsByName = types.mapValues { fields in
    Dictionary(fields.flatMap { [($0.name, $0), ($0.camelCaseName, $0)] }) { first, _ in first }
  }
}

/// The right place of a value whose name the API does not know there.
///
/// Names of the API belong in another object of the same message; others are from platforms and other interfaces.
enum FieldHome {
  /// The fix, as an instruction; nil for an unknown name. `type`: the type that has the name.
  static func remedy(for name: String, in type: String) -> String? {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    let place = places[type]?[plain] ?? inner(name, of: type)
    return advice[type]?[plain] ?? advice["*"]?[plain] ?? place.map { "write it as \($0)" }
  }

  /// A name of an object inside this one.
  private static func inner(_ name: String, of type: String) -> String? {
    if type == MessageFieldTable.rootType {
      return MessageFieldTable.field(named: name, in: "Message").map { "message.\($0.name)" }
    }
    let inner = [
      "Message": ("notification", "Notification"), "AndroidConfig": ("notification", "AndroidNotification"),
    ]
    guard let parent = parents[type], let (object, objectType) = inner[type],
      let field = MessageFieldTable.field(named: name, in: objectType)
    else { return nil }
    return (parent + [object, field.name]).joined(separator: ".")
  }

  private static let parents = [
    "Message": [], "AndroidConfig": ["android"], "ApnsConfig": ["apns"], "WebpushConfig": ["webpush"],
  ]

  private static let advice = fieldTable("advice")
  private static let places = fieldTable("place")
}

/// Names that people write into requests because other FCM interfaces have them.
enum ForeignName: Hashable, Sendable {
  /// A name of the Admin SDKs, and the right place of its value in a request.
  case adminSDK(String)
  /// A name of the HTTP interface switched off in 2024, and the right place of its value.
  case legacy(String)

  /// `name`: a field that the API's definition does not have. `type`: the type that contains it.
  init?(_ name: String, in type: String) {
    if let place = Self.adminNames[type]?[name] {
      self = .adminSDK(place)
    } else if let place = Self.legacyNames[type]?[name] {
      self = .legacy(place)
    } else {
      return nil
    }
  }

  /// Names at the top of another API's message.
  static let topLevelNames = Set(
    ["Message", MessageFieldTable.rootType].flatMap { type in
      Array((adminNames[type] ?? [:]).keys) + Array((legacyNames[type] ?? [:]).keys)
    })

  private static let adminNames = fieldTable("admin")
  private static let legacyNames = fieldTable("legacy")
}

/// The texts of a kind about fields, by type and name.
private func fieldTable(_ kind: String) -> [String: [String: String]] {
  WordTable.fields.rows(kind, most: 3).reduce(into: [:]) { table, row in
    for type in row[0].split(separator: ",") {
      for name in row[1].split(separator: ",") { table[String(type), default: [:]][String(name)] = row[2] }
    }
  }
}
