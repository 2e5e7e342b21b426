/// Moves the luma that is aimed at, so that errors go where the picture gains from them.
///
/// Weights are a model: they expect each error to do harm in proportion to its square, wherever those of its neighbours lie and
/// whether it adds or takes detail. How the loss really changes around a decoded picture is known. The target is moved to where
/// the model's slope is the real one, as Newton's method would; only part of the way, and never far, since both hold nearby only.
package struct GradientStep {
  private let weights: BlockWeights
  /// What the loss rises by with each coefficient.
  private let gradient: FrequencyPlane
  private let tuning: Tuning
  private let light: (picture: LightPlanes, decoded: LightPlanes)
  /// The finest scale takes most of the time and counts least.
  private static let scales = 1..<LumaPyramid.scaleCount

  /// - Parameters:
  ///   - luma: of the picture, for the brightness of its blocks.
  ///   - picture: its scales.
  ///   - decoded: those of what a decoder showed.
  package init(
    _ weights: BlockWeights, _ luma: FrequencyPlane, _ picture: CoarseScales, decoded: CoarseScales, _ tuning: Tuning
  ) {
    self.weights = weights
    self.tuning = tuning
    light = (picture.coarsest, decoded.coarsest)
    let maps = Self.scales.map { scale in
      DissimilarityGradient(picture.luma[scale - 1], decoded: decoded.luma[scale - 1]).plane(
        mean: Float(tuning.meanWeights[scale]), fourthNorm: Float(tuning.fourthNormWeights[scale]))
    }
    gradient = Self.gradient(luma, maps)
  }

  /// The derivative by coded luma: a pixel of a scale is the mean of those that it covers, and answers to each with its part.
  private static func gradient(_ luma: FrequencyPlane, _ maps: [Plane]) -> FrequencyPlane {
    let shape = luma.shape
    let width = shape.blocksWide * 8
    return FrequencyPlane(shape, stripWidth: width) { blockRow, strip in
      for line in 0..<8 {
        strip.withRange(line * width..<(line + 1) * width) { row in
          row.update(repeating: 0)
          let y = min(8 * blockRow + line, shape.height - 1)
          for (scale, map) in zip(scales, maps) { add(map, scale, y, to: &row, shape.width) }
          for column in 0..<shape.blocksWide {
            let slope = luma.slope(blockRow * shape.blocksWide + column)
            row.store(row.vector(at: 8 * column) * slope, at: 8 * column)
          }
        }
      }
    }
  }

  private static func add(
    _ map: Plane, _ scale: Int, _ y: Int, to row: inout MutableSpan<Float>, _ width: Int
  ) {
    let source = map.samples.span.extracting(map.range(ofRow: y >> scale))
    precondition(row.count >= width && width <= source.count << scale, "the scale is that of the map")
    for x in 0..<width { unsafe row[unchecked: x] += source[unchecked: x >> scale] }
  }

  /// The moved targets of Cb and Cr.
  package func chromaTargets(_ planes: [FrequencyPlane], step: UInt8, level: QuantizationLevel) -> [FrequencyPlane] {
    let perStep = level.lumaLambda(tuning) / level.chromaLambda(tuning)
    let weight = perStep / (Float(step) * Float(step) * weights.unit * Float(tuning.chromaPart))
    return ChromaStep(light.picture, decoded: light.decoded, tuning).targets(planes, step: step, weight: weight)
  }

  /// The moved target.
  ///
  /// - Parameters:
  ///   - plane: what was aimed at so far.
  ///   - component: what was decoded, quantized by `steps`.
  package func target(
    _ plane: consuming FrequencyPlane, _ component: QuantizedComponent, steps: [UInt8]
  ) -> FrequencyPlane {
    let limits = steps.enumerated().map { Float($1) * Float($0 == 0 ? tuning.gradientLimitDC : tuning.gradientLimit) }
    let count = plane.shape.blockCount
    var decoded = [Float](repeating: 0, count: 64)
    plane.withCoefficients { coefficients in
      for block in 0..<count {
        decoded.withSpan { component.dequantize(block, steps, into: &$0) { $0 } }
        coefficients.withRange(FrequencyPlane.range(ofBlock: block)) { move(&$0, block, decoded.span, limits.span) }
      }
    }
    return plane
  }

  @inline(__always) private func move(
    _ target: inout MutableSpan<Float>, _ block: Int, _ decoded: Span<Float>, _ limits: Span<Float>
  ) {
    let scaleWeights = weights.scaleWeights[block]
    let groupVisibility = Visibility.ofGroups
    let visibility = groupVisibility.span
    let gradient = gradient.coefficients.span.extracting(FrequencyPlane.range(ofBlock: block))
    let (part, half) = (Float(tuning.gradientPart), 0.5 * weights.unit)
    for group in 0..<8 {
      let weight = Visibility.weights(scaleWeights, visibility, group)
      let finest = visibility[LumaPyramid.scaleCount * group] * scaleWeights[0]
      // What the scales see whose gradient is known.
      let seen = weight - (finest + scaleWeights[5])
      let aim = target.vector(at: 8 * group)
      let expected = seen * (decoded.vector(at: 8 * group) - aim)
      let real = gradient.vector(at: 8 * group) * half
      let limit = limits.vector(at: 8 * group)
      let way = part * (expected - real) / weight
      let shift = way.replacing(with: limit, where: way .> limit).replacing(with: 0 - limit, where: way .< 0 - limit)
      target.store(aim + shift, at: 8 * group)
    }
  }
}

/// Moves the Cb and Cr that are aimed at, block by block, so that large areas keep their hue.
///
/// SSIMULACRA2 counts heavily how blue differs from luma at 1:16, structure and new edges, where a pixel is a block of halved
/// chroma. Its derivative by the block's DC coefficients is known around a decoded picture, and their targets follow it a little.
package struct ChromaStep {
  private let decoded: LightPlanes
  /// What the loss rises by with the channel, for each pixel at 1:16.
  private let gradient: Plane
  private let tuning: Tuning
  /// What SSIMULACRA2 counts of B - Y at 1:16: of the mean of structural dissimilarity, and of the 4-norm of new edges.
  private static let (structure, edges): (Float, Float) = (95.1, 171.3)

  package init(_ picture: LightPlanes, decoded: LightPlanes, _ tuning: Tuning) {
    self.decoded = decoded
    self.tuning = tuning
    let (first, second) = (picture.blueYellow, decoded.blueYellow)
    let structure = DissimilarityGradient(first, decoded: second).plane(
      mean: Self.structure, fourthNorm: 0)
    let edges = EdgeGradient(first, decoded: second).plane(fourthNorm: Self.edges)
    gradient = Plane(width: first.width, height: first.height) { y, row in
      let range = structure.range(ofRow: y)
      mapVectors(structure.samples.span.extracting(range), edges.samples.span.extracting(range), into: &row) { $0 + $1 }
    }
  }

  /// The moved targets of Cb and Cr.
  ///
  /// - Parameters:
  ///   - planes: what was aimed at so far, one sample for two by two pixels.
  ///   - weight: what the square of a DC coefficient's error counts, in units of the loss.
  package func targets(_ planes: [FrequencyPlane], step: UInt8, weight: Float) -> [FrequencyPlane] {
    let limit = Float(tuning.chromaLimit) * Float(step)
    let slopes = decoded.blueYellowSlopes
    return zip(planes, [slopes.cb, slopes.cr]).map { plane, slopes in
      var coefficients = plane.coefficients
      for block in 0..<plane.shape.blockCount {
        let (row, column) = block.quotientAndRemainder(dividingBy: plane.shape.blocksWide)
        let place = min(row, gradient.height - 1) * gradient.stride + min(column, gradient.width - 1)
        // A coefficient changes 64 samples by an eighth, and each those of four pixels.
        let slope = 32 * gradient.samples[place] * slopes[place]
        coefficients[64 * block] -= min(max(slope / (2 * weight), -limit), limit)
      }
      return FrequencyPlane(plane.shape, coefficients: coefficients)
    }
  }
}
