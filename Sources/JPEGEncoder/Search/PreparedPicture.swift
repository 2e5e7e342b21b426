/// What does not depend on a limit: computed once for each picture.
package struct PreparedPicture: Sendable {
  let pixels: JPEGPixels
  package let luma: FrequencyPlane
  /// Of 4:2:0; empty where there is no colour.
  let halfChroma: [FrequencyPlane]
  /// What 4:2:0 loses of chroma, before any quantization.
  let chromaLoss: Float
  package let pyramid: LumaPyramid
  let weights: BlockWeights
  let times: StageTimes
  let tuning: Tuning

  package init(_ pixels: JPEGPixels, hasColor: Bool, tuning: Tuning) {
    var times = StageTimes()
    self.pixels = pixels
    let transform = PictureTransform(pixels)
    let shape = FrameShape(width: pixels.width, height: pixels.height, sampling: .half)
    let luma = times.measure(.transform) { transform.luma(shape.components[0]) }
    (halfChroma, chromaLoss) = hasColor ? times.measure(.transform) { transform.halfChroma(shape) } : ([], 0)
    let pyramid = times.measure(.pyramid) { LumaPyramid(pixels) }
    weights = times.measure(.weights) { BlockWeights(luma, pyramid, tuning: tuning) }
    self.luma = luma
    self.pyramid = pyramid
    self.times = times
    self.tuning = tuning
  }

  func shape(_ sampling: ChromaSampling) -> FrameShape {
    FrameShape(width: pixels.width, height: pixels.height, sampling: sampling)
  }

  /// The transformed components with colour sampled so.
  func planes(_ sampling: ChromaSampling) -> [FrequencyPlane] {
    switch sampling {
    case .none: [luma]
    case .half: [luma] + halfChroma
    case .full: [luma] + PictureTransform(pixels).fullChroma(shape(.full))
    }
  }
}

/// How long the stages of an encoding took.
package struct StageTimes: Sendable {
  /// The parts of an encoding.
  package enum Stage: String, CaseIterable, Sendable {
    case transform, pyramid, weights, quantization, rates, counting, script, decoding, compensation, writing
  }

  package private(set) var durations: [Stage: Duration] = [:]
  /// How often the picture was quantized.
  package var trials = 0

  mutating func measure<Result>(_ stage: Stage, _ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { durations[stage, default: .zero] += ContinuousClock.now - start }
    return body()
  }
}
