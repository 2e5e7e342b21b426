/// Collects bits, the least significant of each byte first, as in JPEG XL headers.
package struct BitSample {
  private(set) var bits: [UInt8] = []

  package init() {}

  /// Adds the lowest `count` bits of `value`.
  package func adding(_ value: Int, _ count: Int) -> BitSample {
    var copy = self
    copy.bits += (0..<count).map { UInt8(value >> $0 & 1) }
    return copy
  }

  package var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
    }
  }
}
