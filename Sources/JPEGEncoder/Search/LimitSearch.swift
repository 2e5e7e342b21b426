/// The search for the best encoding of a picture under a limit.
struct LimitSearch {
  private let picture: PreparedPicture
  private let limit: Int
  private let clock: StageClock
  /// How near to the limit the scale gets, as part of it; lambda does the rest.
  private static let tolerance = 0.03
  /// How often the scale moves after a trial of the whole.
  private static let mostMoves = 4
  /// From this part of the limit on, a written file is good enough.
  private static let wellUsed = 0.997
  /// Stuffing as part of the counted bytes: typical, until a file was written.
  private var stuffing = 0.003

  init(_ picture: PreparedPicture, limit: Int, _ clock: StageClock) {
    (self.picture, self.limit, self.clock) = (picture, limit, clock)
  }

  /// The best file, and the encoding that it came from.
  struct Result {
    let file: WrittenFile
    let encoding: CalibratedQuantizer
  }

  /// - Throws: `JPEGEncodingError.limitTooSmall`.
  mutating func run() throws(JPEGEncodingError) -> Result {
    var encoding = calibrated()
    let file = try best(&encoding)
    return Result(file: file, encoding: encoding)
  }

  private mutating func best(_ encoding: inout CalibratedQuantizer) throws(JPEGEncodingError) -> WrittenFile {
    do {
      let file = try fit(settled(&encoding, within: 1 - Self.tolerance...1 + Self.tolerance))
      return withFinestSamples(withFinerSteps(file, &encoding), &encoding)
    } catch {
      // When a higher lambda cannot help any more, everything becomes as coarse as possible.
      encoding.level = QuantizationLevel(scale: QuantizationLevel.scales.upperBound)
      return try fit(Trial(encoding))
    }
  }

  /// The prices of symbols near the limit, with chroma as fine as is worth its bytes.
  private func calibrated() -> CalibratedQuantizer {
    let quantizer = Quantizer(picture, picture.firstSampling)
    let scale = clock.measure(.counting) { SizeEstimate(quantizer).scale(bytes: limit) }
    var calibrated = CalibratedQuantizer(
      quantizer, picture.usualScript, bytes: countedLimit, tolerance: Self.tolerance, first: scale, clock)
    if picture.needsFullChroma(scale: calibrated.level.scale) {
      calibrated = CalibratedQuantizer(
        clock.measure(.transform) { Quantizer(picture, .full) }, calibrated.model.script, bytes: countedLimit,
        tolerance: Self.tolerance, first: calibrated.level.scale, clock)
    }
    calibrated.overshootAndSettle(bytes: countedLimit, tolerance: Self.tolerance)
    return calibrated
  }

  /// The limit without stuffing.
  private var countedLimit: Int { Int(min(Double(limit) / (1 + stuffing), 1e15)) }
}

// Uses up the limit.
extension LimitSearch {
  /// A trial of the whole picture near the limit. The sampled rows may mislead: then the scale is moved.
  ///
  /// - Parameter parts: the wanted bytes of the trial, as parts of the limit.
  private func settled(_ encoding: inout CalibratedQuantizer, within parts: ClosedRange<Double>) -> Trial {
    var trial = Trial(encoding)
    for _ in 0..<Self.mostMoves {
      let part = Double(stuffed(trial.file)) / Double(limit)
      guard !parts.contains(part) else { break }
      let aim = (parts.lowerBound + parts.upperBound) / 2
      let factor = Elementary.pow(part / aim, -1 / QuantizationScaleSearch.usualPower)
      let level = QuantizationLevel(scale: encoding.level.scale * factor)
      guard level != encoding.level else { break }
      encoding.level = level
      trial = Trial(encoding)
    }
    return trial
  }

  /// Where steps are a few units, making one a unit finer costs some percent more, which a lower lambda cannot balance. Then a trial
  /// that is slightly too large is made to fit.
  private mutating func withFinerSteps(_ file: WrittenFile, _ encoding: inout CalibratedQuantizer) -> WrittenFile {
    guard Double(file.bytes.count) < Self.wellUsed * Double(limit),
      file.level.scale > QuantizationLevel.scales.lowerBound,
      let other = try? fit(settled(&encoding, within: 1...1 + Self.tolerance))
    else { return file }
    return other.bytes.count > file.bytes.count ? other : file
  }

  private mutating func fit(_ first: consuming Trial) throws(JPEGEncodingError) -> WrittenFile {
    var search = LambdaSearch(limit: limit)
    var trial = first
    var best: WrittenFile?
    var smallest = Int.max
    while true {
      let file = trial.file
      var size = stuffed(file)
      if let fitting = fitRows(trial, file, bytes: size, &search) { return fitting }
      if size <= limit, size > best?.bytes.count ?? 0 {
        let written = write(file)
        size = written.bytes.count
        if size <= limit { best = written }
      }
      smallest = min(smallest, size)
      search.record(bytes: size)
      guard let multiplier = search.next else { break }
      trial = trial.again(lambdaMultiplier: multiplier)
    }
    guard let best else { throw .limitTooSmall(limit, smallest: smallest) }
    return best
  }

  /// Uses up the limit with only some rows, where that is enough.
  ///
  /// - Parameter lambda: learns from a trial of all rows.
  private mutating func fitRows(
    _ trial: Trial, _ whole: CountedFile, bytes: Int, _ lambda: inout LambdaSearch
  ) -> WrittenFile? {
    let luma = trial.picture.components[0]
    let count = luma.shape.blocksHigh
    guard var search = RowSearch(limit: limit, rows: count, bytes: bytes, power: lambda.power) else { return nil }
    var mixture = MixedRows(luma)
    while let rows = search.next {
      let file = trial.mixed(whole, &mixture, changed: rows, lambdaMultiplier: search.lambdaMultiplier)
      var size = stuffed(file)
      if LambdaSearch.isGood(size, limit: limit) {
        let written = write(file)
        size = written.bytes.count
        if size <= limit, Double(size) >= Self.wellUsed * Double(limit) { return written }
      }
      if rows == count { lambda.learn(search.lambdaMultiplier, bytes: size, before: bytes) }
      search.record(bytes: size)
    }
    return nil
  }

  /// A file's bytes, with stuffing.
  private func stuffed(_ file: CountedFile) -> Int { Int(Double(file.countedBytes) * (1 + stuffing)) }

  /// A written file, which teaches the rate of stuffing.
  private mutating func write(_ file: CountedFile) -> WrittenFile {
    let written = file.written()
    stuffing = Double(written.bytes.count) / Double(written.countedBytes) - 1
    return written
  }

  /// Where all steps are 1 and there is still room: whole samples take more bytes, but decoders restore them exactly, while
  /// others are rounded twice. Which is nearer to the picture is measured.
  private mutating func withFinestSamples(_ file: WrittenFile, _ encoding: inout CalibratedQuantizer) -> WrittenFile {
    guard file.level.scale == QuantizationLevel.scales.lowerBound, file.bytes.count < limit / 100 * 99 else {
      return file
    }
    encoding.roundSamples(of: picture)
    guard let other = try? fit(Trial(encoding)) else { return file }
    let errors = [file, other].map { DecodedPicture($0.picture).pixels.squaredError(picture.pixels) }
    return errors[1] < errors[0] ? other : file
  }
}
