/// The sum of a map's errors, and that of their fourth powers.
struct ErrorSum {
  /// The sums of one row.
  struct Row {
    fileprivate var errors = Lanes.zero
    fileprivate var powers = Lanes.zero

    @inline(__always)
    mutating func add(_ error: Lanes) {
      let square = error * error
      errors += error
      powers += square * square
    }
  }

  private var errors = SIMD4<Double>.zero
  private var powers = SIMD4<Double>.zero

  mutating func add(_ row: Row) {
    errors += SIMD4<Double>(row.errors)
    powers += SIMD4<Double>(row.powers)
  }

  func mean(count: Int) -> Double { Self.total(errors) / Double(count) }

  func quarticMean(count: Int) -> Double { (Self.total(powers) / Double(count)).squareRoot().squareRoot() }

  private static func total(_ sums: SIMD4<Double>) -> Double { (sums[0] + sums[1]) + (sums[2] + sums[3]) }
}
