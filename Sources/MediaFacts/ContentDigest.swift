import Essentials

/// The SHA-256 digest of some bytes, as 64 lower-case hexadecimal digits.
///
/// After reading, a file's digest is its identity: names of published assets, cache keys and the manifest are made from
/// it.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public let hex: String

  /// Takes the 32 bytes of a SHA-256 digest; nil for other counts.
  public init?(bytes: some Sequence<UInt8>) {
    self.init(hex: bytes.hexadecimal)
  }

  /// Takes a SHA-256 function's result, which always has 32 bytes.
  package init(digest: [UInt8]) { hex = digest.hexadecimal }

  /// Takes 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    guard hex.utf8.count == 64, hex.utf8.allSatisfy("0123456789abcdef".utf8.contains) else { return nil }
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
