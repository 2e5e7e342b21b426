import Cssimulacra2

/// Blurs the four rows of a band along themselves, side by side.
///
/// Along a row the positions come one by one at both ends, and four at once between. Both round differently, and libjxl does
/// it so.
struct RowBlur {
  private let width: Int

  init(width: Int) { self.width = width }

  /// - Parameters:
  ///   - rows: of the width.
  ///   - blurred: where as many columns are written.
  func blur(_ rows: Band, into blurred: inout Band) {
    precondition(rows.columns.count >= width && blurred.columns.count >= width)
    unsafe rows.columns.withUnsafeBufferPointer { samples in
      unsafe blurred.columns.withUnsafeMutableBufferPointer { outputs in
        unsafe cssimulacra2_blur_rows(
          samples.baseAddress, outputs.baseAddress, width, GaussianFilter.slowAlongRows, GaussianFilter.middleAlongRows,
          GaussianFilter.alongColumns.fast_gain, Processor.hasFusedMultiplication)
      }
    }
  }
}
