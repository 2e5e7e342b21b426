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

  /// More than the largest picture has rows of blocks.
  private static let mostParts = 65_536
  /// Sides and bits far beyond all limits of pictures, whose product is a number.
  private static let largest = 1 << 20

  init?(_ directory: TIFFDirectory) {
    guard let offsets = directory.entry(TIFFTag.stripOffsets) ?? directory.entry(TIFFTag.tileOffsets),
      let lengths = directory.entry(TIFFTag.stripLengths) ?? directory.entry(TIFFTag.tileLengths)
    else { return nil }
    func number(_ tag: Int, _ missing: Int) -> Int { min(directory.integer(tag) ?? missing, Self.largest) }
    compression = number(TIFFTag.compression, 1)
    let isTiled = directory.entry(TIFFTag.stripOffsets) == nil
    let rows = number(TIFFTag.height, 0)
    height = isTiled ? nil : rows
    width = number(isTiled ? TIFFTag.tileWidth : TIFFTag.width, 0)
    rowsInPart = isTiled ? number(TIFFTag.tileHeight, 0) : min(number(TIFFTag.rowsPerStrip, rows), rows)
    let samples = number(TIFFTag.planes, 1) == 2 ? 1 : number(TIFFTag.samplesPerPixel, 1)
    // Colour differences may have fewer samples than pixels, and bits may be in the opposite order.
    let isUsual = number(TIFFTag.photometric, 2) != 6 && number(TIFFTag.fillOrder, 1) == 1
    bitsPerPixel = isUsual ? min(samples, 64) * min(number(TIFFTag.bitsPerSample, 1), 64) : 0
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
