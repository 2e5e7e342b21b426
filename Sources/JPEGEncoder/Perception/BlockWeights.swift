/// The perceptual weights of luma: how much a squared error in each coefficient of each block matters.
///
/// A weight is the sum of structural similarity at several scales, which counts more in smooth places, and of contrast
/// sensitivity, which counts everywhere. Each by itself only satisfies the metrics that are made of it.
package struct BlockWeights: Sendable {
  /// The parts of each block's weights; see `Visibility`.
  let parts: [SIMD4<Float>]

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    let products = parts[block] * Visibility.ofCoefficients[position]
    return (products.x + products.y) + (products.z + products.w)
  }

  /// For each coefficient the mean square root of its weight, over enough blocks.
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

  /// The weights of these rows of blocks.
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
      // From perceived luma to coded luma.
      let slope = plane.slope(block)
      let square = slope * slope
      // An error shows in a block's smooth quarter, however busy the others.
      let fine = 1 / (2 * square * variances.of(plane, block: block) + Float(tuning.fineConstant))
      return SIMD4(quarter[block], eighthPart * eighth[block], 0, finePart * fine.total / 4) * square
    }
    self.init(parts: Self.normalized(parts, tuning))
  }

  /// Adds contrast sensitivity, and makes 1 the geometric mean of the first AC coefficient's weights.
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
  /// The slope of perceptual luma over coded luma at a block's mean.
  func slope(_ block: Int) -> Float {
    let mean = min(max(coefficients[64 * block] / 8 + 128, 0), 255)
    return PerceptualLuma.slope[Int(mean + 0.5)]
  }
}

extension SIMD4<Float> {
  /// The sum of the four, always in the same order.
  @inline(__always) var total: Float { (x + y) + (z + w) }
}
