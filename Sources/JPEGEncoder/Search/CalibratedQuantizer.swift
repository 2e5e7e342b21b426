/// A quantizer that has learned from samples of its picture the best scans and the prices of symbols.
struct CalibratedQuantizer {
  var quantizer: Quantizer
  var level: QuantizationLevel
  private(set) var model: SymbolModel
  /// The likely scale for the bytes that were settled for, by all samples.
  private var bestScale = 0.0
  /// The expected bytes of the whole picture, by the last sample.
  private(set) var expectedBytes = 0
  let clock: StageClock

  /// Learns at one level, with chroma as fine as is worth its bytes there.
  ///
  /// - Parameter check: gets the expected bytes after each step, and may end it.
  init<Failure: Error>(
    _ picture: PreparedPicture, scale: Double, _ clock: StageClock, check: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(Quantizer(picture, picture.firstSampling), picture.usualScript, scale: scale, clock)
    try check(expectedBytes)
    if picture.needsFullChroma(scale: level.scale) {
      let finer = clock.measure(.transform) { Quantizer(picture, .full) }
      self.init(finer, model.script, scale: scale, clock)
      try check(expectedBytes)
    }
    overshootAndLearn()
  }

  /// Learns from a sample at one level.
  ///
  /// - Parameter script: the first choice of scans.
  init(_ quantizer: Quantizer, _ script: ScanScript, scale: Double, _ clock: StageClock) {
    self.init(unlearned: quantizer, script, scale, clock)
    let sample = quantizer.sample(bytes: .max)
    // The choice of coefficients depends on what it teaches.
    let first = learn(sample)
    model.script = bestScript(first)
    _ = learn(sample)
  }

  /// Finds the approximate scale for so many bytes, and learns from a sample there.
  ///
  /// - Parameters:
  ///   - script: the first choice of scans.
  ///   - scale: the first to try.
  init(
    _ quantizer: Quantizer, _ script: ScanScript, bytes: Int, tolerance: Double, first scale: Double,
    _ clock: StageClock
  ) {
    self.init(unlearned: quantizer, script, scale, clock)
    let sample = settle(bytes: bytes, tolerance: tolerance)
    let best = bestScript(sample)
    model = clock.measure(.rates) { SymbolModel(best, learnedFrom: sample) }
  }

  private init(unlearned quantizer: Quantizer, _ script: ScanScript, _ scale: Double, _ clock: StageClock) {
    (self.quantizer, self.clock) = (quantizer, clock)
    level = QuantizationLevel(scale: scale)
    model = SymbolModel(script, componentCount: quantizer.planes.count)
  }

  /// Finds the approximate scale for so many bytes.
  ///
  /// - Returns: the sample there.
  @discardableResult mutating func settle(bytes: Int, tolerance: Double) -> QuantizedPicture {
    let sample = quantizer.sample(bytes: bytes)
    var search = QuantizationScaleSearch(limit: bytes, tolerance: tolerance, first: level.scale)
    var picture = learn(sample)
    search.record(bytes: expectedBytes)
    while let scale = search.next {
      level = QuantizationLevel(scale: scale)
      picture = learn(sample)
      search.record(bytes: expectedBytes)
    }
    bestScale = search.best
    return picture
  }

  /// How often luma is quantized to let its white and black samples go beyond.
  private static let overshootRounds = 4

  /// Lets white and black samples go beyond, where there are many edges to them.
  ///
  /// - Returns: whether there are.
  private mutating func overshoot() -> Bool {
    let blocks = clock.measure(.transform) { quantizer.planes[0].clampedEdges }
    guard !blocks.isEmpty else { return false }
    let steps = quantizer.tables(level).luma
    var part = quantizer.luma(blocks: blocks)
    for _ in 0..<Self.overshootRounds {
      let luma = clock.measure(.quantization) { part.luma(level, by: model) }
      clock.measure(.transform) { part.planes[0].overshoot(like: luma, steps: steps) }
    }
    quantizer.planes[0].replace(blocks, by: part.planes[0])
    return true
  }

  /// The same, and learns from what that changes at this level.
  mutating func overshootAndLearn() {
    if overshoot() { _ = learn(quantizer.sample(bytes: .max)) }
  }

  /// The same, and finds the approximate scale for so many bytes again; otherwise the best guess, which needs no sample. White and black
  /// go beyond as far as suits a scale: there even a little finer steps are worse.
  mutating func overshootAndSettle(bytes: Int, tolerance: Double) {
    if overshoot() { settle(bytes: bytes, tolerance: tolerance) } else { level = QuantizationLevel(scale: bestScale) }
  }

  /// Continues with samples of whole numbers, like those of decoders.
  mutating func roundSamples(of picture: PreparedPicture) {
    let transform = PictureTransform(picture.pixels, rounds: true)
    quantizer.planes = clock.measure(.transform) { transform.components(quantizer.shape) }
  }

  private mutating func learn(_ sample: Quantizer) -> QuantizedPicture {
    let picture = clock.measure(.quantization) { sample.quantized(level, by: model) }
    let bytes = clock.measure(.counting) { JPEGFile(picture, model.script).countedBytes }
    expectedBytes = Int(Double(bytes) * quantizer.size / sample.size)
    model = clock.measure(.rates) { SymbolModel(model.script, learnedFrom: picture) }
    return picture
  }

  /// The best scans of a picture: nearby levels share them, or nearly.
  private func bestScript(_ picture: QuantizedPicture) -> ScanScript {
    model.script == .sequential ? .sequential : clock.measure(.script) { ScriptChoice.best(picture.components) }
  }
}

/// A whole picture, quantized.
struct Trial {
  private let calibrated: CalibratedQuantizer
  let picture: QuantizedPicture

  /// Everything at the present level.
  init(_ calibrated: CalibratedQuantizer) {
    calibrated.clock.countTrial()
    self.init(
      calibrated,
      calibrated.clock.measure(.quantization) { calibrated.quantizer.quantized(calibrated.level, by: calibrated.model) }
    )
  }

  init(_ calibrated: CalibratedQuantizer, _ picture: QuantizedPicture) {
    (self.calibrated, self.picture) = (calibrated, picture)
  }

  var level: QuantizationLevel { calibrated.level }

  /// The same coefficients by another lambda.
  consuming func again(lambdaMultiplier: Double) -> Trial {
    var calibrated = calibrated
    // Frees its memory.
    _ = consume self
    calibrated.level.lambdaMultiplier = lambdaMultiplier
    return Trial(calibrated)
  }

  /// Its file with some rows of luma by another lambda.
  ///
  /// - Parameters:
  ///   - file: without them.
  ///   - mixture: of this trial's luma.
  ///   - changed: how many rows.
  ///   - lambdaMultiplier: of these rows relative to the others.
  func mixed(_ file: CountedFile, _ mixture: inout MixedRows, changed: Int, lambdaMultiplier: Double) -> CountedFile {
    var level = level
    level.lambdaMultiplier *= lambdaMultiplier
    let luma = calibrated.clock.measure(.quantization) {
      mixture.component(changed: changed) { calibrated.quantizer.luma(rows: $0, level, by: calibrated.model) }
    }
    return calibrated.clock.measure(.counting) {
      CountedFile(
        file: JPEGFile(picture.with(luma: luma), likeButForLuma: file.file), level: self.level, clock: calibrated.clock)
    }
  }

  /// What decoders show.
  var decoded: JPEGPixels { calibrated.clock.measure(.decoding) { DecodedPicture(picture).pixels } }

  /// Its file.
  var file: CountedFile {
    let file = calibrated.clock.measure(.counting) { JPEGFile(picture, calibrated.model.script) }
    return CountedFile(file: file, level: level, clock: calibrated.clock)
  }
}

/// A file whose bytes are counted, not written.
struct CountedFile {
  fileprivate let file: JPEGFile
  let level: QuantizationLevel
  fileprivate let clock: StageClock

  /// All bytes, without stuffing.
  var countedBytes: Int { file.countedBytes }

  func written() -> WrittenFile {
    WrittenFile(
      picture: file.picture, isProgressive: file.script != .sequential, level: level, countedBytes: countedBytes,
      bytes: clock.measure(.writing) { file.bytes })
  }
}

/// A file with its bytes.
struct WrittenFile: Sendable {
  let picture: QuantizedPicture
  let isProgressive: Bool
  let level: QuantizationLevel
  /// The expected size of the file: its bytes without stuffing.
  let countedBytes: Int
  let bytes: [UInt8]
}
