/// Makes what the comparison of structure takes of one channel of the reference at one scale.
final class ReferenceStructure: RowConsumer {
  private let width: Int
  private let rows: ReferenceRows.Structure
  private let mean: PlaneBlur
  private let square: ProductBlur

  /// - Parameter rows: where it is written.
  init(width: Int, rows: ReferenceRows.Structure) {
    self.width = width
    self.rows = rows
    mean = PlaneBlur(width: width)
    square = ProductBlur(width: width)
  }

  func push(_ color: UnsafePointer<Float>, row: Int) {
    mean.push(color)
    square.push(color, times: color)
    let kept = rows.colors.row(row)
    for column in stride(from: 0, to: width, by: 4) { kept.store(color.lanes(at: column), at: column) }
  }

  func pushNothing() {
    mean.pushNothing()
    square.pushNothing()
  }

  func finish(_ color: UnsafePointer<Float>, row: Int) {
    let (blurred, square) = (mean.blurred, square.blurred)
    let (means, variances) = (rows.means.row(row), rows.variances.row(row))
    for column in stride(from: 0, to: width, by: 4) {
      let mean = blurred.lanes(at: column)
      means.store(mean, at: column)
      variances.store(square.lanes(at: column) - mean * mean, at: column)
    }
  }
}
