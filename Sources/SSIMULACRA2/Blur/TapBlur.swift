/// Blurs a plane that comes band by band, by the nine taps of `GaussianFilter`.
///
/// Faster than `PlaneBlur` and nearer to the truth, but without the errors of rounding that are part of the score where
/// structure counts. Edges do not feel them.
final class TapBlur {
  private let width: Int
  /// Rows that are blurred along themselves; above the picture zeros.
  private let rows: RowRing
  private let output: RowRing
  private let taps = GaussianFilter.Taps()
  private var count = 0

  init(width: Int) {
    self.width = width
    rows = RowRing(width: width, bands: 3)
    output = RowRing(width: width, bands: 1, margin: 0)
  }

  /// The newest blurred band: the one above that which was pushed last.
  var blurred: Band { output.band(0) }

  /// Takes the next band.
  ///
  /// - Parameter band: zeros around its rows, as in a `RowRing`.
  func push(_ band: Band) {
    for row in 0..<Band.height { blurAlong(band.row(row), into: rows.row(count + row)) }
    // What comes out lies a band above what came in; three bands make a turn of the ring.
    for row in 0..<Band.height { blurAcross(count + 2 * Band.height + row, into: blurred.row(row)) }
    count += Band.height
  }

  private func blurAlong(_ row: UnsafePointer<Float>, into blurred: UnsafeMutablePointer<Float>) {
    for column in stride(from: 0, to: width, by: 4) {
      blurred.store(taps.sum { row.lanes(at: column + $0) }, at: column)
    }
    // The last vector has reached over the end, where zeros must be.
    blurred.store(.zero, at: width)
  }

  private func blurAcross(_ row: Int, into blurred: UnsafeMutablePointer<Float>) {
    let reach = GaussianFilter.radius - 1
    let rows = (-reach...reach).map { UnsafePointer(self.rows.row(row + $0)) }
    rows.withUnsafeBufferPointer { rows in
      for column in stride(from: 0, to: width, by: 4) {
        blurred.store(taps.sum { rows[reach + $0].lanes(at: column) }, at: column)
      }
    }
  }
}
