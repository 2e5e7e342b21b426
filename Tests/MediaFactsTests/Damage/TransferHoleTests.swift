import MediaFacts
import TestSupport
import Testing

/// Bytes that a transfer did not bring, in files of full length.
@Suite struct TransferHoleTests {
  private var noise: [UInt8] { (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 / 7) | 1 } }

  /// Of a picture with these sides, up to 255 x 256 pixels long.
  private func webp(_ data: [UInt8], sides: UInt8 = 1) -> [UInt8] {
    WebPSample.file(WebPSample.chunk("VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A, 0, sides, 0, sides] + data))
  }

  @Test(arguments: [UInt8(0), 0xFF]) func aHoleInWebPIsFound(byte: UInt8) throws {
    #expect(PictureLoss(of: webp(noise), format: .webp) == nil)
    let holed = noise[..<1000] + [UInt8](repeating: byte, count: 200) + noise[1200...]
    let loss = try #require(PictureLoss(of: webp(Array(holed)), format: .webp))
    #expect(
      loss.isVisible && loss.words == "200 bytes are missing from byte 1030 on: one byte is repeated in their place")
    let stopped = noise[..<2000] + [UInt8](repeating: byte, count: 2000)
    #expect(
      PictureLoss(of: webp(Array(stopped)), format: .webp)?.words
        == "truncated: the transfer stopped at 2.0 of 4.0 kB, and one byte is repeated from there on")
  }

  /// Large flat areas are coded as one byte, repeated.
  @Test func flatColorIsNoHole() {
    func loss(_ count: Int, sides: UInt8) -> PictureLoss? {
      let data = noise[..<1000] + [UInt8](repeating: 0, count: count) + noise[..<1000]
      return PictureLoss(of: webp(Array(data), sides: sides), format: .webp)
    }
    #expect(loss(140, sides: 6) == nil && loss(2144, sides: 23) == nil)
    #expect(loss(300, sides: 6) != nil && loss(5000, sides: 23) != nil)
  }

  /// Without loss, one byte may be repeated.
  @Test func otherChunksMayHaveThem() {
    let bytes = WebPSample.file(WebPSample.chunk("VP8L", [0x2F] + [UInt8](repeating: 0, count: 500)))
    #expect(PictureLoss(of: bytes, format: .webp) == nil)
  }

  /// 100 x 40 pixels of 24 bits; the rows behind one end in the middle.
  private func bitmap(_ rows: [UInt8]) -> [UInt8] {
    Array(BMPSample.file(width: 100, height: 40, bits: 24, pixelCount: 0)) + rows
  }

  @Test(arguments: [UInt8(0), 0xFF]) func rowsOfABitmapThatStopAreFound(byte: UInt8) {
    let rows = (0..<12_000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 / 7 % 5) | 2 & ~1 }
    #expect(PictureLoss(of: bitmap(rows), format: .bmp) == nil)
    let stopped = rows[..<7150] + [UInt8](repeating: byte, count: 12_000 - 7150)
    #expect(PictureLoss(of: bitmap(Array(stopped)), format: .bmp)?.words.contains("the transfer stopped") == true)
    // Black below a picture, from a row's start on, and a black picture with something in it.
    let drawn = rows[..<7200] + [UInt8](repeating: byte, count: 12_000 - 7200)
    #expect(PictureLoss(of: bitmap(Array(drawn)), format: .bmp) == nil)
    let mark = [UInt8](repeating: byte, count: 6100) + [9, 9, 9] + [UInt8](repeating: byte, count: 5897)
    #expect(PictureLoss(of: bitmap(mark), format: .bmp) == nil)
  }
}
