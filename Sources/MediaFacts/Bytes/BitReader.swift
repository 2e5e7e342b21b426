/// Reads numbers bit by bit, the least significant bit of each byte first, as JPEG XL does.
struct LowBitReader {
  private let view: ByteView
  private var position = 0

  init(_ view: ByteView) {
    self.view = view
  }

  /// The next `count` bits (0 to 32) as a number, the first bit the least significant; nil at the end.
  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let byte = view[position >> 3] else { return nil }
      value |= Int(byte >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }

  /// The next bit as a truth value.
  mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }
}

/// The name of a chunk, box or tag: four bytes, most of the time ASCII letters.
package struct FourCharacterCode: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The four bytes, in file order.
  package var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }

  /// Whether all four are printable ASCII, as in every code that a standard defines.
  package var isPrintable: Bool { bytes.allSatisfy { 0x20...0x7E ~= $0 } }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// Takes the first four bytes of the literal; pads shorter ones with spaces, like codes.
  package init(stringLiteral text: String) {
    var value: UInt32 = 0
    var count = 0
    for byte in text.utf8 where count < 4 {
      value = value << 8 | UInt32(byte)
      count += 1
    }
    while count < 4 {
      value = value << 8 | 0x20
      count += 1
    }
    rawValue = value
  }
}

extension FourCharacterCode: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
