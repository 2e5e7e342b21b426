/// A JSON value of any shape: the API's `Struct`, which FCM neither converts nor checks.
public enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  /// A number without a fraction. Kept apart so that `1` is never written as `1.0` or `true`.
  case integer(Int)
  /// Any other number. Encoding throws if it is not finite.
  case number(Double)
  case bool(Bool)
  case null

  /// The member of an object; nil if it is missing or this is not an object.
  public subscript(key: String) -> JSONValue? { members?[key] }

  /// An object of the members that there are.
  package static func object(present members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues(\.self))
  }

  /// The members of an object.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Merges another value over this one: objects member by member; anything else is replaced.
  public func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let others) = other else { return other }
    return .object(members.merging(others) { $0.merging($1) })
  }

  /// The text of a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let elements): try container.encode(elements)
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .bool(let flag): try container.encode(flag)
    case .null: try container.encodeNil()
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// If a name repeats, its last member counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON bytes that richpush writes: keys sorted, slashes not escaped, so that equal values give equal bytes.
package enum JSONText {
  /// For people and version control: indented, with a newline at the end.
  package static func pretty(_ node: JSONNode) -> [UInt8] {
    var writer = JSONWriter(isPretty: true)
    writer.write(node)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Without white space.
  package static func compact(_ node: JSONNode) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.write(node)
    return writer.bytes
  }

  /// The same of a value. JSON has only finite numbers; any other becomes 0.
  package static func pretty(_ value: JSONValue) -> [UInt8] { pretty(JSONNode(value)) }

  /// The same of a value.
  package static func compact(_ value: JSONValue) -> [UInt8] { compact(JSONNode(value)) }

  /// The same of anything that can be encoded.
  package static func pretty(_ value: some Encodable) throws -> [UInt8] {
    try encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + [UInt8(ascii: "\n")]
  }

  /// The same of anything that can be encoded.
  package static func compact(_ value: some Encodable) throws -> [UInt8] {
    try encoded(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func encoded(_ value: some Encodable, _ form: JSONEncoder.OutputFormatting) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = form
    return Array(try encoder.encode(value))
  }
}

extension JSONValue {
  /// Whether every number in it has a JSON form.
  package var isFinite: Bool {
    switch self {
    case .object(let members): members.values.allSatisfy(\.isFinite)
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .number(let number): number.isFinite
    case .string, .integer, .bool, .null: true
    }
  }
}
