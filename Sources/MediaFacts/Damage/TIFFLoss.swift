import Zlib

/// The loss in the strips or tiles of a TIFF's first image, each coded by itself: as JPEG and DEFLATE (TIFF Technical Note 2), LZW (TIFF
/// 6.0, section 13), or not at all. Other codings are not examined. Without one, nothing tells wrong pixels from right ones.
struct TIFFLoss {
  /// Nil where nothing is lost.
  private(set) var loss: PictureLoss?

  private static let jpegTables = 347

  init(_ view: ByteView) {
    guard let directory = TIFFStructure(view)?.firstDirectory, let layout = TIFFLayout(directory) else { return }
    let tables = directory.entry(Self.jpegTables)?.value
    var (lost, isWrong) = (0.0, false)
    for (number, place) in layout.parts.enumerated() {
      let part = Self.loss(of: view.clamped(at: place.lowerBound, length: place.count), number, layout, tables)
      lost += part?.part ?? 0
      isWrong = isWrong || part?.cause == .wrong
    }
    guard lost > 0 else { return }
    loss = PictureLoss(part: lost / Double(layout.parts.count), firstRow: nil, cause: isWrong ? .wrong : .missing)
  }

  /// The loss in one strip or tile.
  private static func loss(
    of part: ByteView, _ number: Int, _ layout: TIFFLayout, _ tables: ByteView?
  ) -> PictureLoss? {
    if layout.compression == 7 { return JPEGLoss(part, tables: tables).loss }
    guard let whole = layout.byteCount(ofPart: number), whole > 0 else { return nil }
    return switch layout.compression {
    case 1: lost(after: part.count, of: whole, .missing)
    case 5: lzwLoss(part, whole, padded: layout.longestPart ?? whole)
    case 8, 32_946: deflateLoss(part, whole)
    default: nil
    }
  }

  private static func lost(after count: Int, of whole: Int, _ cause: PictureLoss.Cause) -> PictureLoss? {
    guard count < whole else { return nil }
    return PictureLoss(part: 1 - Double(count) / Double(whole), firstRow: nil, cause: cause)
  }

  /// The checksum after the pixels says whether they are right; decoders do not read it.
  private static func deflateLoss(_ part: ByteView, _ whole: Int) -> PictureLoss? {
    guard var counter = InflateCounter() else { return nil }
    counter.add(part.bytes.span, limit: whole)
    return switch counter.ending {
    case .wrongChecksum: lost(after: 0, of: whole, .wrong)
    case .damaged: lost(after: counter.byteCount, of: whole, .wrong)
    case .whole, nil: lost(after: counter.byteCount, of: whole, .missing)
    }
  }

  /// After a wrong code, the end is in a wrong place.
  private static func lzwLoss(_ part: ByteView, _ whole: Int, padded: Int) -> PictureLoss? {
    // TIFF 5.0 began with the lowest bits.
    guard part[0] != 0 else { return nil }
    let (count, ending) = TIFFCodes.unpackedCount(of: part, limit: padded)
    switch ending {
    case .endCode: return [whole, padded].contains(count) ? nil : lost(after: 0, of: whole, .wrong)
    case .invalidCode: return lost(after: count, of: whole, .wrong)
    case .data: return lost(after: count, of: whole, .missing)
    }
  }
}

/// How the pixels of a TIFF image are divided (TIFF 6.0, sections 3 and 15).
struct TIFFLayout {
  let compression: Int
  /// The bytes of each strip or tile in the file, as far as the directory says.
  let parts: [Range<Int>]
  /// Pixels across, and bits of each, in one part.
  private let width: Int
  private let bitsPerPixel: Int
  private let rowsInPart: Int
  /// Rows of the picture, where parts are strips.
  private let height: Int?

  private enum Tag {
    static let width = 256
    static let height = 257
    static let bitsPerSample = 258
    static let compression = 259
    static let photometric = 262
    static let fillOrder = 266
    static let stripOffsets = 273
    static let samplesPerPixel = 277
    static let rowsPerStrip = 278
    static let stripLengths = 279
    static let planes = 284
    static let tileWidth = 322
    static let tileHeight = 323
    static let tileOffsets = 324
    static let tileLengths = 325
  }

  /// More than the largest picture has rows of blocks.
  private static let mostParts = 65_536
  /// Sides and bits far beyond all limits of pictures, whose product is a number.
  private static let largest = 1 << 20

  init?(_ directory: TIFFDirectory) {
    guard let offsets = directory.entry(Tag.stripOffsets) ?? directory.entry(Tag.tileOffsets),
      let lengths = directory.entry(Tag.stripLengths) ?? directory.entry(Tag.tileLengths)
    else { return nil }
    func number(_ tag: Int, _ missing: Int) -> Int { min(directory.integer(tag) ?? missing, Self.largest) }
    compression = number(Tag.compression, 1)
    let isTiled = directory.entry(Tag.stripOffsets) == nil
    let rows = number(Tag.height, 0)
    height = isTiled ? nil : rows
    width = number(isTiled ? Tag.tileWidth : Tag.width, 0)
    rowsInPart = isTiled ? number(Tag.tileHeight, 0) : min(number(Tag.rowsPerStrip, rows), rows)
    let samples = number(Tag.planes, 1) == 2 ? 1 : number(Tag.samplesPerPixel, 1)
    // Colour differences may have fewer samples than pixels, and bits may be in the opposite order.
    let isUsual = number(Tag.photometric, 2) != 6 && number(Tag.fillOrder, 1) == 1
    bitsPerPixel = isUsual ? min(samples, 64) * min(number(Tag.bitsPerSample, 1), 64) : 0
    let starts = (0..<Self.mostParts).lazy.map { offsets.integer(at: $0) }.prefix { $0 != nil }.compactMap(\.self)
    // Without a length, libtiff reads up to the file's end.
    parts = starts.enumerated().map { number, start in
      let length = lengths.integer(at: number) ?? 0
      return start..<start + (length == 0 ? .max - start : min(length, .max - start))
    }
  }

  /// The bytes of a row of pixels in one part.
  var rowLength: Int { (width * bitsPerPixel + 7) / 8 }

  /// The bytes of a part with all of its rows; nil if unknown.
  var longestPart: Int? {
    guard rowLength > 0, rowsInPart > 0 else { return nil }
    return rowLength * rowsInPart
  }

  /// The bytes of a part's pixels; the last strip may have fewer rows. Nil if unknown.
  func byteCount(ofPart number: Int) -> Int? {
    guard let height, longestPart != nil else { return longestPart }
    let strips = (height + rowsInPart - 1) / rowsInPart
    return rowLength * min(rowsInPart, height - number % strips * rowsInPart)
  }

  /// All rows of a picture without compression, where they follow each other.
  func plainRows(in view: ByteView) -> ByteView? {
    guard compression == 1, height != nil, let first = parts.first, let last = parts.last, rowLength > 0,
      zip(parts, parts.dropFirst()).allSatisfy({ $0.upperBound == $1.lowerBound })
    else { return nil }
    return view.part(at: first.lowerBound, length: last.upperBound - first.lowerBound)
  }
}

/// LZW codes of 9 to 12 bits, the highest bit first (TIFF 6.0, section 13).
enum TIFFCodes {
  enum Ending {
    case endCode, invalidCode, data
  }

  private static let (clear, end, capacity) = (256, 257, 4096)

  /// How many bytes codes mean, and why they end; a few more than `limit` at most.
  static func unpackedCount(of view: ByteView, limit: Int) -> (count: Int, Ending) {
    var lengths = [Int](repeating: 1, count: capacity)
    var (next, width, previous, count) = (end + 1, 9, 0, 0)
    var (buffer, bitCount) = (UInt32(0), 0)
    for byte in view.bytes {
      buffer = buffer << 8 | UInt32(byte)
      bitCount += 8
      guard bitCount >= width else { continue }
      bitCount -= width
      let code = Int(buffer >> UInt32(bitCount)) & (1 << width - 1)
      if code == end { return (count, .endCode) }
      if code == clear {
        (next, width, previous) = (end + 1, 9, 0)
        continue
      }
      guard code < clear || previous > 0 && code <= next && code < capacity else { return (count, .invalidCode) }
      if previous > 0, next < capacity {
        lengths[next] = previous + 1
        next += 1
      }
      previous = code < clear ? 1 : lengths[code]
      count += previous
      // One code earlier than necessary.
      if next == 1 << width - 1, width < 12 { width += 1 }
      if count > limit { return (count, .endCode) }
    }
    return (count, .data)
  }
}
