/// The perceptual weights of luma: how much a squared error in each coefficient of each block matters.
///
/// A weight is the sum of what structural similarity sees at several scales, more in smooth places than in busy ones, and of what
/// contrast sensitivity sees everywhere. Either alone pleases the judges of pictures that are made of it and displeases others.
package struct BlockWeights: Sendable {
  /// Of what the weights of each block consist; see `Visibility`.
  let parts: [SIMD4<Float>]

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    let products = parts[block] * Visibility.ofCoefficients[position]
    return (products.x + products.y) + (products.z + products.w)
  }

  /// For each coefficient the mean of its weight's square root, over enough blocks for a mean.
  var meanRoots: [Double] {
    let sample = BlockSample(of: parts.count)
    let groupVisibility = Visibility.ofGroups
    let visibility = groupVisibility.span
    var sums = [SIMD8<Double>](repeating: .zero, count: 8)
    for block in sample.places {
      for group in 0..<8 {
        sums[group] += SIMD8<Double>(Visibility.weights(parts[block], visibility, group).squareRoot())
      }
    }
    return sums.flatMap { sum in (0..<8).map { sum[$0] / Double(sample.count) } }
  }

  /// Those of these rows of blocks.
  func rows(_ rows: [Int], blocksWide: Int) -> BlockWeights {
    BlockWeights(parts: rows.flatMap { parts[$0 * blocksWide..<($0 + 1) * blocksWide] })
  }
}

extension BlockWeights {
  /// - Parameter plane: luma.
  package init(_ plane: FrequencyPlane, _ tuning: Tuning = Tuning()) {
    let luma = CoarseLuma(plane)
    let quarter = StructuralWeights(luma.quarter).blockMeans(side: 2)
    let eighth = StructuralWeights(luma.eighth).blockMeans(side: 1)
    let (eighthPart, finePart) = (Float(tuning.eighthPart), Float(tuning.finePart))
    var variances = QuarterVariances()
    let parts = quarter.indices.map { block -> SIMD4<Float> in
      // From luma as it is perceived to luma as it is coded.
      let slope = plane.slope(block)
      let square = slope * slope
      // An error shows in a block's smooth quarter, however busy the others are.
      let fine = 1 / (2 * square * variances.of(plane, block: block) + Float(tuning.fineConstant))
      return SIMD4(quarter[block], eighthPart * eighth[block], 0, finePart * fine.total / 4) * square
    }
    self.init(parts: Self.normalized(parts, tuning))
  }

  /// With what contrast sensitivity counts, and 1 as the geometric mean of the weights of the first AC coefficient.
  private static func normalized(_ parts: [SIMD4<Float>], _ tuning: Tuning) -> [SIMD4<Float>] {
    let first = Visibility.ofCoefficients[1]
    let structural = parts.reduce(0.0) { $0 + Double($1.x * first.x) } / Double(parts.count)
    let contrast = SIMD4(0, 0, Float(tuning.contrastPart * structural), 0)
    let logarithms = parts.reduce(0.0) { $0 + Elementary.log2(Double((($1 + contrast) * first).total)) }
    let scale = Float(1 / Elementary.exp2(logarithms / Double(parts.count)))
    return parts.map { ($0 + contrast) * scale }
  }
}

extension FrequencyPlane {
  /// How far perceptual luma rises with coded luma at the mean of a block.
  func slope(_ block: Int) -> Float {
    let mean = min(max(coefficients[64 * block] / 8 + 128, 0), 255)
    return PerceptualLuma.slope[Int(mean + 0.5)]
  }
}

extension SIMD4<Float> {
  /// The sum of the four, in an order that is always the same.
  @inline(__always) var total: Float { (x + y) + (z + w) }
}
