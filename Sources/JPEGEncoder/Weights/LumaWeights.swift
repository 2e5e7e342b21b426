extension BlockWeights {
  /// - Parameters:
  ///   - plane: luma.
  ///   - pyramid: of the picture.
  ///   - decoded: of what a decoder showed of an earlier encoding; nil where there is none.
  package init(
    _ plane: FrequencyPlane, _ pyramid: LumaPyramid, decoded: LumaPyramid? = nil, tuning: Tuning = Tuning()
  ) {
    var importance = [SIMD8<Float>](repeating: .zero, count: plane.shape.blockCount)
    for scale in 0..<LumaPyramid.scaleCount {
      let luma = pyramid.scales[scale]
      let sensitivity =
        decoded.map { StructuralSensitivity(luma, decoded: $0.scales[scale]) } ?? StructuralSensitivity(luma)
      Self.add(sensitivity, scale, plane.shape, tuning, to: &importance)
    }
    self.init(importance, plane, tuning)
  }

  /// The same after another look, without the finest scale: that takes most of the time, and what it cares about hardly changes.
  ///
  /// - Parameter before: the weights after the first look.
  init(_ plane: FrequencyPlane, _ picture: CoarseScales, decoded: CoarseScales, before: BlockWeights, tuning: Tuning) {
    var importance = before.importance.indices.map { block -> SIMD8<Float> in
      let slope = plane.slope(block)
      return SIMD8(before.importance[block][0] / (before.unit * slope * slope), 0, 0, 0, 0, 0, 0, 0)
    }
    for scale in 1..<LumaPyramid.scaleCount {
      let sensitivity = StructuralSensitivity(picture.luma[scale - 1], decoded: decoded.luma[scale - 1])
      Self.add(sensitivity, scale, plane.shape, tuning, to: &importance)
    }
    self.init(importance, plane, tuning)
  }

  /// - Parameter importance: of luma as it is perceived.
  private init(_ importance: [SIMD8<Float>], _ plane: FrequencyPlane, _ tuning: Tuning) {
    visibility = Visibility.ofCoefficients
    (self.importance, unit) = Self.normalized(importance, plane, floorPart: tuning.floorPart)
  }

  private static func add(
    _ sensitivity: StructuralSensitivity, _ scale: Int, _ shape: ComponentShape, _ tuning: Tuning,
    to importance: inout [SIMD8<Float>]
  ) {
    let grid = BlockGrid(blocksWide: shape.blocksWide, blocksHigh: shape.blocksHigh, scale: scale)
    let means = sensitivity.blockMeans(
      grid, mean: Float(tuning.meanWeights[scale]), fourthNorm: Float(tuning.fourthNormWeights[scale]))
    // A pixel of this scale stands for so many of the picture.
    let area = Float(1 << (2 * scale))
    for (block, mean) in means.enumerated() { importance[block][scale] = mean * area }
  }

  /// From luma as it is perceived to luma as it is coded; then with the floor, and 1 as the geometric mean of the weights of the
  /// first AC coefficient.
  private static func normalized(
    _ importance: [SIMD8<Float>], _ plane: FrequencyPlane, floorPart: Double
  ) -> (importance: [SIMD8<Float>], unit: Float) {
    var importance = importance
    let first = Visibility.ofCoefficients[1]
    var sum = 0.0
    for block in importance.indices {
      let slope = plane.slope(block)
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
    return (importance.map { $0 * scale }, scale)
  }
}

extension FrequencyPlane {
  /// How far perceptual luma rises with coded luma at the mean of a block.
  func slope(_ block: Int) -> Float {
    let mean = min(max(coefficients[64 * block] / 8 + 128, 0), 255)
    return PerceptualLuma.slope[Int(mean + 0.5)]
  }
}
