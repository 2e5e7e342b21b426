/// The facts in a BMP file's headers (BITMAPCOREHEADER to BITMAPV5HEADER).
package struct BMPFacts: Sendable {
  package private(set) var header = HeaderFacts()
  /// Bits in each pixel.
  package private(set) var bitsPerPixel = 0
  private var headerSize = 0
  private var compression = 0
  /// Where the pixels begin.
  private var start = 0

  package init(_ view: ByteView) {
    guard view.has("BM"), let headerSize = view.uint32(at: 14, .little) else { return }
    self.headerSize = headerSize
    compression = view.uint32(at: 30, .little) ?? 0
    start = view.uint32(at: 10, .little) ?? 0
    if headerSize == 12 { readCore(view) } else { readInfo(view) }
    let profileEnd = headerSize >= 124 ? readProfile(view) : 0
    header.bitDepth = header.size == nil ? nil : 8
    header.hasAlpha =
      headerSize >= 56 && headerSize <= 124 && compression == 3 && (view.uint32(at: 66, .little) ?? 0) != 0
    // Decoders shift or refuse pictures whose file ends within their rows.
    header.isCutShort = areRowsPlain && header.size != nil && rowsLength.map { $0 > view.count - start } ?? true
    readRuns(view)
    guard let pixelsEnd = pixelsEnd(view) else { return }
    header.trailingByteCount = max(0, view.count - max(pixelsEnd, profileEnd))
  }

  private mutating func readCore(_ view: ByteView) {
    guard let width = view.uint16(at: 18, .little), let height = view.uint16(at: 20, .little) else { return }
    header.size = PixelSize(width: width, height: height)
    bitsPerPixel = view.uint16(at: 24, .little) ?? 0
  }

  private mutating func readInfo(_ view: ByteView) {
    guard let width = view.int32(at: 18, .little), let height = view.int32(at: 22, .little) else { return }
    // A negative height means rows from top to bottom.
    header.size = PixelSize(width: abs(width), height: abs(height))
    bitsPerPixel = view.uint16(at: 28, .little) ?? 0
  }

  /// Reads the profile of a version 5 header, from which its offset counts. Returns the profile's end.
  private mutating func readProfile(_ view: ByteView) -> Int {
    guard view.has("DEBM", at: 70), let offset = view.uint32(at: 126, .little) else { return 0 }
    guard let length = view.uint32(at: 130, .little), length <= HeaderFacts.longestProfile else { return 0 }
    guard let data = view.part(at: 14 + offset, length: length) else { return 0 }
    header.setColor(model: .rgb, profile: Array(data.bytes))
    return 14 + offset + length
  }

  private mutating func readRuns(_ view: ByteView) {
    guard headerSize > 16, [1, 2].contains(compression) else { return }
    header.isCutShort = true
    guard let size = header.size else { return }
    var runs = BMPRuns(view, size: size, pixelsPerByte: compression)
    header.isCutShort = !runs.areComplete(from: start)
    // Decoders here give them the first colour of the palette.
    let isBlack = view.clamped(at: 14 + headerSize, length: 3).bytes.allSatisfy { $0 == 0 }
    if runs.skipsPixels, !isBlack { header.differences = ["its codes leave out pixels, which browsers show black"] }
  }

  /// Whether the pixels are stored uncoded, row by row. 3 is another coding in the headers of OS/2.
  private var areRowsPlain: Bool {
    headerSize <= 16 || [0, 6].contains(compression) || (compression == 3 && headerSize != 64)
  }

  /// Its rows and the length of each, where they are uncoded.
  func plainRows(in view: ByteView) -> (rows: ByteView, length: Int)? {
    guard let size = header.size, size.height > 0, areRowsPlain, let length = rowsLength,
      let rows = view.part(at: start, length: length)
    else { return nil }
    return (rows, length / size.height)
  }

  /// The bytes of all rows, each padded to four; nil on overflow.
  private var rowsLength: Int? {
    guard let size = header.size else { return nil }
    return size.width.times(bitsPerPixel)?.plus(31).flatMap { ($0 / 32 * 4).times(size.height) }
  }

  /// Run-length coded pixels have a length field.
  private func pixelsEnd(_ view: ByteView) -> Int? {
    guard areRowsPlain else { return view.uint32(at: 34, .little).flatMap { $0 > 0 ? start + $0 : nil } }
    return rowsLength.flatMap { $0 > view.count ? nil : start + $0 }
  }
}

extension PictureFormat {
  public static let bmp = PictureFormat(
    FormatTraits(
      "bmp", .header(BMPFacts.isHeader), support: ClientSupport(android: .everywhere, chrome: .everywhere)),
    decoder: .bitmap, readHeader: { BMPFacts($0).header })
}

extension BMPFacts {
  /// `BM`, then a header of a known range of sizes. It has one plane; in some damaged files zero.
  fileprivate static func isHeader(_ view: ByteView) -> Bool {
    guard view.has("BM"), let size = view.uint32(at: 14, .little), (12...124).contains(size) else { return false }
    return view.uint16(at: size == 12 ? 22 : 26, .little).map { $0 <= 1 } ?? false
  }
}

/// Run-length coded pixels of a BMP file (BI_RLE8 and BI_RLE4 of the Windows documentation).
///
/// Decoders silently leave missing pixels black, so completeness must be checked here.
struct BMPRuns {
  private let bytes: ByteView
  private let size: PixelSize
  /// Pixels in one byte: 1 or 2.
  private let pixelsPerByte: Int

  init(_ bytes: ByteView, size: PixelSize, pixelsPerByte: Int) {
    (self.bytes, self.size, self.pixelsPerByte) = (bytes, size, pixelsPerByte)
  }

  /// Whether codes leave out pixels, which programs fill in different ways.
  private(set) var skipsPixels = false

  /// Whether the codes from an offset on reach their end mark, or the last pixel, before the bytes end.
  mutating func areComplete(from start: Int) -> Bool {
    var position = start
    var (column, row) = (0, 0)
    while let count = bytes[position].map(Int.init), let value = bytes[position + 1].map(Int.init) {
      position += 2
      switch (count, value) {
      case (0, 0):
        skipsPixels = skipsPixels || column < size.width
        (column, row) = (0, row + 1)
      case (0, 1):
        skipsPixels = true
        return true
      case (0, 2):
        guard let right = bytes[position], let down = bytes[position + 1] else { return false }
        skipsPixels = skipsPixels || right > 0 || down > 0
        (column, row) = (column + Int(right), row + Int(down))
        position += 2
      case (0, _):
        column += value
        // Literal pixels are padded to two bytes.
        position += ((value + pixelsPerByte - 1) / pixelsPerByte + 1) / 2 * 2
        guard position <= bytes.count else { return false }
      default: column += count
      }
      if row >= size.height || (row == size.height - 1 && column >= size.width) { return true }
    }
    return false
  }
}
