/// The search for an encoding with about the fewest bytes that reach a score, within a limit.
struct ScoreSearch {
  let picture: PreparedPicture
  let limit: Int
  let target: Double
  let clock: StageClock

  /// Where the usual scale takes a larger part of the limit, the limit's best is the likelier result.
  private static let largePart = 0.55
  /// How much coarser than the usual scale that part of the limit must be estimated to need, so that no trial is necessary.
  private static let clearly = 1.5

  private struct TooManyBytes: Error {}
  typealias Result = (file: WrittenFile, score: Double)
  /// Judges the decoded pixels; also gets whether more calls are likely.
  typealias Judge = (JPEGPixels, _ expectsMore: Bool) throws -> Double

  /// - Throws: `JPEGEncodingError.limitTooSmall`, or what `judge` throws.
  func run(_ judge: Judge) throws -> Result {
    let result = try reaching(judge) ?? limited(judge)
    guard missesByChroma(result) else { return result }
    let finer = ScoreSearch(picture: picture.withFullChroma, limit: limit, target: target, clock: clock)
    guard let other = try? finer.limited(judge) else { return result }
    return other.score > result.score ? other : result
  }

  /// Whether halved colour may cause a picture to miss its target. A few hard edges between strong colours are too small to show in the mean
  /// loss: then it misses by more than pictures usually do at such a scale.
  private func missesByChroma(_ result: Result) -> Bool {
    let scale = result.file.level.scale
    guard result.file.picture.shape.sampling == .half, result.score < target,
      let deficit = picture.toleratedDeficit(scale: scale)
    else { return false }
    return result.score < UsualScore.score(Elementary.log2(scale)) - deficit
  }

  /// An encoding that reaches the target, starting at the usual scale; nil where that likely exceeds the limit.
  private func reaching(_ judge: Judge) throws -> Result? {
    let (usual, bytes) = (UsualScore.scale(target), Int(Double(limit) * Self.largePart))
    let quantizer = Quantizer(picture, picture.firstSampling)
    let estimate = clock.measure(.counting) { SizeEstimate(quantizer).scale(bytes: bytes) }
    guard QuantizationLevel(scale: estimate).scale < Self.clearly * usual else { return nil }
    guard let encoding = encoding(scale: usual, atMost: bytes) else { return nil }
    return try reach(TargetSearch(target: target, first: usual), encoding, judge)
  }

  private func encoding(scale: Double, atMost bytes: Int) -> CalibratedQuantizer? {
    try? CalibratedQuantizer(picture, scale: scale, clock) { expected throws(TooManyBytes) in
      if expected > bytes { throw TooManyBytes() }
    }
  }

  /// The limit's best, or a smaller one if that is more than enough.
  private func limited(_ judge: Judge) throws -> Result {
    var search = LimitSearch(picture, limit: limit, clock)
    let best = try search.run()
    let file = best.file
    let score = try judge(DecodedPicture(file.picture).pixels, false)
    let coarser = TargetSearch(target: target, scale: file.level.scale, score: score)
    if let smaller = try reach(coarser, best.encoding, judge), smaller.file.bytes.count < file.bytes.count {
      return smaller
    }
    return (file, score)
  }

  /// - Returns: the coarsest encoding that reaches the target; nil where that exceeds the limit.
  private func reach(_ search: TargetSearch, _ encoding: CalibratedQuantizer, _ judge: Judge) throws -> Result? {
    var (search, encoding) = (search, encoding)
    var best: (trial: Trial, score: Double)?
    while let scale = search.next {
      encoding.level = QuantizationLevel(scale: scale)
      let trial = Trial(encoding)
      let score = try judge(trial.decoded, true)
      search.record(score: score)
      if score >= target { best = (trial, score) }
      // When searching for something coarser than the limit's best, everything fits.
      if !search.hasReached, bytes(of: trial, at: search.next ?? scale) > Double(limit) { return nil }
    }
    guard let best else { return nil }
    let file = best.trial.file.written()
    return file.bytes.count <= limit ? (file, best.score) : nil
  }

  /// The approximate bytes at another scale than the trial's.
  private func bytes(of trial: Trial, at scale: Double) -> Double {
    let file = trial.file
    return Double(file.countedBytes) * Elementary.pow(scale / file.level.scale, QuantizationScaleSearch.usualPower)
  }
}
