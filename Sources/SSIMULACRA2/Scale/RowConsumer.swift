/// Looks at one channel of a picture at one scale, row by row, and blurs it.
protocol RowConsumer: AnyObject {
  /// Takes the next row.
  ///
  /// - Parameters:
  ///   - color: X, Y, or B - Y, with zeros around it, as in a `RowRing`.
  ///   - row: its number.
  func push(_ color: UnsafePointer<Float>, row: Int)

  /// Takes a row below the picture.
  func pushNothing()

  /// Works on the row that has just been blurred, which is `PlaneBlur.delay` rows above the one that was pushed.
  ///
  /// - Parameter color: that row, not blurred.
  func finish(_ color: UnsafePointer<Float>, row: Int)
}
