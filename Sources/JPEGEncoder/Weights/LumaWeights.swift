extension BlockWeights {
  /// What SSIMULACRA2 counts of luma's structural dissimilarity at each scale, mean and 4-norm.
  ///
  /// At 1:4 and 1:8 those of the means are the metric's own. The others stand for what it measures beside that, and were fitted
  /// (see the article "How it works").
  private static let meanWeights: [Float] = [8, 7, 225, 176, 0]
  private static let fourthNormWeights: [Float] = [3.75, 3.35, 60, 80, 80]
  /// What is added to all coefficients alike, as part of the mean weight of the first: for ringing and blur, which structural
  /// similarity hardly sees. Fitted.
  private static let floorPart = 0.012

  /// - Parameters:
  ///   - plane: luma.
  ///   - pyramid: of the picture.
  ///   - decoded: of what a decoder showed of an earlier encoding; nil where there is none.
  package init(_ plane: FrequencyPlane, _ pyramid: LumaPyramid, decoded: LumaPyramid? = nil) {
    visibility = Visibility.ofCoefficients
    var importance = [SIMD8<Float>](repeating: .zero, count: plane.shape.blockCount)
    for scale in 0..<LumaPyramid.scaleCount {
      let luma = pyramid.scales[scale]
      let sensitivity =
        decoded.map { StructuralSensitivity(luma, decoded: $0.scales[scale]) } ?? StructuralSensitivity(luma)
      let grid = BlockGrid(blocksWide: plane.shape.blocksWide, blocksHigh: plane.shape.blocksHigh, scale: scale)
      let means = sensitivity.blockMeans(
        grid, mean: Self.meanWeights[scale], fourthNorm: Self.fourthNormWeights[scale])
      // A pixel of this scale stands for so many of the picture.
      let area = Float(1 << (2 * scale))
      for (block, mean) in means.enumerated() { importance[block][scale] = mean * area }
    }
    self.importance = Self.normalized(importance, plane)
  }

  /// From luma as it is perceived to luma as it is coded; then with the floor, and 1 as the geometric mean of the weights of the
  /// first AC coefficient.
  private static func normalized(_ importance: [SIMD8<Float>], _ plane: FrequencyPlane) -> [SIMD8<Float>] {
    var importance = importance
    let first = Visibility.ofCoefficients[1]
    var sum = 0.0
    for block in importance.indices {
      let mean = min(max(plane.coefficients[64 * block] / 8 + 128, 0), 255)
      let slope = PerceptualLuma.slope[Int(mean + 0.5)]
      importance[block] *= slope * slope
      sum += Double((importance[block] * first).total)
    }
    let floor = Float(floorPart * sum / Double(importance.count))
    var logarithms = 0.0
    for block in importance.indices {
      importance[block][5] = floor
      logarithms += Elementary.log2(Double((importance[block] * first).total))
    }
    let scale = Float(1 / Elementary.exp2(logarithms / Double(importance.count)))
    return importance.map { $0 * scale }
  }
}
