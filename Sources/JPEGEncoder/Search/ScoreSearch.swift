/// The search for an encoding of about as few bytes as reach a score, and never of more than a limit.
struct ScoreSearch {
  let initial: EncodingState
  let limit: Int
  let target: Double
  /// Judges what decoders will show; told whether others are likely to follow.
  let judge: (JPEGPixels, _ expectsMore: Bool) throws -> Double

  /// Where the usual scale takes more of the limit than this, the limit's best is the likelier result.
  private static let largePart = 0.55
  /// How much coarser than the usual scale that part of the limit must be estimated to need, so that nothing has to be tried.
  private static let clearly = 1.5

  typealias Result = (encoding: JPEGEncoding, score: Double)

  /// - Throws: `JPEGEncodingError.limitTooSmall`, or what `judge` throws.
  func run() throws -> Result {
    try reaching() ?? limited()
  }

  /// What reaches the target, beginning where that is usual; nil where that takes more than the limit, or is likely to.
  private func reaching() throws -> Result? {
    let (usual, bytes) = (UsualScore.scale(target), Int(Double(limit) * Self.largePart))
    var state = initial
    state.estimateScale(bytes: bytes)
    guard state.level.scale < Self.clearly * usual else { return nil }
    state.level = QuantizationLevel(scale: usual)
    guard state.learn(atMost: bytes) else { return nil }
    return try reach(TargetSearch(target: target, first: usual), &state)
  }

  /// The limit's best, or less where that is more than enough.
  private func limited() throws -> Result {
    var search = LimitSearch(initial, limit: limit)
    let encoding = try search.run()
    let score = try judge(encoding.decoded(), false)
    var state = search.state
    let coarser = TargetSearch(target: target, scale: encoding.quantizationScale, score: score)
    let smaller = try reach(coarser, &state)
    if let smaller, smaller.encoding.bytes.count < encoding.bytes.count { return smaller }
    return (encoding, score)
  }

  /// About how many bytes would be taken at another scale than the present one.
  private func bytes(of state: inout EncodingState, at scale: Double) -> Double {
    Double(state.file().countedBytes) * Elementary.pow(scale / state.level.scale, ScaleSearch.usualPower)
  }

  /// - Returns: the coarsest encoding that reaches the target; nil where none does within the limit.
  private func reach(_ search: TargetSearch, _ state: inout EncodingState) throws -> Result? {
    var search = search
    var best: (state: EncodingState, score: Double)?
    var hasMoved = false
    while let scale = search.next {
      if !hasMoved, state.moveGradient(to: scale) {
        // What was scored before says little now.
        search = TargetSearch(target: target, first: scale)
        hasMoved = true
      }
      state.level = QuantizationLevel(scale: scale)
      state.quantizeCompensated()
      let score = try judge(state.decoded(), true)
      search.record(score: score)
      if score >= target { best = (state, score) }
      if best == nil, bytes(of: &state, at: search.next ?? scale) > Double(limit) { return nil }
    }
    guard var best else { return nil }
    let encoding = best.state.encoding(best.state.file())
    return encoding.bytes.count <= limit ? (encoding, best.score) : nil
  }
}
