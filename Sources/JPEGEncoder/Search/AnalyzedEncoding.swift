/// An encoding of which the whole picture may be quantized: analysed, or with so many bytes that it need not be.
enum AnalyzedEncoding: ~Copyable {
  case compensating(CompensatingEncoding)
  case following(GradientEncoding)

  init(_ analysis: consuming FirstAnalysis) {
    switch consume analysis {
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
    var analyzed = AnalyzedEncoding(encoding.analyzed())
    analyzed.calibrated.relearn()
    try check(analyzed.calibrated.expectedBytes)
    self = analyzed
  }

  var calibrated: CalibratedQuantizer {
    get {
      switch self {
      case .compensating(let encoding): encoding.calibrated
      case .following(let encoding): encoding.calibrated
      }
    }
    set {
      switch consume self {
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
    switch consume self {
    case .compensating(let encoding):
      self = .compensating(encoding)
      return false
    case .following(var encoding):
      let hasMoved = encoding.move(to: scale)
      self = .following(encoding)
      return hasMoved
    }
  }

  /// Goes on with samples of whole numbers, as decoders will find them.
  mutating func roundSamples() {
    switch consume self {
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
struct CompensatingEncoding: ~Copyable {
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
  consuming func analyzed() -> FirstAnalysis {
    let (quantized, pyramid) = calibrated.trial { LumaPyramid($0) }
    let scales = reweight(consume pyramid)
    return followsGradient ? GradientEncoding.first(self, quantized, scales) : .reweighted(self)
  }

  /// Lets errors count more where there are many.
  ///
  /// - Parameter shown: what decoders show.
  /// - Returns: the scales that are needed further.
  private mutating func reweight(_ shown: consuming LumaPyramid) -> CoarseScales {
    calibrated.quantizer.weights = calibrated.clock.measure(.weights) {
      BlockWeights(picture.luma, picture.pyramid, decoded: shown, tuning: picture.tuning)
    }
    return shown.coarse
  }

  /// Whether there are so few bits for each pixel that the gradient of the loss is worth its time.
  private var followsGradient: Bool {
    picture.bitsPerPixel(bytes: calibrated.expectedBytes) < picture.tuning.gradientBits
      && calibrated.level.scale > picture.tuning.gradientScale
  }
}

/// What the first analysis pass leads to.
enum FirstAnalysis: ~Copyable {
  /// Errors count more where there are many.
  case reweighted(CompensatingEncoding)
  /// Coefficients follow the gradient besides. `luma` made up for chroma in that pass.
  case following(GradientEncoding, luma: FrequencyPlane)
}
