/// An encoding whose coefficients follow the gradient of the loss around a decoded picture, with the errors that it had.
struct GradientEncoding: ~Copyable {
  private let picture: PreparedPicture
  var calibrated: CalibratedQuantizer
  /// Luma before anything is corrected.
  private var luma: FrequencyPlane

  private init(_ encoding: borrowing CompensatingEncoding) {
    (picture, calibrated) = (encoding.picture, encoding.calibrated)
    luma = calibrated.quantizer.planes[0]
  }

  /// Begins to follow the gradient.
  ///
  /// - Parameters:
  ///   - quantized: a trial of the encoding.
  ///   - decoded: what decoders show of it.
  static func first(
    _ encoding: consuming CompensatingEncoding, _ quantized: QuantizedPicture, _ decoded: CoarseScales
  ) -> FirstAnalysis {
    var following = GradientEncoding(encoding)
    // Its memory is needed.
    _ = consume encoding
    let luma = following.compensated(quantized)
    let step = following.step(decoded)
    following.calibrated.quantizer.planes[0] = following.target(step, luma, quantized)
    following.moveChroma(step, quantized)
    return .following(following, luma: luma)
  }

  /// How many further passes pay: more where there are very few bits. Each gains less than the one before: a third pass 0.2 points at
  /// 0.2 bits a pixel, a fourth 0.1.
  var furtherPasses: Int {
    picture.bitsPerPixel(bytes: calibrated.expectedBytes) < picture.tuning.gradientFewBits ? 3 : 1
  }

  /// A further analysis pass. It goes on with the means of both targets and of both weights: the second alone would swing. The weights
  /// of the finest scale stay as they are.
  ///
  /// - Parameter luma: as it made up for chroma in an earlier pass; nil: it is made to do so anew.
  /// - Returns: luma as it makes up for chroma.
  mutating func analyze(luma: FrequencyPlane?) -> FrequencyPlane {
    let (quantized, scales) = calibrated.trial { CoarseScales($0) }
    reweight(scales)
    let luma = luma ?? compensated(quantized)
    let step = step(scales)
    var target = target(step, luma, quantized)
    target.average(calibrated.quantizer.planes[0])
    calibrated.quantizer.planes[0] = target
    moveChroma(step, quantized)
    return luma
  }

  /// Analyses anew at another scale: the gradient holds near the scale at which it was found.
  ///
  /// - Returns: whether that was necessary.
  mutating func move(to scale: Double) -> Bool {
    guard abs(Elementary.log2(scale / calibrated.level.scale)) > Self.nearScale else { return false }
    calibrated.level = QuantizationLevel(scale: scale)
    _ = analyze(luma: nil)
    return true
  }

  /// The logarithm to base 2 of how far scales may be from each other.
  private static let nearScale = 0.25

  private mutating func reweight(_ decoded: CoarseScales) {
    let before = calibrated.quantizer.weights
    calibrated.quantizer.weights = calibrated.clock.measure(.weights) {
      BlockWeights(
        picture.luma, picture.pyramid.coarse, decoded: decoded, before: before, tuning: picture.tuning
      ).mean(before)
    }
  }

  private func step(_ decoded: CoarseScales) -> GradientStep {
    calibrated.clock.measure(.weights) {
      GradientStep(
        calibrated.quantizer.weights, picture.luma, picture.pyramid.coarse, decoded: decoded, picture.tuning)
    }
  }

  /// Luma that makes up for chroma, moved along the gradient.
  private func target(_ step: GradientStep, _ luma: FrequencyPlane, _ quantized: QuantizedPicture) -> FrequencyPlane {
    calibrated.clock.measure(.compensation) {
      step.target(luma, quantized.components[0], steps: quantized.tables.luma)
    }
  }

  private mutating func moveChroma(_ step: GradientStep, _ quantized: QuantizedPicture) {
    guard quantized.shape.sampling == .half else { return }
    let planes = calibrated.quantizer.planes
    calibrated.quantizer.planes = calibrated.clock.measure(.compensation) {
      [planes[0]]
        + step.chromaTargets(Array(planes[1...]), step: quantized.tables.chroma[0], level: calibrated.level)
    }
  }

  private func compensated(_ quantized: QuantizedPicture) -> FrequencyPlane {
    let chroma = calibrated.clock.measure(.decoding) { DecodedChroma(quantized) }
    return picture.compensated(luma, for: chroma, calibrated.level, calibrated.clock)
  }

  /// Goes on with samples of whole numbers.
  mutating func roundSamples() {
    calibrated.roundSamples(of: picture)
    luma = calibrated.quantizer.planes[0]
  }
}

extension PreparedPicture {
  /// Luma that makes up for what chroma does to it at this level; as it is where nothing can.
  func compensated(
    _ luma: FrequencyPlane, for chroma: DecodedChroma, _ level: QuantizationLevel, _ clock: StageClock
  ) -> FrequencyPlane {
    guard !chroma.planes.isEmpty, level.scale >= tuning.finestCompensated else { return luma }
    return clock.measure(.compensation) {
      LumaCompensation(pixels, chroma: chroma, most: tuning.mostCompensation)
        .luma(PictureTransform(pixels), luma.shape)
    }
  }
}
