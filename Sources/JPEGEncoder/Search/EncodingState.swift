/// A picture on its way to an encoding: how it is quantized at present, and what has been learned from that.
struct EncodingState {
  let picture: PreparedPicture
  private let settings: JPEGSettings
  /// Luma before anything is corrected.
  private(set) var luma: FrequencyPlane
  var quantizer: Quantizer
  private var script: ScanScript
  /// Whether anything is known of what symbols cost.
  private var knowsSymbols = false
  var level = QuantizationLevel(scale: 1)
  var times: StageTimes
  /// How many bytes are taken, about, by the last trial.
  private(set) var expectedBytes = 0
  /// Whether coefficients follow the gradient of the loss around a decoded picture.
  var followsGradient = false
  /// Luma that makes up for chroma as it was at a look at the result.
  var compensated: FrequencyPlane?

  init(_ picture: PreparedPicture, _ settings: JPEGSettings) {
    self.picture = picture
    self.settings = settings
    luma = picture.luma
    times = picture.times
    quantizer = Quantizer(picture, settings.chroma ?? (picture.halfChroma.isEmpty ? .none : .half))
    script = settings.isProgressive ? .progressive(quantizer.planes.map { _ in .usual }) : .sequential
  }

  var pixels: JPEGPixels { picture.pixels }

  /// Goes on with finer chroma, where that is worth its bytes at this scale.
  ///
  /// - Returns: whether that is so.
  mutating func refineChroma() -> Bool {
    guard settings.chroma == nil, Double(picture.chromaLoss) > picture.tuning.largestChromaLoss * level.scale else {
      return false
    }
    quantizer = times.measure(.transform) { Quantizer(picture, .full) }
    knowsSymbols = false
    return true
  }

  /// Goes on with samples of whole numbers, as decoders will find them.
  mutating func roundSamples() {
    let transform = PictureTransform(picture.pixels, rounds: true)
    quantizer.planes = times.measure(.transform) { transform.components(quantizer.shape) }
    luma = quantizer.planes[0]
  }
}

// What is learned from a sample.
extension EncodingState {
  /// About the scale at which so many bytes are taken.
  mutating func estimateScale(bytes: Int) {
    let scale = times.measure(.counting) { SizeEstimate(quantizer).scale(bytes: bytes) }
    level = QuantizationLevel(scale: scale)
  }

  /// Finds about the scale at which so many bytes are taken.
  mutating func settleScale(bytes: Int, tolerance: Double) {
    var sample = quantizer.sample(bytes: bytes)
    var search = ScaleSearch(limit: bytes, tolerance: tolerance, first: level.scale)
    while let scale = search.next {
      level = QuantizationLevel(scale: scale)
      search.record(bytes: learnSymbols(&sample))
    }
    chooseScript(sample)
    learnRates(&sample)
    knowsSymbols = true
  }

  /// Learns what symbols cost at the present level.
  ///
  /// - Returns: about how many bytes are taken.
  mutating func learnSymbols() -> Int {
    var sample = quantizer.sample(bytes: .max)
    if !knowsSymbols {
      // The choice of coefficients depends on what is to be learned from it.
      _ = learnSymbols(&sample)
      chooseScript(sample)
      knowsSymbols = true
    }
    return learnSymbols(&sample)
  }

  /// Learns all that there is to learn at the present level, unless more bytes than these are taken.
  ///
  /// - Returns: whether about so many are enough.
  mutating func learn(atMost bytes: Int = .max) -> Bool {
    guard learnSymbols() <= bytes, !refineChroma() || learnSymbols() <= bytes else { return false }
    guard isWorthALook(bytes: expectedBytes) else { return true }
    lookAtResult()
    return learnSymbols() <= bytes
  }

  private mutating func learnSymbols(_ sample: inout Quantizer) -> Int {
    times.measure(.quantization) { sample.quantize(level) }
    let bytes = times.measure(.counting) { sample.file(script).countedBytes }
    learnRates(&sample)
    expectedBytes = Int(Double(bytes) * quantizer.size / sample.size)
    return expectedBytes
  }

  private mutating func learnRates(_ sample: inout Quantizer) {
    times.measure(.rates) { sample.learnRates(script) }
    (quantizer.rates, quantizer.hasEndOfBandRuns) = (sample.rates, sample.hasEndOfBandRuns)
  }

  /// Chooses the scans the first time: later, at levels nearby, the same are the best, or nearly.
  private mutating func chooseScript(_ sample: Quantizer) {
    guard !knowsSymbols, settings.isProgressive else { return }
    script = times.measure(.script) { ScriptChoice.best(sample.components) }
  }
}

// What becomes of the whole picture.
extension EncodingState {
  mutating func quantize() {
    times.trials += 1
    times.measure(.quantization) { quantizer.quantize(level) }
  }

  /// Quantizes chroma first, then luma that makes up for the errors of chroma; but as it is where coefficients follow the gradient,
  /// which has been found with other errors.
  mutating func quantizeCompensated() {
    guard !followsGradient else { return quantize() }
    times.trials += 1
    times.measure(.quantization) { quantizer.quantizeChroma(level) }
    quantizer.planes[0] = compensatedLuma(times.measure(.decoding) { quantizer.decodedChroma })
    times.measure(.quantization) { quantizer.quantizeLuma(level) }
  }

  /// Luma as it is, with some rows by another lambda from now on.
  mutating func mix(_ mixture: inout MixedRows, changed: Int, lambdaMultiplier: Double) {
    var changedLevel = level
    changedLevel.lambdaMultiplier *= lambdaMultiplier
    times.measure(.quantization) {
      quantizer.components[0] = mixture.component(changed: changed) { quantizer.luma(rows: $0, changedLevel) }
    }
  }

  mutating func compensatedLuma(_ chroma: DecodedChroma) -> FrequencyPlane {
    guard !chroma.planes.isEmpty, level.scale >= picture.tuning.finestCompensated else { return luma }
    return times.measure(.compensation) {
      LumaCompensation(picture.pixels, chroma: chroma, most: picture.tuning.mostCompensation)
        .luma(PictureTransform(picture.pixels), luma.shape)
    }
  }

  /// What decoders show.
  mutating func decoded() -> JPEGPixels { times.measure(.decoding) { quantizer.decoded.pixels } }

  mutating func file() -> JPEGFile { times.measure(.counting) { quantizer.file(script) } }

  mutating func encoding(_ file: JPEGFile) -> JPEGEncoding {
    let bytes = times.measure(.writing) { file.bytes }
    return JPEGEncoding(file, bytes: bytes, level: level, times: times)
  }
}
