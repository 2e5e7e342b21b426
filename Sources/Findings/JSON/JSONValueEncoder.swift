/// Makes JSON values of encodable ones without writing and reading text, which takes most of the time that many messages take.
///
/// What it gives is what `JSONEncoder` writes, but for dates, data and addresses of Foundation, which messages do not hold.
struct JSONValueEncoder: Encoder {
  /// A value that is being made.
  final class Place {
    private enum Content {
      case nothing
      case value(JSONValue)
      case object([String: Place])
      case array([Place])
    }

    private var content = Content.nothing

    /// What has become of it; `{}` where nothing has.
    var value: JSONValue {
      switch content {
      case .nothing: .object([:])
      case .value(let value): value
      case .object(let members): .object(members.mapValues(\.value))
      case .array(let elements): .array(elements.map(\.value))
      }
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

    func set(_ value: JSONValue) { content = .value(value) }

    /// Several containers of the same encoder add to the same object.
    func becomeObject() { if case .object = content {} else { content = .object([:]) } }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func member(_ key: String) -> Place {
      guard case .object(var members) = content else { return Place() }
      // Not to be held twice while it is changed.
      content = .nothing
      let place = Place()
      members[key] = place
      content = .object(members)
      return place
    }

    func element() -> Place {
      guard case .array(var elements) = content else { return Place() }
      content = .nothing
      let place = Place()
      elements.append(place)
      content = .array(elements)
      return place
    }
  }

  let place: Place
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeObject()
    return KeyedEncodingContainer(JSONKeyedContainer(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return JSONUnkeyedContainer(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleValueContainer(place: place, codingPath: codingPath)
  }
}

extension JSONValueEncoder.Place {
  /// - Throws: `EncodingError.invalidValue` for a number that is not finite; what the value's `encode(to:)` throws.
  func encode<Value: Encodable>(_ value: Value, _ path: @autoclosure () -> [any CodingKey]) throws {
    switch value {
    case let value as JSONValue: set(value)
    case let text as String: set(.string(text))
    case let flag as Bool: set(.bool(flag))
    case let number as Double: set(try Self.number(number, path()))
    // The shortest decimal that means it, and not that of the double that is nearest.
    case let number as Float: set(try Self.number(Double(number.description) ?? Double(number), path()))
    case let number as any BinaryInteger: set(try Self.integer(number, path()))
    default: try value.encode(to: JSONValueEncoder(place: self, codingPath: path()))
    }
  }

  private static func number(_ number: Double, _ path: [any CodingKey]) throws -> JSONValue {
    guard number.isFinite else { throw invalid(number, path) }
    // Text has no fraction of zero either.
    guard number.magnitude < 0x1p53, let whole = Int(exactly: number) else { return .number(number) }
    return .integer(whole)
  }

  private static func integer(_ number: any BinaryInteger, _ path: [any CodingKey]) throws -> JSONValue {
    if let whole = Int(exactly: number) { return .integer(whole) }
    return .number(Double(number))
  }

  private static func invalid(_ number: Double, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(number, .init(codingPath: path, debugDescription: "JSON has no number that is not finite"))
  }
}

/// The members of an object that is being made.
struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: JSONValueEncoder.Place
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { place.member(key.stringValue).set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.member(key.stringValue).encode(value, codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
    Nested
  > {
    encoder(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { JSONValueEncoder(place: place.member("super"), codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: Key) -> JSONValueEncoder {
    JSONValueEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key])
  }
}

/// The elements of an array that is being made.
struct JSONUnkeyedContainer: UnkeyedEncodingContainer {
  let place: JSONValueEncoder.Place
  let codingPath: [any CodingKey]
  var count: Int { place.count }

  func encodeNil() { place.element().set(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try place.element().encode(value, codingPath) }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder }

  private var encoder: JSONValueEncoder { JSONValueEncoder(place: place.element(), codingPath: codingPath) }
}

/// A value that is no object and no array, or that another type encodes.
struct JSONSingleValueContainer: SingleValueEncodingContainer {
  let place: JSONValueEncoder.Place
  let codingPath: [any CodingKey]

  func encodeNil() { place.set(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try place.encode(value, codingPath) }
}
