/// The SHA-256 digest of some bytes, as 64 lower-case hexadecimal digits.
///
/// After reading, a file's digest is its identity: names of published assets, cache keys and the manifest are made from
/// it.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public let hex: String

  /// Takes the 32 bytes of a SHA-256 digest; nil for other counts.
  public init?(bytes: some Sequence<UInt8>) {
    self.init(hex: Self.digits(of: bytes))
  }

  /// Takes a SHA-256 function's result, which always has 32 bytes.
  package init(digest: [UInt8]) { hex = Self.digits(of: digest) }

  private static func digits(of bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in bytes {
      digits.append(hexadecimalDigits[Int(byte >> 4)])
      digits.append(hexadecimalDigits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Takes 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    guard hex.utf8.count == 64, hex.utf8.allSatisfy(hexadecimalDigits.contains) else { return nil }
    self.hex = hex
  }

  /// The first 12 digits (48 bits): enough to tell the renditions of a campaign apart in a URL.
  public var short: String { String(hex.prefix(12)) }

  public var description: String { hex }
}

/// In JSON its digits.
extension ContentDigest: RawRepresentable, Codable {
  public init?(rawValue: String) { self.init(hex: rawValue) }

  public var rawValue: String { hex }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)
