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
