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

/// A wrong code that makes all following blocks brighter, and pictures that only look like it: 40 x 10 gray blocks, each of one level.
@Suite struct JPEGSeamTests {
  private func level(_ column: Int, _ row: Int) -> Int { column / 4 + 2 * row + column * row % 3 - 30 }

  private func levels(_ change: (_ column: Int, _ row: Int) -> Int) -> [Int] {
    (0..<10).flatMap { row in (0..<40).map { level($0, row) + change($0, row) } }
  }

  /// A baseline JPEG. Codes for the sizes of differences have four bits, and the only code for frequencies, `0`, ends the block.
  private func jpeg(_ levels: [Int]) -> [UInt8] {
    var (bits, previous): ([Int], Int) = ([], 0)
    for level in levels {
      let difference = level - previous
      previous = level
      let size = Int.bitWidth - abs(difference).leadingZeroBitCount
      let value = difference < 0 ? difference + 1 << size - 1 : difference
      bits += [(size, 4), (value, size), (0, 1)].flatMap { number, count in
        (0..<count).reversed().map { number >> $0 & 1 }
      }
    }
    bits += [Int](repeating: 1, count: (8 - bits.count % 8) % 8)
    let scan = stride(from: 0, to: bits.count, by: 8).flatMap { start in
      let byte = UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      return byte == 0xFF ? [byte, 0] : [byte]
    }
    let sizes: [UInt8] = [0, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12).map { UInt8($0) }
    let ends: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 16)
    return joined(
      [0xFF, 0xD8], JPEGSample.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64)),
      JPEGSample.segment(0xC0, [8, 0, 80, 1, 64, 1, 1, 0x11, 0]), JPEGSample.segment(0xC4, sizes + ends),
      JPEGSample.segment(0xDA, [1, 1, 0, 0, 63, 0]), scan, [0xFF, 0xD9])
  }

  private func loss(_ change: (_ column: Int, _ row: Int) -> Int) -> PictureLoss? {
    PictureLoss(of: jpeg(levels(change)), format: .jpeg)
  }

  @Test(arguments: [4, 8]) func aSmallPictureIsMadeOfItsBlocks(dividedBy divisor: Int) throws {
    let levels = levels { _, _ in 0 }
    let small = try #require(JPEGLoss(ByteView(jpeg(levels)), pictureDividedBy: divisor).picture)
    let reach = 8 / divisor
    #expect(small.bandCount == 1 && small.size == PixelSize(width: 40 * reach, height: 10 * reach))
    #expect(
      small.samples
        == (0..<small.size.count).map { place in
          let (row, column) = place.quotientAndRemainder(dividingBy: small.size.width)
          return UInt8(128 + levels[row / reach * 40 + column / reach])
        })
    #expect(JPEGLoss(ByteView(Array(jpeg(levels).dropLast(20))), pictureDividedBy: divisor).picture == nil)
  }

  @Test(arguments: [12, -9, 40]) func aShiftFromOneBlockOnIsFound(by shift: Int) throws {
    let found = try #require(loss { column, row in 40 * row + column >= 213 ? shift : 0 })
    #expect(abs(found.part - 187.0 / 400) < 0.01 && found.firstRow == 40 && found.cause == .wrong)
  }

  @Test func drawnEdgesAreNoShift() {
    #expect(loss { _, _ in 0 } == nil)
    #expect(loss { _, row in row >= 5 ? 40 : 0 } == nil)
    #expect(loss { column, row in (3..<7).contains(row) && (10..<30).contains(column) ? 40 : 0 } == nil)
    #expect(loss { column, row in row >= 3 && column >= 10 ? 40 : 0 } == nil)
    #expect(loss { column, row in column >= 4 * row ? 40 : 0 } == nil)
    #expect(loss { column, row in (column + row) % 2 * 40 } == nil)
  }

  @Test func aShiftThatIsNotVisibleIsNone() { #expect(loss { column, row in 40 * row + column >= 213 ? 4 : 0 } == nil) }
}

/// Headers may claim any size: the numbers of a loss stay within their types.
@Suite struct PNGLossTests {
  private func picture(width: Int, height: Int, colorType: UInt8, isInterlaced: Bool, pixels: [UInt8]) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [8, colorType, 0, 0, isInterlaced ? 1 : 0]
    return PNGChunks.signature + PNGSample.chunk("IHDR", header) + PNGSample.chunk("IDAT", pixels)
      + PNGSample.chunk("IEND", [])
  }

  @Test(arguments: [true, false]) func moreBytesThanCanBeCountedAreNoLoss(isInterlaced: Bool) {
    // Each pass of the interlaced one can be counted, and their sum cannot.
    for (width, height) in [(0x4F70_7469, 0x6F00_000C), (0x7FFF_FFFF, 0x7FFF_FFFF)] {
      let bytes = picture(width: width, height: height, colorType: 6, isInterlaced: isInterlaced, pixels: [])
      #expect(PictureLoss(of: bytes, format: .png) == nil)
    }
  }

  @Test func whatIsMissingOfTheHighestPictureHasItsRow() throws {
    // Without the checksum behind them: more is to come.
    let pixels = Array(zlibStored([UInt8](repeatElement([0, 9], count: 1000).joined())).dropLast(4))
    let bytes = picture(width: 1, height: 0x7FFF_FFFF, colorType: 0, isInterlaced: false, pixels: pixels)
    let loss = try #require(PictureLoss(of: bytes, format: .png))
    #expect(loss.firstRow == 1000)
    #expect(loss.part > 0.99)
  }
}

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

  @Test func theChecksumOfDeflateIsAsked() throws {
    let whole = zlibStored(Self.pixels)
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
