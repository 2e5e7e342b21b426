import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct MessageFieldTableTests {
  /// Both ways at once: a type or field that only one of the two has is a difference.
  @Test func equalsTheDefinitionOfTheAPI() throws {
    let defined = try DiscoveryDocument().fields(reachableFrom: MessageFieldTable.rootType)
    let table = MessageFieldTable.types.mapValues { fields in
      Dictionary(
        uniqueKeysWithValues: fields.map { field in
          (field.camelCaseName, DiscoveryDocument.Field(kind: field.kind, isDeprecated: field.isDeprecated))
        })
    }
    #expect(Set(table.keys) == Set(defined.keys))
    for (type, fields) in defined { #expect(table[type] == fields, "\(type)") }
  }

  @Test func namesOnlyTypesItHas() {
    let named = MessageFieldTable.types.values.joined().compactMap(\.kind.messageType)
    #expect(Set(named).union([MessageFieldTable.rootType]) == Set(MessageFieldTable.types.keys))
  }

  @Test(arguments: [
    ("fcm_options", "fcmOptions"), ("android_v2", "androidV2"), ("title", "title"),
    ("use_as_v1_data_message", "useAsV1DataMessage"),
  ])
  func makesTheOtherName(name: String, camelCaseName: String) {
    #expect(MessageField(name, .string).camelCaseName == camelCaseName)
  }

  @Test func findsAFieldUnderBothNames() {
    let field = MessageField("analytics_label", .string)
    #expect(MessageFieldTable.field(named: "analytics_label", in: "FcmOptions") == field)
    #expect(MessageFieldTable.field(named: "analyticsLabel", in: "FcmOptions") == field)
    #expect(MessageFieldTable.field(named: "imageUrl", in: "Notification") == nil)
    #expect(MessageFieldTable.field(named: "title", in: "Nonsense") == nil)
  }
}

/// The API's machine-readable definition, as Google publishes it inside google-api-python-client.
struct DiscoveryDocument {
  let schemas: [String: JSONValue]

  init() throws {
    let path = try Self.find()
    let document = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: path))
    schemas = document["schemas"]?.members ?? [:]
  }

  /// The fields of every type that can be reached from `root`, under their names in the definition.
  func fields(reachableFrom root: String) throws -> [String: [String: Field]] {
    var types: [String: [String: Field]] = [:]
    var waiting = [root]
    while let type = waiting.popLast() {
      let properties = schemas[type]?["properties"]?.members ?? [:]
      types[type] = try properties.mapValues(Field.init)
      waiting += types[type, default: [:]].values.compactMap(\.kind.messageType).filter { types[$0] == nil }
    }
    return types
  }

  /// The definition of one field.
  struct Field: Hashable {
    var kind: MessageField.Kind
    var isDeprecated = false
  }

  private static func find() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["TEST_FCM_DISCOVERY"], !path.isEmpty {
      guard FileManager.default.fileExists(atPath: path) else { throw Missing(place: path) }
      return URL(filePath: path)
    }
    let library = URL(filePath: packageRoot + "/.venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    let candidates = versions.filter { $0.hasPrefix("python") }.sorted().map {
      library.appending(path: "\($0)/site-packages/googleapiclient/discovery_cache/documents/fcm.v1.json")
    }
    guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw Missing(place: library.path)
    }
    return found
  }

  struct Missing: Error, CustomStringConvertible {
    let place: String
    var description: String { "fcm.v1.json is not at \(place): run scripts/bootstrap, which installs it in .venv" }
  }
}

extension DiscoveryDocument.Field {
  init(_ property: JSONValue) throws {
    kind = try MessageField.Kind(property)
    isDeprecated = property["deprecated"] == true
  }
}

extension MessageField.Kind {
  /// The kind that a property of the definition has; throws for one that it had never had before.
  init(_ property: JSONValue) throws {
    if let type = property["$ref"]?.text {
      self = .message(type)
    } else if case .array(let values)? = property["enum"] {
      self = .enumeration(values.compactMap(\.text))
    } else {
      self = try Self.plain(property)
    }
  }

  private static func plain(_ property: JSONValue) throws -> Self {
    switch (property["type"]?.text, property["format"]?.text) {
    case ("string", nil): return .string
    case ("string", "google-duration"): return .duration
    case ("string", "google-datetime"): return .timestamp
    case ("boolean", nil): return .boolean
    case ("integer", "int32"): return .int32
    case ("number", "float"): return .float
    case ("array", nil): return .repeated(try Self(property["items"] ?? .null))
    case ("object", nil):
      switch property["additionalProperties"]?["type"] {
      case "string": return .stringMap
      case "any": return .structure
      default: throw UnknownKind(property: property)
      }
    default: throw UnknownKind(property: property)
    }
  }

  var messageType: String? {
    switch self {
    case .message(let type): type
    case .repeated(let kind): kind.messageType
    default: nil
    }
  }

  struct UnknownKind: Error { let property: JSONValue }
}
