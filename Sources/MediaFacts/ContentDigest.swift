import Essentials

/// The SHA-256 digest of some bytes, as 64 lower-case hexadecimal digits.
///
/// After reading, a file's digest is its identity: names of published assets, cache keys and the manifest are made from
/// it.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  private let first, second, third, fourth: UInt64

  /// Takes the 32 bytes of a SHA-256 digest; nil for other counts.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 32 else { return nil }
    self.init(digest: bytes)
  }

  /// Takes a SHA-256 function's result, which always has 32 bytes.
  package init(digest: [UInt8]) {
    func number(_ start: Int) -> UInt64 { digest[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
    (first, second, third, fourth) = (number(0), number(8), number(16), number(24))
  }

  /// Takes 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 64, digits.allSatisfy("0123456789abcdef".utf8.contains) else { return nil }
    let values = digits.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    self.init(digest: stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] })
  }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    [first, second, third, fourth].flatMap { word in (1...8).map { UInt8(truncatingIfNeeded: word >> (64 - $0 * 8)) } }
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String { bytes.hexadecimal }

  /// The first 12 digits (48 bits): enough to tell the renditions of a campaign apart in a URL.
  public var short: String { bytes.prefix(6).hexadecimal }

  public var description: String { hex }
}

/// In JSON its digits.
extension ContentDigest: RawRepresentable, Codable {
  public init?(rawValue: String) { self.init(hex: rawValue) }

  public var rawValue: String { hex }
}
