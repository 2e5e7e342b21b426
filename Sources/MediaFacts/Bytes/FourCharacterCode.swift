/// The name of a chunk, box or tag: four bytes, most of the time ASCII letters.
package struct FourCharacterCode: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The four bytes, in file order.
  package var bytes: [UInt8] { .big(Int(rawValue), 4) }

  /// Whether all four are printable ASCII, as in every code that a standard defines.
  package var isPrintable: Bool { bytes.allSatisfy { 0x20...0x7E ~= $0 } }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// Takes the first four bytes of the literal; pads shorter ones with spaces, like codes.
  package init(stringLiteral text: String) {
    let bytes = text.utf8.prefix(4)
    let missingBits = 8 * (4 - bytes.count)
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) } << missingBits | 0x2020_2020 & ~(UInt32.max << missingBits)
  }
}

extension FourCharacterCode: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
