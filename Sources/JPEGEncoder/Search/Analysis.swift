/// An encoding whose luma makes up, in each trial, for what that trial's chroma does to it.
struct CompensatingEncoding {
  let picture: PreparedPicture
  var calibrated: CalibratedQuantizer

  init(_ picture: PreparedPicture, _ calibrated: CalibratedQuantizer) {
    (self.picture, self.calibrated) = (picture, calibrated)
  }

  /// Quantizes chroma first, then luma that makes up for its errors.
  func trial() -> Trial {
    let (clock, level, model) = (calibrated.clock, calibrated.level, calibrated.model)
    clock.countTrial()
    var quantizer = calibrated.quantizer
    let chroma = clock.measure(.quantization) { quantizer.chroma(level, by: model) }
    let decoded = clock.measure(.decoding) {
      DecodedChroma(quantizer.shape, chroma, steps: quantizer.tables(level).chroma)
    }
    quantizer.planes[0] = picture.compensated(quantizer.planes[0], for: decoded, level, clock)
    let luma = clock.measure(.quantization) { quantizer.luma(level, by: model) }
    var compensated = calibrated
    compensated.quantizer = quantizer
    return Trial(compensated, quantizer.picture(level, luma: luma, chroma: chroma))
  }

  /// The first analysis pass: from now on weights know where errors are, and with few bits for each pixel coefficients follow the
  /// gradient of the loss.
  func analyzed() -> FirstAnalysis {
    let trial = Trial(calibrated)
    let shown = trial.decoded
    let clock = calibrated.clock
    let pyramid = clock.measure(.pyramid) { LumaPyramid(shown) }
    var encoding = self
    encoding.calibrated.quantizer.weights = clock.measure(.weights) {
      BlockWeights(picture.luma, picture.pyramid, decoded: pyramid, tuning: picture.tuning)
    }
    guard followsGradient else { return .reweighted(encoding) }
    var following = GradientEncoding(encoding)
    let luma = following.follow(trial.picture, pyramid.coarse, luma: nil)
    return .following(following, luma: luma)
  }

  /// Whether there are so few bits for each pixel that the gradient of the loss is worth its time.
  private var followsGradient: Bool {
    picture.bitsPerPixel(bytes: calibrated.expectedBytes) < picture.tuning.gradientBits
      && calibrated.level.scale > picture.tuning.gradientScale
  }
}

/// What the first analysis pass leads to.
enum FirstAnalysis {
  /// Errors count more where there are many.
  case reweighted(CompensatingEncoding)
  /// Coefficients follow the gradient besides. `luma` made up for chroma in that pass.
  case following(GradientEncoding, luma: FrequencyPlane)
}

/// An encoding whose coefficients follow the gradient of the loss around a decoded picture, with the errors that it had.
struct GradientEncoding {
  private let picture: PreparedPicture
  var calibrated: CalibratedQuantizer
  /// Luma before anything is corrected.
  private var luma: FrequencyPlane

  fileprivate init(_ encoding: CompensatingEncoding) {
    (picture, calibrated) = (encoding.picture, encoding.calibrated)
    luma = calibrated.quantizer.planes[0]
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
    let trial = Trial(calibrated)
    let shown = trial.decoded
    let scales = calibrated.clock.measure(.pyramid) { CoarseScales(shown) }
    let before = (weights: calibrated.quantizer.weights, target: calibrated.quantizer.planes[0])
    calibrated.quantizer.weights = calibrated.clock.measure(.weights) {
      BlockWeights(
        picture.luma, picture.pyramid.coarse, decoded: scales, before: before.weights, tuning: picture.tuning
      ).mean(before.weights)
    }
    let luma = follow(trial.picture, scales, luma: luma)
    calibrated.quantizer.planes[0].average(before.target)
    return luma
  }

  /// Analyses anew at another scale: the gradient holds near the scale at which it was found.
  ///
  /// - Returns: whether that was necessary.
  fileprivate mutating func move(to scale: Double) -> Bool {
    guard abs(Elementary.log2(scale / calibrated.level.scale)) > Self.nearScale else { return false }
    calibrated.level = QuantizationLevel(scale: scale)
    _ = analyze(luma: nil)
    return true
  }

  /// The logarithm to base 2 of how far scales may be from each other.
  private static let nearScale = 0.25

  /// Moves the coefficients that are aimed at along the gradient.
  ///
  /// - Parameters:
  ///   - quantized: the present trial.
  ///   - decoded: what decoders show of it.
  fileprivate mutating func follow(
    _ quantized: QuantizedPicture, _ decoded: CoarseScales, luma: FrequencyPlane?
  ) -> FrequencyPlane {
    let (clock, level, tables) = (calibrated.clock, calibrated.level, quantized.tables)
    let luma = luma ?? compensated(quantized)
    let step = clock.measure(.weights) {
      GradientStep(
        calibrated.quantizer.weights, picture.luma, picture.pyramid.coarse, decoded: decoded, picture.tuning)
    }
    var planes = calibrated.quantizer.planes
    clock.measure(.compensation) {
      planes[0] = step.target(luma, quantized.components[0], steps: tables.luma)
      guard quantized.shape.sampling == .half else { return }
      planes[1...] = step.chromaTargets(Array(planes[1...]), step: tables.chroma[0], level: level)[...]
    }
    calibrated.quantizer.planes = planes
    return luma
  }

  private func compensated(_ quantized: QuantizedPicture) -> FrequencyPlane {
    let chroma = calibrated.clock.measure(.decoding) { DecodedChroma(quantized) }
    return picture.compensated(luma, for: chroma, calibrated.level, calibrated.clock)
  }

  /// Goes on with samples of whole numbers.
  fileprivate mutating func roundSamples() {
    calibrated.roundSamples(of: picture)
    luma = calibrated.quantizer.planes[0]
  }
}

/// An encoding of which the whole picture may be quantized: analysed, or with so many bytes that it need not be.
enum AnalyzedEncoding {
  case compensating(CompensatingEncoding)
  case following(GradientEncoding)

  init(_ analysis: FirstAnalysis) {
    switch analysis {
    case .reweighted(let encoding): self = .compensating(encoding)
    case .following(let encoding, _): self = .following(encoding)
    }
  }

  /// At a scale, with all that there is to learn there.
  ///
  /// - Parameter check: is told after each step how many bytes are expected, and may end it.
  init<Failure: Error>(
    _ picture: PreparedPicture, scale: Double, _ clock: StageClock, check: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let quantizer = Quantizer(picture, picture.firstSampling)
    var calibrated = CalibratedQuantizer(quantizer, picture.usualScript, scale: scale, clock)
    try check(calibrated.expectedBytes)
    if picture.needsFullChroma(scale: calibrated.level.scale) {
      let finer = clock.measure(.transform) { Quantizer(picture, .full) }
      calibrated = CalibratedQuantizer(finer, calibrated.model.script, scale: scale, clock)
      try check(calibrated.expectedBytes)
    }
    let encoding = CompensatingEncoding(picture, calibrated)
    guard picture.isWorthAnalysis(bytes: calibrated.expectedBytes) else {
      self = .compensating(encoding)
      return
    }
    self.init(encoding.analyzed())
    self.calibrated.relearn()
    try check(self.calibrated.expectedBytes)
  }

  var calibrated: CalibratedQuantizer {
    get {
      switch self {
      case .compensating(let encoding): encoding.calibrated
      case .following(let encoding): encoding.calibrated
      }
    }
    set {
      switch self {
      case .compensating(var encoding):
        encoding.calibrated = newValue
        self = .compensating(encoding)
      case .following(var encoding):
        encoding.calibrated = newValue
        self = .following(encoding)
      }
    }
  }

  func trial() -> Trial {
    switch self {
    case .compensating(let encoding): encoding.trial()
    case .following(let encoding): Trial(encoding.calibrated)
    }
  }

  /// Lets coefficients follow the gradient at another scale, where they follow it at all.
  ///
  /// - Returns: whether anything had to change.
  mutating func moveGradient(to scale: Double) -> Bool {
    guard case .following(var encoding) = self, encoding.move(to: scale) else { return false }
    self = .following(encoding)
    return true
  }

  /// Goes on with samples of whole numbers, as decoders will find them.
  mutating func roundSamples() {
    switch self {
    case .compensating(var encoding):
      encoding.calibrated.roundSamples(of: encoding.picture)
      self = .compensating(encoding)
    case .following(var encoding):
      encoding.roundSamples()
      self = .following(encoding)
    }
  }
}

extension CalibratedQuantizer {
  fileprivate mutating func roundSamples(of picture: PreparedPicture) {
    let transform = PictureTransform(picture.pixels, rounds: true)
    quantizer.planes = clock.measure(.transform) { transform.components(quantizer.shape) }
  }
}

extension PreparedPicture {
  /// Luma that makes up for what chroma does to it at this level; as it is where nothing can.
  fileprivate func compensated(
    _ luma: FrequencyPlane, for chroma: DecodedChroma, _ level: QuantizationLevel, _ clock: StageClock
  ) -> FrequencyPlane {
    guard !chroma.planes.isEmpty, level.scale >= tuning.finestCompensated else { return luma }
    return clock.measure(.compensation) {
      LumaCompensation(pixels, chroma: chroma, most: tuning.mostCompensation)
        .luma(PictureTransform(pixels), luma.shape)
    }
  }
}
