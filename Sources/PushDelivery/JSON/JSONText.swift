#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON bytes that richpush writes: keys sorted, slashes not escaped, so that equal values give equal bytes.
package enum JSONText {
  /// For people and version control: indented, with a newline at the end.
  ///
  /// - Throws: `NumberError`.
  package static func pretty(_ value: JSONValue) throws -> [UInt8] {
    var writer = JSONWriter(isPretty: true)
    try writer.write(value)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Without white space.
  ///
  /// - Throws: `NumberError`.
  package static func compact(_ value: JSONValue) throws -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    try writer.write(value)
    return writer.bytes
  }

  /// The same of anything that can be encoded.
  static func pretty(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  /// A number that is not finite has no JSON form.
  struct NumberError: Error {}
}

extension JSONValue {
  /// The JSON form of a value.
  ///
  /// - Throws: what the value's `encode(to:)` throws.
  package init(encoding value: some Encodable) throws {
    let place = JSONValueEncoder.Place()
    try place.encode(value, [])
    self = place.value
  }
}
