import Foundation

/// Any JSON value, so that tests can compare whole documents. Unlike Foundation's, it keeps `1` and `true` apart.
public enum JSON: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads a whole text.
  ///
  /// - Throws: `DecodingError` when it is not JSON, or when anything follows the value.
  public init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// The value of a key; null without one.
  public subscript(key: String) -> JSON { if case .object(let values) = self { values[key] ?? .null } else { .null } }

  /// The elements of an array; none for anything else.
  public var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The keys of an object.
  public var keys: Set<String> { if case .object(let values) = self { Set(values.keys) } else { [] } }

  public var string: String? { if case .string(let string) = self { string } else { nil } }

  public var number: Double? { if case .number(let number) = self { number } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
