/// The search for the best encoding of a picture under a limit.
struct EncodingSearch {
  private let picture: PreparedPicture
  private let limit: Int
  private let settings: JPEGSettings
  private var quantizer: Quantizer
  private var level: QuantizationLevel
  private var script: ScanScript
  private var times: StageTimes
  /// Of the last trial.
  private var countedBytes = 0
  /// What stuffing adds, as part of the counted bytes: typical, until a file has been written.
  private var stuffing = 0.003

  init(_ picture: PreparedPicture, limit: Int, settings: JPEGSettings) {
    self.picture = picture
    self.limit = limit
    self.settings = settings
    times = picture.times
    quantizer = Quantizer(picture, settings.chroma ?? (picture.halfChroma.isEmpty ? .none : .half))
    level = QuantizationLevel(scale: 1)
    script = settings.isProgressive ? .progressive(quantizer.planes.map { _ in ACDivision() }) : .sequential
  }

  /// - Throws: `JPEGEncodingError.limitTooSmall`.
  mutating func run() throws(JPEGEncodingError) -> JPEGEncoding {
    let first = times.measure(.counting) { SizeEstimate(quantizer).scale(bytes: limit) }
    level = QuantizationLevel(scale: first)
    settleScale(tolerance: 0.06)
    if needsFullChroma {
      quantizer = times.measure(.transform) { Quantizer(picture, .full) }
      settleScale(tolerance: 0.06)
    }
    lookAtResult()
    settleScale(tolerance: 0.03)
    if isCoarse {
      lookAgain()
      settleScale(tolerance: 0.03)
    }
    do {
      return withFinestSamples(try fit())
    } catch {
      // Beyond what bits that count more can do, everything is made as coarse as it gets.
      level = QuantizationLevel(scale: QuantizationLevel.scales.upperBound)
      return try fit()
    }
  }

  /// Where all steps are 1 and there is still room: whole samples take more bytes, but decoders find them again, while others are
  /// rounded twice. Which of both is nearer to the picture is measured.
  private mutating func withFinestSamples(_ encoding: JPEGEncoding) -> JPEGEncoding {
    guard level.scale == QuantizationLevel.scales.lowerBound, encoding.bytes.count < limit / 100 * 99 else {
      return encoding
    }
    let transform = PictureTransform(picture.pixels, rounds: true)
    quantizer.replacePlanes(times.measure(.transform) { transform.components(quantizer.shape) })
    guard let other = try? fit() else { return encoding }
    let errors = [encoding, other].map { $0.decoded().squaredError(picture.pixels) }
    return errors[1] < errors[0] ? other : encoding
  }

  /// The encoding at a scale of quantization, whatever it takes.
  mutating func run(scale: Double) -> JPEGEncoding {
    level = QuantizationLevel(scale: scale)
    if needsFullChroma { quantizer = times.measure(.transform) { Quantizer(picture, .full) } }
    learn()
    lookAtResult()
    learn()
    if isCoarse {
      lookAgain()
      learn()
    }
    let file = quantize()
    let bytes = times.measure(.writing) { file.bytes }
    return JPEGEncoding(file, bytes: bytes, level: level, times: times)
  }

  /// Quantizes to learn what symbols cost, and in which scans they are cheapest.
  private mutating func learn() {
    _ = quantize()
    chooseScript()
    learnRates()
  }

  private mutating func learnRates() { times.measure(.rates) { quantizer.learnRates(script) } }

  private mutating func chooseScript() {
    guard settings.isProgressive else { return }
    script = times.measure(.script) { ScriptChoice.best(quantizer.components) }
  }

  private var needsFullChroma: Bool {
    settings.chroma == nil && Double(picture.chromaLoss) > picture.tuning.largestChromaLoss * level.scale
  }

  /// Finds about the scale; learns what symbols cost, and in which scans they are cheapest.
  private mutating func settleScale(tolerance: Double) {
    var search = ScaleSearch(limit: limit, tolerance: tolerance, first: level.scale)
    var isScriptChosen = false
    while let scale = search.next {
      level = QuantizationLevel(scale: scale)
      let bytes = quantize().countedBytes
      search.record(bytes: Int(Double(bytes) * (1 + stuffing)))
      if !isScriptChosen, abs(Double(bytes) / Double(limit) - 1) < 0.3 {
        chooseScript()
        isScriptChosen = true
      }
      learnRates()
    }
  }

  private mutating func quantize() -> JPEGFile {
    times.trials += 1
    times.measure(.quantization) { quantizer.quantize(level) }
    let file = times.measure(.counting) {
      JPEGFile(quantizer.shape, quantizer.tables, quantizer.components, script)
    }
    countedBytes = file.countedBytes
    return file
  }

  /// Whether there are so few bits for each pixel that the gradient of the loss is followed.
  private var isCoarse: Bool {
    Double(countedBytes) * 8 < picture.tuning.gradientBits * Double(picture.pixels.width * picture.pixels.height)
  }

  /// Decodes what there is; from now on luma makes up for chroma, and errors count more where there are many.
  private mutating func lookAtResult() {
    let decoded = decode()
    let (weights, step) = weights(decoded)
    let luma = compensated(decoded)
    guard let step else { return quantizer.replaceLuma(luma, weights) }
    quantizer.replaceLuma(target(step, luma), weights)
    moveChroma(step)
  }

  /// Decodes again, and goes on with the mean of both targets: the second alone would swing.
  private mutating func lookAgain() {
    let decoded = decode()
    let pixels = times.measure(.decoding) { decoded.pixels }
    let scales = times.measure(.pyramid) { CoarseScales(pixels) }
    let step = step(quantizer.weights, scales)
    let luma = target(step, compensated(decoded)).mean(quantizer.planes[0])
    quantizer.replaceLuma(luma, quantizer.weights)
    moveChroma(step)
  }

  private mutating func decode() -> DecodedPicture {
    times.measure(.decoding) { DecodedPicture(quantizer.shape, quantizer.tables, quantizer.components) }
  }

  /// A function of its own, so that its pyramid is gone before there is other luma.
  private mutating func weights(_ decoded: DecodedPicture) -> (weights: BlockWeights, step: GradientStep?) {
    let pixels = times.measure(.decoding) { decoded.pixels }
    let pyramid = times.measure(.pyramid) { LumaPyramid(pixels) }
    let weights = times.measure(.weights) {
      BlockWeights(picture.luma, picture.pyramid, decoded: pyramid, tuning: picture.tuning)
    }
    return (weights, isCoarse ? step(weights, pyramid.coarse) : nil)
  }

  private mutating func step(_ weights: BlockWeights, _ decoded: CoarseScales) -> GradientStep {
    times.measure(.weights) {
      GradientStep(weights, picture.luma, picture.pyramid.coarse, decoded: decoded, picture.tuning)
    }
  }

  /// Luma that makes up for chroma as it was decoded, where that is coarse.
  private mutating func compensated(_ decoded: DecodedPicture) -> FrequencyPlane {
    guard !decoded.chroma.isEmpty, level.scale >= picture.tuning.finestCompensated else { return picture.luma }
    return times.measure(.compensation) {
      LumaCompensation(picture.pixels, decoded: decoded, most: picture.tuning.mostCompensation)
        .luma(PictureTransform(picture.pixels))
    }
  }

  private mutating func target(_ step: GradientStep, _ luma: FrequencyPlane) -> FrequencyPlane {
    times.measure(.compensation) { step.target(luma, quantizer.components[0], steps: quantizer.tables.luma) }
  }

  private mutating func moveChroma(_ step: GradientStep) {
    guard quantizer.shape.sampling == .half else { return }
    let chroma = times.measure(.compensation) {
      step.chromaTargets(Array(quantizer.planes.dropFirst()), step: quantizer.tables.chroma[0], level: level)
    }
    quantizer.replacePlanes([quantizer.planes[0]] + chroma)
  }

  /// Uses the limit up.
  private mutating func fit() throws(JPEGEncodingError) -> JPEGEncoding {
    var search = PressureSearch(limit: limit)
    var best: (file: JPEGFile, bytes: [UInt8], level: QuantizationLevel)?
    var smallest = Int.max
    while let pressure = search.next {
      level.pressure = pressure
      let file = quantize()
      var size = Int(Double(file.countedBytes) * (1 + stuffing))
      if size <= limit, size > best?.bytes.count ?? 0 {
        let bytes = times.measure(.writing) { file.bytes }
        stuffing = Double(bytes.count) / Double(file.countedBytes) - 1
        size = bytes.count
        if size <= limit { best = (file, bytes, level) }
      }
      smallest = min(smallest, size)
      search.record(bytes: size)
    }
    guard let best else { throw .limitTooSmall(limit, smallest: smallest) }
    return JPEGEncoding(best.file, bytes: best.bytes, level: best.level, times: times)
  }
}
