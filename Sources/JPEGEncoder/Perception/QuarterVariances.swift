/// Finds the luma variance of the quarters of blocks, 4 x 4 samples each: how busy a place is at 1:1.
///
/// A block with an edge has a high variance as a whole. Where the edge leaves a quarter smooth, errors show.
package struct QuarterVariances {
  private let transform = BlockTransform()
  /// The coefficients of a block in rows.
  private var coefficients = [Float](repeating: 0, count: 64)

  package init() {}

  /// - Returns: upper left, upper right, then the lower ones.
  package mutating func of(_ plane: FrequencyPlane, block: Int) -> SIMD4<Float> {
    coefficients.withSpan {
      plane.copyRows(ofBlock: block, to: &$0)
      // The mean does not affect variances, and sums are more exact without it.
      $0[0] = 0
    }
    var (above, below) = (Moments(), Moments())
    transform.inverse(BlockRows(coefficients.span)).forEachRow { y, row in
      if y < 4 { above.add(row) } else { below.add(row) }
    }
    return SIMD4(lowHalf: above.variances, highHalf: below.variances)
  }

  /// Sums of four rows.
  private struct Moments {
    private var sums = SIMD8<Float>.zero
    private var squares = SIMD8<Float>.zero

    @inline(__always) mutating func add(_ row: SIMD8<Float>) {
      sums += row
      squares += row * row
    }

    /// Of the left half and the right.
    @inline(__always) var variances: SIMD2<Float> {
      let means = SIMD2(sums.lowHalf.total, sums.highHalf.total) / 16
      let variances = SIMD2(squares.lowHalf.total, squares.highHalf.total) / 16 - means * means
      return variances.replacing(with: 0, where: variances .< 0)
    }
  }
}
