/// Blurs a plane that comes band by band, rounding as libjxl does.
final class PlaneBlur {
  private let along: RowBlur
  /// Rows that are blurred along themselves; above the picture zeros.
  private let rows: RowRing
  private let columns: ColumnBlur
  private let output: RowRing
  private var count = 0

  init(width: Int) {
    along = RowBlur(width: width)
    rows = RowRing(width: width, bands: 4)
    columns = ColumnBlur(width: width)
    output = RowRing(width: width, bands: 1, margin: 0)
  }

  /// The newest blurred band: the one above that which was pushed last.
  var blurred: Band { output.band(0) }

  /// Takes the next band.
  ///
  /// - Parameter band: zeros around its rows, as in a `RowRing`.
  func push(_ band: Band) {
    let bottom = rows.band(count)
    along.blur(band, into: bottom)
    for row in 0..<Band.height {
      // The row six above the one that comes out is ten above the one that came; 16 make a turn of the ring.
      columns.push(top: rows.row(count + row + 6), bottom: bottom.row(row), into: blurred.row(row))
    }
    count += Band.height
  }
}
