// What is learned by looking at what decoders show.
extension EncodingState {
  /// Whether it is worth its time to look at a result of so many bytes: where there are many for each pixel, it hardly differs from
  /// the picture.
  func isWorthALook(bytes: Int) -> Bool { bitsPerPixel(bytes) < picture.tuning.analysisBits }

  /// From now on errors count more where there are many.
  ///
  /// - Returns: the scales of the decoded picture.
  private mutating func learnWeights() -> CoarseScales {
    let pixels = decoded()
    let pyramid = times.measure(.pyramid) { LumaPyramid(pixels) }
    quantizer.weights = times.measure(.weights) {
      BlockWeights(picture.luma, picture.pyramid, decoded: pyramid, tuning: picture.tuning)
    }
    return pyramid.coarse
  }

  /// Looks for the first time at what becomes of the picture at the present level; with few bits for each pixel coefficients follow
  /// the gradient of the loss from now on.
  mutating func lookAtResult() {
    quantize()
    let scales = learnWeights()
    guard isCoarse else { return }
    followsGradient = true
    compensate()
    let step = step(scales)
    quantizer.planes[0] = target(step)
    moveChroma(step)
  }

  /// Looks again, and goes on with the means of both targets and of both weights: the second alone would swing. The weights of the
  /// finest scale stay as they are.
  ///
  /// - Parameter compensates: whether luma is made to make up for chroma anew, and not as it did at the look before.
  mutating func lookAgain(compensates: Bool) {
    quantize()
    let scales = coarseScales()
    let before = quantizer.weights
    quantizer.weights = times.measure(.weights) {
      BlockWeights(picture.luma, picture.pyramid.coarse, decoded: scales, before: before, tuning: picture.tuning)
        .mean(before)
    }
    if compensates { compensate() }
    let step = step(scales)
    var target = target(step)
    target.average(quantizer.planes[0])
    quantizer.planes[0] = target
    moveChroma(step)
  }

  /// Looks again at another scale, where coefficients follow the gradient: that holds near the scale at which it was found.
  ///
  /// - Returns: whether that was necessary.
  mutating func moveGradient(to scale: Double) -> Bool {
    guard followsGradient, abs(Elementary.log2(scale / level.scale)) > Self.nearScale else { return false }
    level = QuantizationLevel(scale: scale)
    lookAgain(compensates: true)
    return true
  }

  /// The logarithm to base 2 of how far scales may be from each other.
  private static let nearScale = 0.25

  /// Whether there are so few bits for each pixel that the gradient of the loss is worth its time.
  private var isCoarse: Bool {
    bitsPerPixel(expectedBytes) < picture.tuning.gradientBits && level.scale > picture.tuning.gradientScale
  }

  /// How often it pays to look again: more often where there are very few bits.
  var looksAgain: Int {
    guard followsGradient else { return 0 }
    return bitsPerPixel(expectedBytes) < picture.tuning.gradientFewBits ? Self.mostLooks : 1
  }

  /// Each gains less than the one before: a third look 0.2 points at 0.2 bits per pixel, a fourth 0.1.
  private static let mostLooks = 3

  private func bitsPerPixel(_ bytes: Int) -> Double {
    Double(bytes) * 8 / Double(picture.pixels.width * picture.pixels.height)
  }

  private mutating func step(_ decoded: CoarseScales) -> GradientStep {
    times.measure(.weights) {
      GradientStep(quantizer.weights, picture.luma, picture.pyramid.coarse, decoded: decoded, picture.tuning)
    }
  }

  private mutating func coarseScales() -> CoarseScales {
    let pixels = decoded()
    return times.measure(.pyramid) { CoarseScales(pixels) }
  }

  private mutating func compensate() {
    // Its memory is needed.
    compensated = nil
    compensated = compensatedLuma(times.measure(.decoding) { quantizer.decodedChroma })
  }

  /// Luma that makes up for chroma, moved along the gradient.
  private mutating func target(_ step: GradientStep) -> FrequencyPlane {
    times.measure(.compensation) {
      step.target(compensated ?? luma, quantizer.components[0], steps: quantizer.tables.luma)
    }
  }

  private mutating func moveChroma(_ step: GradientStep) {
    guard quantizer.shape.sampling == .half else { return }
    let chroma = times.measure(.compensation) {
      step.chromaTargets(Array(quantizer.planes.dropFirst()), step: quantizer.tables.chroma[0], level: level)
    }
    quantizer.planes = [quantizer.planes[0]] + chroma
  }
}
