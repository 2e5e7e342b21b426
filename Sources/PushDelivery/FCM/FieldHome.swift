import Findings

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
