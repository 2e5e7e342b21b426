/// A picture's perceptual luma at 1:4 and 1:8, where structural similarity counts most (`StructuralWeights`).
///
/// Both come from the transform's coefficients: a block's first is its mean, and the lowest few separate its quarters.
package struct CoarseLuma: Sendable {
  /// Four pixels for each block.
  package let quarter: Plane
  /// One pixel for each block.
  package let eighth: Plane

  package init(_ luma: FrequencyPlane) {
    let shape = luma.shape
    let coefficients = luma.coefficients.span
    eighth = Plane(width: shape.blocksWide, height: shape.blocksHigh) { y, row in
      for x in 0..<shape.blocksWide {
        row[x] = PerceptualLuma.luma(coefficients[64 * (y * shape.blocksWide + x)] / 8 + 128)
      }
    }
    quarter = Plane(width: 2 * shape.blocksWide, height: 2 * shape.blocksHigh) { rows in
      let stride = Plane.range(ofRow: 0, width: 2 * shape.blocksWide).count
      for block in 0..<shape.blockCount {
        let (row, column) = block.quotientAndRemainder(dividingBy: shape.blocksWide)
        let means = Self.quarters(coefficients.extracting(FrequencyPlane.range(ofBlock: block)))
        let place = 2 * row * stride + 2 * column
        for (offset, mean) in zip([0, 1, stride, stride + 1], [means.x, means.y, means.z, means.w]) {
          rows[place + offset] = PerceptualLuma.luma(mean + 128)
        }
      }
    }
  }

  /// The mean of four samples of the cosine of frequency 1; that of 3 is -0.351 of it, and that of even ones 0. Higher odd ones are
  /// left out.
  private static let (first, third): (Float, Float) = (0.320_364_43, -0.112_497_03)

  /// The means of a block's quarters: left and right above, then below.
  ///
  /// - Parameter block: its coefficients in zigzag order.
  @inline(__always) static func quarters(_ block: Span<Float>) -> SIMD4<Float> {
    let mean = block[0] / 8
    let across = (first * block[1] + third * block[6]) * half
    let down = (first * block[2] + third * block[9]) * half
    let diagonal = first * first * block[4] + first * third * (block[11] + block[13]) + third * third * block[24]
    return SIMD4(
      mean + across + down + diagonal, mean - across + down - diagonal, mean + across - down - diagonal,
      mean - across - down + diagonal)
  }

  /// The factor there of a coefficient with frequency 0 in one direction.
  private static let half: Float = 0.353_553_39
}
