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
