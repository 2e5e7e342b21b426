/// The CRC-32 of PNG chunks (ISO 3309, polynomial 0xEDB88320).
enum Checksum32 {
  /// Of all of `bytes`.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
      value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
    }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
