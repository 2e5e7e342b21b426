/// Looks at one channel of a picture at one scale, band by band, and blurs it.
protocol BandConsumer: AnyObject {
  /// Takes the next band.
  ///
  /// - Parameters:
  ///   - colors: X, Y, or B - Y, with zeros around each row, as in a `RowRing`; zeros below the picture.
  ///   - firstRow: the number of its first row, which may lie below the picture.
  func push(_ colors: Band, firstRow: Int)

  /// Works on the band above the one that was pushed, which has just been blurred.
  ///
  /// - Parameters:
  ///   - colors: that band, not blurred.
  ///   - rows: those of its rows that are in the picture.
  func finish(_ colors: Band, rows: Range<Int>)
}
