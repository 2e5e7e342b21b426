/// One cosine of `GaussianFilter` along two rows, for one position or for four at once.
///
/// The sums are those of libjxl, which says where is rounded.
struct UnrolledCosine {
  private let gain: Double
  private let turn: Double
  /// What the next outputs take from an input.
  private let laterGains: (next: Double, second: Double, third: Double)
  /// How much of an output is in the second, third and fourth after it; in the next it is `turn`.
  private let laterTurns: (second: Double, third: Double, fourth: Double)
  /// The last two outputs.
  private var last = WidePair.zero
  private var beforeLast = WidePair.zero

  init(gain: Double, turn: Double) {
    let square = turn * turn
    let turns = (second: square - 1, third: square * turn - 2 * turn, fourth: square * square - 3 * square + 1)
    self.gain = gain.roundedToSingle
    self.turn = turn.roundedToSingle
    laterGains = (
      (turn * gain).roundedToSingle, (turns.second * gain).roundedToSingle, (turns.third * gain).roundedToSingle
    )
    laterTurns = (turns.second.roundedToSingle, turns.third.roundedToSingle, turns.fourth.roundedToSingle)
  }

  @inline(__always)
  mutating func step(_ input: WidePair) -> Pair {
    let driven = ((input * gain).roundedToSingle - beforeLast).roundedToSingle
    (last, beforeLast) = ((last * turn + driven).roundedToSingle, last)
    return Pair(last)
  }

  @inline(__always)
  mutating func fourSteps(_ input: (WidePair, WidePair, WidePair, WidePair)) -> (Pair, Pair, Pair, Pair) {
    var first = ((input.0 * gain).roundedToSingle - beforeLast).roundedToSingle
    first = (last * turn + first).roundedToSingle

    var second = (input.0 * laterGains.next).roundedToSingle
    second = (input.1 * gain + second).roundedToSingle
    second = (beforeLast * -turn + second).roundedToSingle
    second = (last * laterTurns.second + second).roundedToSingle

    var third = (input.0 * laterGains.second).roundedToSingle
    third = (input.1 * laterGains.next + third).roundedToSingle
    third = (input.2 * gain + third).roundedToSingle
    third = (beforeLast * -laterTurns.second + third).roundedToSingle
    third = (last * laterTurns.third + third).roundedToSingle

    var fourth = (input.0 * laterGains.third).roundedToSingle
    fourth = (input.1 * laterGains.second + fourth).roundedToSingle
    fourth = (input.2 * laterGains.next + fourth).roundedToSingle
    fourth = (input.3 * gain + fourth).roundedToSingle
    fourth = (beforeLast * -laterTurns.third + fourth).roundedToSingle
    fourth = (last * laterTurns.fourth + fourth).roundedToSingle

    (last, beforeLast) = (fourth, third)
    return (Pair(first), Pair(second), Pair(third), Pair(fourth))
  }
}
