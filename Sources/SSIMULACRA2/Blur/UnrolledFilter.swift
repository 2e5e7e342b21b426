/// The recursion of `GaussianFilter` for four outputs at once.
///
/// Of four lanes the first two are for the slow cosine and the others for the middle one. The sums are those of libjxl, which
/// says where is rounded.
struct UnrolledFilter {
  /// What two outputs in a row take from their own inputs, the first and the second.
  let own: (first: Lanes, second: Lanes)
  /// What the last two outputs take from the inputs of the first two.
  let earlier: (first: Lanes, second: Lanes)
  /// What the first two and the last two outputs take from the last output before all four.
  let last: (early: Lanes, late: Lanes)
  /// What they take from the output before that.
  let beforeLast: (early: Lanes, late: Lanes)
  let fastGain = Float(GaussianFilter.gains.fast)

  static let shared = UnrolledFilter()

  private init() {
    let (slow, middle) = (
      Cosine(gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow),
      Cosine(gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
    )
    func lanes(_ pair: (Cosine) -> (Double, Double)) -> Lanes {
      let (first, second) = (pair(slow), pair(middle))
      return Lanes(Float(first.0), Float(first.1), Float(second.0), Float(second.1))
    }
    own = (lanes { ($0.gain, $0.steps[0] * $0.gain) }, lanes { (0, $0.gain) })
    earlier = (
      lanes { ($0.steps[1] * $0.gain, $0.steps[2] * $0.gain) }, lanes { ($0.steps[0] * $0.gain, $0.steps[1] * $0.gain) }
    )
    last = (lanes { ($0.steps[0], $0.steps[1]) }, lanes { ($0.steps[2], $0.steps[3]) })
    beforeLast = (lanes { (-1, -$0.steps[0]) }, lanes { (-$0.steps[1], -$0.steps[2]) })
  }

  private struct Cosine {
    let gain: Double
    /// How much of an output is in the next one, in the one after that, and so on to the fourth.
    let steps: [Double]

    init(gain: Double, turn: Double) {
      self.gain = gain
      let square = turn * turn
      steps = [turn, square - 1, square * turn - 2 * turn, square * square - 3 * square + 1]
    }
  }
}
