import JPEGEncoder
import Testing

@Suite struct BitStreamTests {
  @Test func bytesOfOnesAreFollowedByZero() {
    #expect(bytes([(0xFFFF, 16), (0b101, 3)]) == [0xFF, 0, 0xFF, 0, 0b1011_1111])
  }

  @Test func wholeBytesNeedNoFilling() {
    #expect(bytes([(0x12, 8)]) == [0x12])
  }

  @Test func onesAloneTakeTwiceTheBytes() {
    for count in 1...40 {
      let bytes = bytes([(UInt32, UInt32)](repeating: (1, 1), count: count))
      #expect(bytes.count == 2 * ((count + 7) / 8))
    }
  }

  /// What so many bits each come to.
  private func bytes(_ appended: [(bits: UInt32, count: UInt32)]) -> [UInt8] {
    var stream = BitStream(bits: appended.reduce(0) { $0 + Int($1.count) })
    for (bits, count) in appended { stream.append(bits, count: count) }
    return stream.finished()
  }
}
