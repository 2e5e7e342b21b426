import Czlib
import Essentials
import TestSupport
import Testing

@Suite struct InflateTests {
  /// Streams that zlib itself packs.
  private func packed(_ bytes: [UInt8], level: CInt = 9) throws -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    try #require(compress2(&result, &count, bytes, UInt(bytes.count), level) == Z_OK)
    return Array(result[..<Int(count)])
  }

  private func inflated(_ stream: some Sequence<UInt8>, limit: Int) -> [UInt8]? {
    let bytes = Array(stream)
    return Inflate.zlib(bytes.span, limit: limit)
  }

  private func text(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8(ascii: "a") + UInt8.random(in: 0...9, using: &random) }
  }

  /// Stored, with fixed and with dynamic codes; shorter and longer than the buffer for unpacking.
  @Test(arguments: [0, 1, 100, 16_383, 16_384, 16_385, 300_000], [0, 1, 9] as [CInt])
  func unpacksWhatWasPacked(count: Int, level: CInt) throws {
    let bytes = text(count)
    #expect(inflated(try packed(bytes, level: level), limit: 1 << 20) == bytes)
  }

  @Test(arguments: [0, 1, 1000, 16_384, 40_000]) func theLimitIsKept(count: Int) throws {
    let stream = try packed(text(count))
    #expect(inflated(stream, limit: count)?.count == count)
    if count > 0 { #expect(inflated(stream, limit: count - 1) == nil) }
  }

  /// A thousandth of what comes out of it.
  @Test func aBombIsGivenUp() throws {
    let bomb = try packed([UInt8](repeating: 0, count: 100_000_000))
    #expect(bomb.count < 100_000)
    let time = ContinuousClock().measure { #expect(inflated(bomb, limit: 1 << 20) == nil) }
    #expect(time < .seconds(1))
  }

  @Test func aStreamThatIsCutOffIsRefused() throws {
    let stream = try packed(text(3000))
    let checksumLength = 4
    for count in 0..<(stream.count - checksumLength) {
      #expect(inflated(stream[..<count], limit: 1 << 20) == nil, "the first \(count) bytes")
    }
  }

  /// Neither a wrong nor a missing checksum matters, nor what follows.
  @Test func onlyTheContentIsLookedAt() throws {
    let bytes = text(3000)
    let stream = Array(try packed(bytes).dropLast(4))
    for end in [[], [0, 0, 0, 0], text(10)] { #expect(inflated(stream + end, limit: 3000) == bytes) }
  }

  @Test(
    arguments: [
      [], [0x78], [0x78, 0x9D], [0x79, 0x9C], [0x78, 0xBB], [0x78, 0x9C, 7], [0x78, 0x9C, 1, 1, 0, 0, 0],
    ] as [[UInt8]])
  func whatIsNoStreamIsRefused(bytes: [UInt8]) {
    #expect(inflated(bytes + [UInt8](repeating: 0, count: bytes.count < 2 ? 0 : 20), limit: 100) == nil)
  }

  /// Each bit of a stream once turned over: content that is within the limit, or none.
  @Test func damageIsSurvived() throws {
    let bytes = text(600)
    let stream = try packed(bytes)
    var refusals = 0
    for bit in 0..<(8 * stream.count) {
      var damaged = stream
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let content = inflated(damaged, limit: 1000)
      #expect((content?.count ?? 0) <= 1000)
      refusals += content == nil ? 1 : 0
    }
    #expect(refusals > 16)
  }
}
