/// The two-dimensional discrete cosine transform of 8 x 8 blocks, orthonormal like JPEG's (ITU-T T.81, A.3.3).
///
/// Both directions are products with the basis matrix, by definition: a row of eight is one vector.
package struct BlockTransform: Sendable {
  /// Row `u` holds the samples of the cosine of frequency `u`.
  let basis: BlockRows
  /// Row `x` holds the values at sample `x` of all frequencies.
  let transposed: BlockRows

  package init() {
    // cos(n pi / 16), n in 0...8.
    let cosines: [Double] = [
      1, 0.980_785_280_403_230_4, 0.923_879_532_511_286_7, 0.831_469_612_302_545_2, 0.707_106_781_186_547_5,
      0.555_570_233_019_602_2, 0.382_683_432_365_089_8, 0.195_090_322_016_128_3, 0,
    ]
    func cosine(_ n: Int) -> Double {
      let folded = n % 32 > 16 ? 32 - n % 32 : n % 32
      return folded > 8 ? -cosines[16 - folded] : cosines[folded]
    }
    func value(_ u: Int, _ x: Int) -> Float { Float((u == 0 ? cosines[4] : 1) * cosine((2 * x + 1) * u) / 2) }
    basis = BlockRows((0..<64).map { value($0 / 8, $0 % 8) })
    transposed = BlockRows((0..<64).map { value($0 % 8, $0 / 8) })
  }

  /// The coefficients, row `v` and column `u`, of samples.
  @inline(__always) package func forward(_ samples: BlockRows) -> BlockRows {
    basis.mapRows { transposed.sum(samples.sum($0)) }
  }

  /// The samples of coefficients.
  @inline(__always) package func inverse(_ coefficients: BlockRows) -> BlockRows {
    transposed.mapRows { basis.sum(coefficients.sum($0)) }
  }

  /// The same where only the four lowest frequencies in both directions are non-zero.
  @inline(__always) package func inverseOfCorner(_ coefficients: BlockRows) -> BlockRows {
    transposed.mapRows { basis.sumOfFour(coefficients.sumOfFour($0)) }
  }
}

/// Eight rows of eight numbers.
package struct BlockRows: Sendable {
  package typealias Row = SIMD8<Float>
  private var rows: (Row, Row, Row, Row, Row, Row, Row, Row)

  /// - Parameters:
  ///   - numbers: the rows from `place` on, each `stride` after the previous.
  @inline(__always) init(_ numbers: Span<Float>, from place: Int = 0, stride: Int = 8) {
    func row(_ y: Int) -> Row { numbers.vector(at: place + y * stride) }
    rows = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
  }

  /// - Parameter numbers: 64.
  package init(_ numbers: [Float]) { self.init(numbers.span) }

  @inline(__always) private init(_ rows: (Row, Row, Row, Row, Row, Row, Row, Row)) { self.rows = rows }

  /// The mapped rows.
  @inline(__always) func mapRows(_ transform: (Row) -> Row) -> BlockRows {
    BlockRows(
      (
        transform(rows.0), transform(rows.1), transform(rows.2), transform(rows.3), transform(rows.4),
        transform(rows.5), transform(rows.6), transform(rows.7)
      ))
  }

  /// Both merged, row by row.
  @inline(__always) func merged(_ other: BlockRows, _ merge: (Row, Row) -> Row) -> BlockRows {
    BlockRows(
      (
        merge(rows.0, other.rows.0), merge(rows.1, other.rows.1), merge(rows.2, other.rows.2),
        merge(rows.3, other.rows.3), merge(rows.4, other.rows.4), merge(rows.5, other.rows.5),
        merge(rows.6, other.rows.6), merge(rows.7, other.rows.7)
      ))
  }

  @inline(__always) func forEachRow(_ body: (_ y: Int, Row) -> Void) {
    body(0, rows.0)
    body(1, rows.1)
    body(2, rows.2)
    body(3, rows.3)
    body(4, rows.4)
    body(5, rows.5)
    body(6, rows.6)
    body(7, rows.7)
  }

  /// Writes the 64 numbers, row after row.
  @inline(__always) func store(to output: inout MutableSpan<Float>) {
    output.store(rows.0, at: 0)
    output.store(rows.1, at: 8)
    output.store(rows.2, at: 16)
    output.store(rows.3, at: 24)
    output.store(rows.4, at: 32)
    output.store(rows.5, at: 40)
    output.store(rows.6, at: 48)
    output.store(rows.7, at: 56)
  }

  /// The 64 numbers.
  package var numbers: [Float] {
    var numbers: [Float] = []
    forEachRow { _, row in numbers += (0..<8).map { row[$0] } }
    return numbers
  }

  /// The weighted sum of all rows.
  @inline(__always) fileprivate func sum(_ factors: Row) -> Row {
    let first = rows.0 * factors[0] + rows.1 * factors[1]
    let second = rows.2 * factors[2] + rows.3 * factors[3]
    let third = rows.4 * factors[4] + rows.5 * factors[5]
    let fourth = rows.6 * factors[6] + rows.7 * factors[7]
    return (first + second) + (third + fourth)
  }

  /// The weighted sum of the first four rows.
  @inline(__always) fileprivate func sumOfFour(_ factors: Row) -> Row {
    (rows.0 * factors[0] + rows.1 * factors[1]) + (rows.2 * factors[2] + rows.3 * factors[3])
  }
}

/// The order in which JPEG stores the 64 coefficients of a block (ITU-T T.81, figure A.6).
package enum ZigZag {
  /// The place in rows, `8 * v + u`, of each coefficient in that order.
  package static let rowOrder: [Int] = {
    var places: [Int] = []
    for sum in 0..<15 {
      let diagonal = (max(0, sum - 7)...min(sum, 7)).map { v in 8 * v + sum - v }
      places += sum.isMultiple(of: 2) ? diagonal.reversed() : diagonal
    }
    return places
  }()
}
