import JPEGEncoder
import Testing

@Suite struct BitStreamTests {
  @Test func bytesOfOnesAreFollowedByZero() {
    #expect(bytes([(0xFFFF, 16), (0b101, 3)]) == [0xFF, 0, 0xFF, 0, 0b1011_1111])
  }

  @Test func wholeBytesNeedNoFilling() { #expect(bytes([(0x12, 8)]) == [0x12]) }

  @Test func onesAloneTakeTwiceTheBytes() {
    for count in 1...40 {
      let bytes = bytes([(UInt32, UInt32)](repeating: (1, 1), count: count))
      #expect(bytes.count == 2 * ((count + 7) / 8))
    }
  }

  @Test func bitsOfAllCountsFollowEachOther() {
    for seed in 0..<200 as Range<UInt32> {
      // Ones are frequent, so that bytes of ones lie at each place of a word.
      let appended = (0..<seed).map { index -> (bits: UInt32, count: UInt32) in
        let noise = (index &* 2_654_435_769 ^ seed &* 40_503) &* 2_246_822_519
        let count = 1 + noise >> 28
        return ((noise | noise >> 7 | noise << 5) & (1 << count - 1), count)
      }
      #expect(bytes(appended) == plainBytes(appended))
    }
  }

  /// The same bit by bit.
  private func plainBytes(_ appended: [(bits: UInt32, count: UInt32)]) -> [UInt8] {
    var bits = appended.flatMap { part in (0..<part.count).reversed().map { part.bits >> $0 & 1 } }
    while !bits.count.isMultiple(of: 8) { bits.append(1) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let byte = bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | UInt8($1) }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }

  /// The bytes of so many bits each.
  private func bytes(_ appended: [(bits: UInt32, count: UInt32)]) -> [UInt8] {
    var stream = BitStream(bits: appended.reduce(0) { $0 + Int($1.count) })
    for (bits, count) in appended { stream.append(bits, count: count) }
    return stream.finished()
  }
}
