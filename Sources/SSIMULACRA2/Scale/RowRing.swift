/// The newest rows of a plane, or all of them. Before and after each row lie zeros, so that vectors may reach over its ends.
final class RowRing {
  /// Zeros before and after rows that are blurred.
  static let margin = 12

  private let count: Int
  private let margin: Int
  private let stride: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Rows of zeros, or of anything.
  ///
  /// - Parameters:
  ///   - width: samples in a row.
  ///   - count: rows that are kept.
  ///   - margin: zeros before each row, and at least as many after it. With none the last four samples of a row are still
  ///     its own, where four are taken at a time.
  ///   - isZeroed: false where every row is written before it is read, with all vectors that touch it; large memory is
  ///     slow to touch.
  init(width: Int, count: Int, margin: Int = RowRing.margin, isZeroed: Bool = true) {
    self.count = count
    self.margin = margin
    stride = (width + 2 * margin + 3) & ~3
    memory = .allocate(capacity: stride * count)
    if isZeroed { memory.initialize(repeating: 0, count: stride * count) }
  }

  /// Whole bands.
  convenience init(width: Int, bands: Int, margin: Int = RowRing.margin, isZeroed: Bool = true) {
    self.init(width: width, count: bands * Band.height, margin: margin, isZeroed: isZeroed)
  }

  deinit { memory.deallocate() }

  /// The row of a number that is not negative; it takes the place of the one `count` rows above.
  @inline(__always)
  func row(_ number: Int) -> UnsafeMutablePointer<Float> {
    memory + (number % count) * stride + margin
  }

  /// The band that starts with a row, in a ring of whole bands.
  ///
  /// - Parameter firstRow: a multiple of four.
  @inline(__always)
  func band(_ firstRow: Int) -> Band { Band(row(firstRow), stride: stride) }
}
