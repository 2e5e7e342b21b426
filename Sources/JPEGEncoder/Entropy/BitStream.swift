/// Entropy-coded bits, highest first, with a zero byte after each byte of ones (ITU-T T.81, F.1.2.3).
package struct BitStream {
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0

  /// Bytes that so many bits take at most.
  package static func capacity(bits: Int) -> Int { 2 * (bits / 8 + 1) }

  /// - Parameter bytes: where they are written; there must be the capacity that they may take.
  package init(bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// - Parameter bits: a number below 2 to the power of `count`, which is at most 16.
  @inline(__always) package mutating func append(_ bits: UInt32, count: UInt32) {
    pending = pending &<< UInt64(count) | UInt64(bits)
    pendingBits &+= UInt64(count)
    while pendingBits >= 8 {
      pendingBits &-= 8
      let byte = UInt8(truncatingIfNeeded: pending &>> pendingBits)
      bytes[self.count] = byte
      self.count &+= 1
      if byte == 0xFF {
        bytes[self.count] = 0
        self.count &+= 1
      }
    }
  }

  /// Fills the last byte with ones.
  ///
  /// - Returns: how many bytes there are.
  package mutating func finish() -> Int {
    if pendingBits > 0 { append(0x7F, count: 7) }
    (pending, pendingBits) = (0, 0)
    return count
  }
}
