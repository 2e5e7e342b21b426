/// The search for the best encoding of a picture under a limit.
struct EncodingSearch {
  private let picture: PreparedPicture
  private let limit: Int
  private let isProgressive: Bool
  private var quantizer: Quantizer
  private var level: QuantizationLevel
  private var script: ScanScript
  private var times: StageTimes
  /// What stuffing adds, as part of the counted bytes: typical, until a file has been written.
  private var stuffing = 0.003

  init(_ picture: PreparedPicture, limit: Int, sampling: ChromaSampling, isProgressive: Bool) {
    self.picture = picture
    self.limit = limit
    self.isProgressive = isProgressive
    times = picture.times
    quantizer = Quantizer(picture.shape(sampling), picture.planes(sampling), picture.weights)
    level = QuantizationLevel(scale: 1)
    script = isProgressive ? .progressive(quantizer.planes.map { _ in ACDivision() }) : .sequential
  }

  /// - Throws: `JPEGEncodingError.limitTooSmall`.
  mutating func run() throws(JPEGEncodingError) -> JPEGEncoding {
    level.scale = times.measure(.counting) { SizeEstimate(quantizer).scale(bytes: limit) }
    settleScale(tolerance: 0.06)
    lookAtResult()
    settleScale(tolerance: 0.03)
    return try fit()
  }

  /// Finds about the scale; learns what symbols cost, and in which scans they are cheapest.
  private mutating func settleScale(tolerance: Double) {
    var search = ScaleSearch(limit: limit, tolerance: tolerance, first: level.scale)
    var isScriptChosen = false
    while let scale = search.next {
      level.scale = scale
      let bytes = quantize().countedBytes
      times.measure(.rates) { quantizer.learnRates() }
      search.record(bytes: Int(Double(bytes) * (1 + stuffing)))
      if isProgressive, !isScriptChosen, abs(Double(bytes) / Double(limit) - 1) < 0.3 {
        script = times.measure(.script) { ScriptChoice.best(quantizer.components) }
        isScriptChosen = true
      }
    }
  }

  private mutating func quantize() -> JPEGFile {
    times.trials += 1
    times.measure(.quantization) { quantizer.quantize(level) }
    return times.measure(.counting) { JPEGFile(quantizer.shape, quantizer.tables, quantizer.components, script) }
  }

  /// Decodes what there is; from now on luma makes up for chroma, and errors count more where there are many.
  private mutating func lookAtResult() {
    let decoded = times.measure(.decoding) {
      DecodedPicture(quantizer.shape, quantizer.tables, quantizer.components)
    }
    let plane =
      decoded.chroma.isEmpty
      ? picture.luma
      : times.measure(.compensation) {
        LumaCompensation(picture.pixels, decoded: decoded).luma(PictureTransform(picture.pixels))
      }
    let pixels = times.measure(.decoding) { decoded.pixels }
    let pyramid = times.measure(.pyramid) { LumaPyramid(pixels) }
    let weights = times.measure(.weights) { BlockWeights(plane, picture.pyramid, decoded: pyramid) }
    quantizer.replaceLuma(plane, weights)
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
