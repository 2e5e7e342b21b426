import JPEGEncoder
import Testing

@Suite struct BitStreamTests {
  @Test func bytesOfOnesAreFollowedByZero() {
    var stream = BitStream()
    stream.append(0xFFFF, count: 16)
    stream.append(0b101, count: 3)
    stream.finish()
    #expect(stream.bytes == [0xFF, 0, 0xFF, 0, 0b1011_1111])
  }

  @Test func wholeBytesNeedNoFilling() {
    var stream = BitStream()
    stream.append(0x12, count: 8)
    stream.finish()
    #expect(stream.bytes == [0x12])
  }
}
