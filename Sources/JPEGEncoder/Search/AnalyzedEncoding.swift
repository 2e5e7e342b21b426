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
    return GradientEncoding.first(encoding, trial.picture, pyramid.coarse)
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
