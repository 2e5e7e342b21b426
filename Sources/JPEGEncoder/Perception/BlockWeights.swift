/// The perceptual weights of luma: how much a squared error in each coefficient of each block matters.
///
/// The weight of a coefficient is the sum, over the scales of `LumaPyramid`, of the block's weight at that scale times the part of
/// the coefficient's energy that is visible there.
package struct BlockWeights: Sendable {
  /// For each block its weight at each scale: five numbers; the sixth is what is added to all coefficients.
  let scaleWeights: [SIMD8<Float>]
  /// How visible each coefficient is at each scale, in zigzag order; the sixth number is 1.
  let visibility: [SIMD8<Float>]
  /// What the weights have been multiplied by, so that they are around 1.
  let unit: Float

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    (scaleWeights[block] * visibility[position]).total
  }

  /// Calls `body` for each block, and for each eight of its coefficients in zigzag order with their weights.
  @inline(__always) func forEachGroup(_ body: (_ group: Int, SIMD8<Float>) -> Void) {
    let groupVisibility = Visibility.ofGroups
    let visibility = groupVisibility.span
    for weights in scaleWeights {
      for group in 0..<8 { body(group, Visibility.weights(weights, visibility, group)) }
    }
  }

  /// Those of these rows of blocks.
  func rows(_ rows: [Int], blocksWide: Int) -> BlockWeights {
    BlockWeights(
      scaleWeights: rows.flatMap { scaleWeights[$0 * blocksWide..<($0 + 1) * blocksWide] }, visibility: visibility,
      unit: unit)
  }

  /// The means of these weights and others of the same blocks.
  func mean(_ other: BlockWeights) -> BlockWeights {
    let scaleWeights = zip(scaleWeights, other.scaleWeights).map { ($0 + $1) * 0.5 }
    return BlockWeights(scaleWeights: scaleWeights, visibility: visibility, unit: (unit + other.unit) * 0.5)
  }
}

extension BlockWeights {
  /// - Parameters:
  ///   - plane: luma.
  ///   - pyramid: of the picture.
  ///   - decoded: of what a decoder showed of an earlier encoding; nil where there is none.
  package init(
    _ plane: FrequencyPlane, _ pyramid: LumaPyramid, decoded: LumaPyramid? = nil, tuning: Tuning = Tuning()
  ) {
    var scaleWeights = [SIMD8<Float>](repeating: .zero, count: plane.shape.blockCount)
    for scale in 0..<LumaPyramid.scaleCount {
      let luma = pyramid.scales[scale]
      let structural =
        decoded.map { StructuralWeights(luma, decoded: $0.scales[scale]) } ?? StructuralWeights(luma)
      Self.add(structural, scale, plane.shape, tuning, to: &scaleWeights)
    }
    self.init(scaleWeights, plane, tuning)
  }

  /// The same after another analysis pass, without the finest scale: that takes most of the time, and its weights hardly change.
  ///
  /// - Parameter before: the weights after the first pass.
  init(_ plane: FrequencyPlane, _ picture: CoarseScales, decoded: CoarseScales, before: BlockWeights, tuning: Tuning) {
    var scaleWeights = before.scaleWeights.indices.map { block -> SIMD8<Float> in
      let slope = plane.slope(block)
      return SIMD8(before.scaleWeights[block][0] / (before.unit * slope * slope), 0, 0, 0, 0, 0, 0, 0)
    }
    for scale in 1..<LumaPyramid.scaleCount {
      let structural = StructuralWeights(picture.luma[scale - 1], decoded: decoded.luma[scale - 1])
      Self.add(structural, scale, plane.shape, tuning, to: &scaleWeights)
    }
    self.init(scaleWeights, plane, tuning)
  }

  /// - Parameter scaleWeights: of luma as it is perceived.
  private init(_ scaleWeights: [SIMD8<Float>], _ plane: FrequencyPlane, _ tuning: Tuning) {
    visibility = Visibility.ofCoefficients
    (self.scaleWeights, unit) = Self.normalized(scaleWeights, plane, floorPart: tuning.floorPart)
  }

  private static func add(
    _ structural: StructuralWeights, _ scale: Int, _ shape: ComponentShape, _ tuning: Tuning,
    to scaleWeights: inout [SIMD8<Float>]
  ) {
    let grid = BlockGrid(blocksWide: shape.blocksWide, blocksHigh: shape.blocksHigh, scale: scale)
    let means = structural.blockMeans(
      grid, mean: Float(tuning.meanWeights[scale]), fourthNorm: Float(tuning.fourthNormWeights[scale]))
    // A pixel of this scale stands for so many of the picture.
    let area = Float(1 << (2 * scale))
    for (block, mean) in means.enumerated() { scaleWeights[block][scale] = mean * area }
  }

  /// From luma as it is perceived to luma as it is coded; then with the floor, and 1 as the geometric mean of the weights of the
  /// first AC coefficient.
  private static func normalized(
    _ scaleWeights: [SIMD8<Float>], _ plane: FrequencyPlane, floorPart: Double
  ) -> (scaleWeights: [SIMD8<Float>], unit: Float) {
    var scaleWeights = scaleWeights
    let first = Visibility.ofCoefficients[1]
    var sum = 0.0
    for block in scaleWeights.indices {
      let slope = plane.slope(block)
      scaleWeights[block] *= slope * slope
      sum += Double((scaleWeights[block] * first).total)
    }
    let floor = Float(floorPart * sum / Double(scaleWeights.count))
    var logarithms = 0.0
    for block in scaleWeights.indices {
      scaleWeights[block][5] = floor
      logarithms += Elementary.log2(Double((scaleWeights[block] * first).total))
    }
    let scale = Float(1 / Elementary.exp2(logarithms / Double(scaleWeights.count)))
    return (scaleWeights.map { $0 * scale }, scale)
  }
}

extension FrequencyPlane {
  /// How far perceptual luma rises with coded luma at the mean of a block.
  func slope(_ block: Int) -> Float {
    let mean = min(max(coefficients[64 * block] / 8 + 128, 0), 255)
    return PerceptualLuma.slope[Int(mean + 0.5)]
  }
}

/// How visible an error in one coefficient is at each scale of a pyramid: the energy by which it changes local variance.
enum Visibility {
  /// For each coefficient in zigzag order and each scale: the energy of its basis function after halving, less that of its local
  /// mean, to which structural similarity's variance does not count. The sixth number is 1.
  static let ofCoefficients: [SIMD8<Float>] = {
    let energies = (0..<8).map { frequency in (0..<LumaPyramid.scaleCount).map { energy(frequency, scale: $0) } }
    return ZigZag.rowOrder.map { place in
      var visibility = SIMD8<Float>(0, 0, 0, 0, 0, 1, 0, 0)
      for scale in 0..<LumaPyramid.scaleCount {
        let (u, v) = (energies[place % 8][scale], energies[place / 8][scale])
        visibility[scale] = u.whole * v.whole - u.blurred * v.blurred
      }
      return visibility
    }
  }()

  /// The same for eight coefficients after each other: for each eight, a vector for each scale.
  static let ofGroups: [SIMD8<Float>] = (0..<8).flatMap { group in
    (0..<LumaPyramid.scaleCount).map { scale in SIMD8((0..<8).map { ofCoefficients[8 * group + $0][scale] }) }
  }

  /// The weights of eight coefficients: those of their block at each scale, times how visible they are there, and what is added to
  /// all.
  ///
  /// - Parameters:
  ///   - visibility: `ofGroups`.
  ///   - group: which eight, 0 to 7.
  @inline(__always) static func weights(
    _ scaleWeights: SIMD8<Float>, _ visibility: Span<SIMD8<Float>>, _ group: Int
  ) -> SIMD8<Float> {
    precondition(group >= 0 && group < 8 && visibility.count == 8 * LumaPyramid.scaleCount, "there are eight groups")
    var weights = SIMD8<Float>(repeating: scaleWeights[5])
    for scale in 0..<LumaPyramid.scaleCount {
      weights += unsafe visibility[unchecked: LumaPyramid.scaleCount &* group &+ scale] * scaleWeights[scale]
    }
    return weights
  }

  /// The energy of a one-dimensional basis function, and of its blur, after so many halvings.
  private static func energy(_ frequency: Int, scale: Int) -> (whole: Float, blurred: Float) {
    var samples = Array(BlockTransform().basis.numbers[8 * frequency..<8 * (frequency + 1)])
    for _ in 0..<scale {
      // Beyond the block there is nothing: at the last scale it is half a pixel.
      if samples.count == 1 { samples.append(0) }
      samples = stride(from: 0, to: samples.count, by: 2).map { (samples[$0] + samples[$0 + 1]) / 2 }
    }
    let blurred = (-5..<samples.count + 5).map { x in
      zip(0..., samples).reduce(Float(0)) { sum, sample in
        let distance = abs(sample.0 - x)
        return distance > 5 ? sum : sum + sample.1 * GaussianBlur.window[distance]
      }
    }
    return (samples.reduce(0) { $0 + $1 * $1 }, blurred.reduce(0) { $0 + $1 * $1 })
  }
}
