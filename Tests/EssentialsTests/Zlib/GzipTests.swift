import Essentials
import TestSupport
import Testing

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
