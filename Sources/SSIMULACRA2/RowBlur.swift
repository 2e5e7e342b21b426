import Cssimulacra2

/// Blurs the four rows of a band along themselves, in parallel.
///
/// Near both ends of a row, positions are computed one by one, between them four at once. The rounding differs, as in
/// libjxl.
struct RowBlur {
  private let width: Int

  init(width: Int) { self.width = width }

  /// - Parameters:
  ///   - rows: of the width.
  ///   - blurred: receives as many columns.
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
