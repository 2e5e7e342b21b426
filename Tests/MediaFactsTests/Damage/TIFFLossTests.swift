import MediaFacts
import TestSupport
import Testing

/// Damage in TIFFs whose decoders do not look for it: two strips of 40 x 30 gray pixels, made here.
@Suite struct TIFFLossTests {
  private static let pixels = (0..<1200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 40) }

  private func loss(_ strips: [[UInt8]], compression: Int) -> PictureLoss? {
    PictureLoss(of: file(strips, compression: compression), format: .tiff)
  }

  private func file(_ strips: [[UInt8]], compression: Int) -> [UInt8] {
    func page(_ start: Int) -> [TIFFSample.Entry] {
      let places = big(start, 4) + big(start + strips[0].count, 4)
      let lengths = strips.flatMap { big($0.count, 4) }
      return [
        TIFFSample.Entry(256, .short(40)), .init(257, .short(60)), .init(258, .short(8)),
        .init(259, .short(compression)), .init(262, .short(1)), .init(273, .longs(places)), .init(278, .short(30)),
        .init(279, .longs(lengths)),
      ]
    }
    let start = TIFFSample(pages: [page(0)]).bytes.count
    return TIFFSample(pages: [page(start)]).bytes + strips[0] + strips[1]
  }

  /// A zlib stream (RFC 1950) of uncompressed bytes with their checksum.
  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65_521
      return (first, (sums.1 + first) % 65_521)
    }
    return Array(PNGSample.stored(bytes).dropLast(4)) + big(sums.1, 2) + big(sums.0, 2)
  }

  @Test func theChecksumOfDeflateIsAsked() throws {
    let whole = deflated(Self.pixels)
    #expect(loss([whole, whole], compression: 8) == nil)
    var wrong = whole
    wrong[600] ^= 0x40
    let found = try #require(loss([whole, wrong], compression: 8))
    #expect(found.part == 0.5 && found.cause == .wrong)
    let short = try #require(loss([whole, Array(whole.prefix(607))], compression: 8))
    #expect(short.part == 0.25 && short.cause == .missing)
  }

  /// TIFF's LZW codes with one code for each pixel: the table is cleared before codes get ten bits.
  private func codes(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [UInt8] = []
    func append(_ code: Int) { bits += (0..<9).reversed().map { UInt8(code >> $0 & 1) } }
    for (index, byte) in bytes.enumerated() {
      if index % 200 == 0 { append(256) }
      append(Int(byte))
    }
    append(257)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) }
    }
  }

  @Test func aWrongCodeOfLZWIsSeenAtTheEnd() throws {
    let whole = codes(Self.pixels)
    #expect(loss([whole, whole], compression: 5) == nil)
    for wrong in [codes(Array(Self.pixels.dropLast(3))), codes(Self.pixels + [1, 2, 3])] {
      let found = try #require(loss([wrong, whole], compression: 5))
      #expect(found.part == 0.5 && found.cause == .wrong)
    }
    let short = try #require(loss([whole, Array(whole.prefix(whole.count / 2))], compression: 5))
    #expect((0.24...0.26).contains(short.part) && short.cause == .missing)
  }

  @Test func rowsThatStopAreFound() throws {
    #expect(loss([Self.pixels, Self.pixels], compression: 1) == nil)
    let cut = file([Self.pixels, Self.pixels], compression: 1).dropLast(600)
    #expect(PictureLoss(of: Array(cut), format: .tiff)?.part == 0.25)
    for byte in [UInt8(0), 0xFF] {
      let stopped = Self.pixels.prefix(20) + [UInt8](repeating: byte, count: 1180)
      let words = loss([Self.pixels, Array(stopped)], compression: 1)?.words
      #expect(words?.contains("the transfer stopped") == true, "\(words ?? "nothing")")
    }
  }

  /// Other codings, and sizes that cannot be, are not judged.
  @Test func theRestIsNotExamined() {
    #expect(loss([[1, 2], [3]], compression: 32_773) == nil)
    let impossible = [TIFFSample.Entry(256, .long(0x7FFF_FFFF)), .init(257, .long(0x7FFF_FFFF)), .init(273, .long(9))]
    for compression in [1, 5, 8] {
      let page = impossible + [.init(259, .short(compression)), .init(279, .long(0x7FFF_FFFF))]
      _ = PictureLoss(of: TIFFSample(pages: [page]).bytes, format: .tiff)
    }
  }
}
