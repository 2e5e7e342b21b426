/// Entropy-coded bits, highest first, with a zero byte after each byte of ones (ITU-T T.81, F.1.2.3).
package struct BitStream: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0

  package init() {}

  /// - Parameter bits: a number below 2 to the power of `count`, which is at most 16.
  @inline(__always) package mutating func append(_ bits: UInt32, count: UInt32) {
    pending = pending &<< UInt64(count) | UInt64(bits)
    pendingBits &+= UInt64(count)
    while pendingBits >= 8 {
      pendingBits &-= 8
      let byte = UInt8(truncatingIfNeeded: pending &>> pendingBits)
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  /// Fills the last byte with ones.
  package mutating func finish() {
    if pendingBits > 0 { append(0x7F, count: 7) }
    (pending, pendingBits) = (0, 0)
  }
}
