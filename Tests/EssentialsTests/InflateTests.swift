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

@Suite struct GzipTests {
  private static let text = [UInt8](repeating: 7, count: 70_000) + [1, 2, 3]

  private func content(_ bytes: [UInt8], limit: Int = 100_000) -> Gzip.Content? {
    Gzip.content(ofGzip: bytes.span, limit: limit)
  }

  @Test func whatIsSoundIsWhole() {
    let packed = Packing.gzip.packed(Self.text)
    #expect(content(packed) == Gzip.Content(bytes: Self.text, soundness: .whole))
    #expect(content(packed, limit: Self.text.count)?.soundness == .whole)
    #expect(content(packed, limit: Self.text.count - 1) == nil)
  }

  @Test func whatStandsBehindTheContentIsTold() {
    let packed = Packing.gzip.packed(Self.text)
    var wrong = packed
    wrong[wrong.count - 8] ^= 1
    for odd in [wrong, packed + [0], Array(packed.dropLast()), Array(packed.dropLast(8))] {
      #expect(content(odd) == Gzip.Content(bytes: Self.text, soundness: .oddEnd))
    }
  }

  @Test func whatEndsInTheMiddleGivesWhatItHas() throws {
    let half = try #require(content(Array(Packing.gzip.packed(Self.text).prefix(40_000))))
    #expect(half.soundness == .cutOff)
    #expect(!half.bytes.isEmpty && Self.text.starts(with: half.bytes))
  }

  /// A name, a comment, an extra field and a checksum of all these stand before the content (RFC 1952, 2.3).
  @Test func headersMayHaveMoreToSay() {
    let packed = Packing.gzip.packed([5, 6, 7])
    let header: [UInt8] = [0x1F, 0x8B, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 9, 9, 97, 0, 98, 99, 0, 1, 2]
    #expect(content(header + packed.dropFirst(10)) == Gzip.Content(bytes: [5, 6, 7], soundness: .whole))
    for count in header.indices { #expect(content(Array(header.prefix(count)))?.bytes ?? [] == []) }
  }

  @Test func anythingElseIsNone() {
    for bytes in [[], [0x1F, 0x8B], Self.text, Packing.deflate.packed(Self.text)] { #expect(content(bytes) == nil) }
    var damaged = Packing.gzip.packed(Self.text)
    damaged[10] = 7
    #expect(content(damaged) == nil)
  }

  @Test func deflateComesWithAndWithoutItsFrame() {
    let framed = Packing.deflate.packed(Self.text)
    #expect(Gzip.content(ofDeflate: framed.span, limit: 100_000) == Self.text)
    let bare = Array(framed.dropFirst(2).dropLast(4))
    #expect(Gzip.content(ofDeflate: bare.span, limit: 100_000) == Self.text)
    let short = Array(framed.prefix(1000))
    #expect(Gzip.content(ofDeflate: short.span, limit: 100_000) == nil)
  }
}

@Suite struct InflateCounterTests {
  /// A stream that is unpacked a few bytes at a time.
  private func count(_ stream: [UInt8], pieces: Int = 7) throws -> (count: Int, ending: InflateCounter.Ending?) {
    guard var counter = InflateCounter() else { return (0, nil) }
    for start in stride(from: 0, to: stream.count, by: pieces) {
      let piece = stream[start..<min(start + pieces, stream.count)]
      counter.add(piece.span)
    }
    return (counter.byteCount, counter.ending)
  }

  private let stream = zlibStored([UInt8](repeating: 3, count: 200_000))

  @Test(arguments: [1, 7, 1_000_000]) func countsWhatComesOut(_ pieces: Int) throws {
    let (count, ending) = try count(stream + [1, 2, 3], pieces: pieces)
    #expect(count == 200_000 && ending == .whole)
  }

  /// A piece of a hundred megabytes may hold a hundred gigabytes.
  @Test func stopsBehindALimit() throws {
    guard var counter = InflateCounter() else { return }
    counter.add(stream.span, limit: 70_000)
    #expect((70_001..<200_000).contains(counter.byteCount))
    let count = counter.byteCount
    counter.add(stream.span, limit: 70_000)
    #expect(counter.byteCount == count && counter.ending == nil)
  }

  @Test func tellsHowItEnded() throws {
    var wrong = stream
    wrong[100_000] ^= 1
    #expect(try count(wrong).ending == .wrongChecksum)
    #expect(try count(Array(stream.dropLast(4))).ending == nil)
    #expect(try count(Array(stream.dropLast(4))).count == 200_000)
    #expect(try count([1, 2, 3, 4]).ending == .damaged)
  }
}

@Suite struct CRC32Tests {
  /// The check value that catalogues of such functions give (of the digits 1 to 9), and that of PNG's last chunk.
  @Test(arguments: [("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082), ("", 0)] as [(String, UInt32)])
  func isThatOfPNG(text: String, expected: UInt32) {
    let bytes = Array(text.utf8)
    #expect(CRC32.checksum(of: bytes.span) == expected)
  }

  @Test func looksAtASliceAlone() {
    let digits = Array("xx123456789yy".utf8)[2..<11]
    #expect(CRC32.checksum(of: digits.span) == 0xCBF4_3926)
  }
}
