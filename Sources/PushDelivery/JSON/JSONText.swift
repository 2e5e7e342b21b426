#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON bytes that richpush writes: keys sorted, slashes not escaped, so that equal values give equal bytes.
enum JSONText {
  /// For people and version control: indented, with a newline at the end.
  static func pretty(_ value: some Encodable) throws -> [UInt8] {
    try bytes(of: value, [.prettyPrinted]) + [UInt8(ascii: "\n")]
  }

  /// Without white space.
  static func compact(_ value: some Encodable) throws -> [UInt8] { try bytes(of: value, []) }

  /// The value that JSON bytes stand for.
  static func value(of bytes: [UInt8]) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  private static func bytes(of value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
    return Array(try encoder.encode(value))
  }
}
