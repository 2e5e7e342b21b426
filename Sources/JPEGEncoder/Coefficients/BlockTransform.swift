/// The two-dimensional discrete cosine transform of 8 x 8 blocks, orthonormal as JPEG's (ITU-T T.81, A.3.3).
///
/// Both directions are products with the basis matrix, by its definition: a row of eight is one vector.
package struct BlockTransform: Sendable {
  /// Row `u` holds the samples of the cosine of frequency `u`.
  let basis: [SIMD8<Float>]
  /// Row `x` holds the values at sample `x` of all frequencies.
  let transposed: [SIMD8<Float>]

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
    basis = (0..<8).map { u in SIMD8((0..<8).map { x in value(u, x) }) }
    transposed = (0..<8).map { x in SIMD8((0..<8).map { u in value(u, x) }) }
  }

  /// The coefficients, row `v` and column `u`, of the samples in the eight rows.
  @inline(__always) package func forward(_ rows: UnsafeMutablePointer<SIMD8<Float>>) {
    multiply(rows, columns: basis, rows: transposed)
  }

  /// The samples of the coefficients.
  @inline(__always) package func inverse(_ rows: UnsafeMutablePointer<SIMD8<Float>>) {
    multiply(rows, columns: transposed, rows: basis)
  }

  /// The same where only the four lowest frequencies in both directions are not zero.
  @inline(__always) package func inverseOfCorner(_ rows: UnsafeMutablePointer<SIMD8<Float>>) {
    transposed.withUnsafeBufferPointer { columns in
      basis.withUnsafeBufferPointer { basis in
        let source = (rows[0], rows[1], rows[2], rows[3])
        for i in 0..<8 {
          let vertical = Self.sum(source, columns[i])
          rows[i] = Self.sum((basis[0], basis[1], basis[2], basis[3]), vertical)
        }
      }
    }
  }

  /// `columns * block * rows`, in place.
  @inline(__always) private func multiply(
    _ block: UnsafeMutablePointer<SIMD8<Float>>, columns: [SIMD8<Float>], rows: [SIMD8<Float>]
  ) {
    columns.withUnsafeBufferPointer { columns in
      rows.withUnsafeBufferPointer { rows in
        let source = (block[0], block[1], block[2], block[3], block[4], block[5], block[6], block[7])
        for i in 0..<8 {
          let vertical = Self.sum(source, columns[i])
          block[i] = Self.sum((rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]), vertical)
        }
      }
    }
  }

  private typealias Rows = (
    SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>
  )

  private typealias FourRows = (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  /// The rows, each by its factor, added up.
  @inline(__always) private static func sum(_ rows: FourRows, _ factors: SIMD8<Float>) -> SIMD8<Float> {
    (rows.0 * factors[0] + rows.1 * factors[1]) + (rows.2 * factors[2] + rows.3 * factors[3])
  }

  /// The rows, each by its factor, added up.
  @inline(__always) private static func sum(_ rows: Rows, _ factors: SIMD8<Float>) -> SIMD8<Float> {
    let first = rows.0 * factors[0] + rows.1 * factors[1]
    let second = rows.2 * factors[2] + rows.3 * factors[3]
    let third = rows.4 * factors[4] + rows.5 * factors[5]
    let fourth = rows.6 * factors[6] + rows.7 * factors[7]
    return (first + second) + (third + fourth)
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
