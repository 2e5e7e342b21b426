/// Makes what a comparison takes of one channel of the reference at one scale.
final class ReferenceWriter: BandConsumer {
  private let size: ScaleSize
  private let rows: ReferenceRows
  private let mean: PlaneBlur
  private let square: ProductBlur

  /// - Parameter rows: where it is written.
  init(_ size: ScaleSize, rows: ReferenceRows) {
    self.size = size
    self.rows = rows
    mean = PlaneBlur(width: size.width)
    square = ProductBlur(width: size.width)
  }

  func push(_ colors: Band, firstRow: Int) {
    mean.push(colors)
    square.push(colors, times: colors)
    if firstRow < size.height { keep(colors, firstRow: firstRow) }
  }

  /// Keeps a whole band, though its last rows may lie below the picture, so that all that is kept is written.
  private func keep(_ colors: Band, firstRow: Int) {
    for row in 0..<Band.height {
      let (color, kept) = (colors.row(row), rows.colors.row(firstRow + row))
      for column in stride(from: 0, to: size.width, by: 4) { kept.store(color.lanes(at: column), at: column) }
    }
  }

  func finish(_ colors: Band, rows: Range<Int>) {
    for (place, row) in rows.enumerated() {
      let (blurred, square) = (mean.blurred.row(place), square.blurred.row(place))
      let (means, variances) = (self.rows.means.row(row), self.rows.variances.row(row))
      for column in stride(from: 0, to: size.width, by: 4) {
        let mean = blurred.lanes(at: column)
        means.store(mean, at: column)
        variances.store(square.lanes(at: column) - mean * mean, at: column)
      }
    }
  }
}
