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
        skipsPixels = true
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
