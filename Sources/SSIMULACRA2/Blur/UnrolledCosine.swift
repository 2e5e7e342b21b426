/// One cosine of `GaussianFilter` along two rows, for one position or for four at once.
///
/// The sums are those of libjxl, which says where is rounded.
struct UnrolledCosine {
  private let gain: Float
  private let turn: Float
  /// What the next outputs take from an input.
  private let laterGains: (next: Float, second: Float, third: Float)
  /// How much of an output is in the second, third and fourth after it; in the next it is `turn`.
  private let laterTurns: (second: Float, third: Float, fourth: Float)
  /// The last two outputs.
  private var last = Lanes.zero
  private var beforeLast = Lanes.zero

  init(gain: Double, turn: Double) {
    let square = turn * turn
    let turns = (second: square - 1, third: square * turn - 2 * turn, fourth: square * square - 3 * square + 1)
    self.gain = Float(gain)
    self.turn = Float(turn)
    laterGains = (Float(turn * gain), Float(turns.second * gain), Float(turns.third * gain))
    laterTurns = (Float(turns.second), Float(turns.third), Float(turns.fourth))
  }

  @inline(__always)
  mutating func step(_ input: Lanes) -> Lanes {
    (last, beforeLast) = (last.timesPlus(turn, input * gain - beforeLast), last)
    return last
  }

  @inline(__always)
  mutating func fourSteps(_ input: (Lanes, Lanes, Lanes, Lanes)) -> (Lanes, Lanes, Lanes, Lanes) {
    let first = last.timesPlus(turn, input.0 * gain - beforeLast)

    var second = input.1.timesPlus(gain, input.0 * laterGains.next)
    second = beforeLast.timesPlus(-turn, second)
    second = last.timesPlus(laterTurns.second, second)

    var third = input.1.timesPlus(laterGains.next, input.0 * laterGains.second)
    third = input.2.timesPlus(gain, third)
    third = beforeLast.timesPlus(-laterTurns.second, third)
    third = last.timesPlus(laterTurns.third, third)

    var fourth = input.1.timesPlus(laterGains.second, input.0 * laterGains.third)
    fourth = input.2.timesPlus(laterGains.next, fourth)
    fourth = input.3.timesPlus(gain, fourth)
    fourth = beforeLast.timesPlus(-laterTurns.third, fourth)
    fourth = last.timesPlus(laterTurns.fourth, fourth)

    (last, beforeLast) = (fourth, third)
    return (first, second, third, fourth)
  }
}
