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
