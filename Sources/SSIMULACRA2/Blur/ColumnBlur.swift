/// Blurs along columns, for all columns of a row at once.
final class ColumnBlur {
  private let width: Int
  private let slow = Cosine(gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow)
  private let middle = Cosine(gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
  private let fastGain = Float(GaussianFilter.gains.fast)
  /// For each two columns twice three pairs: the outputs of the slow, the middle and the fast cosine, and those from before.
  private let states: UnsafeMutablePointer<Float>
  /// Which half of the states is the newer one. The older is written over.
  private var isSecondNewer = false

  init(width: Int) {
    self.width = width
    let count = (width + 1) / 2 * 12
    states = .allocate(capacity: count)
    states.initialize(repeating: 0, count: count)
  }

  deinit { states.deallocate() }

  /// Takes the next row.
  ///
  /// - Parameters:
  ///   - top: the row six above the one that comes out, blurred along itself.
  ///   - bottom: the row four below it.
  func push(top: UnsafePointer<Float>, bottom: UnsafePointer<Float>, into blurred: UnsafeMutablePointer<Float>) {
    var newer = states + (isSecondNewer ? 6 : 0)
    var older = states + (isSecondNewer ? 0 : 6)
    isSecondNewer.toggle()
    for column in stride(from: 0, to: width, by: 2) {
      let input = top.pair(at: column) + bottom.pair(at: column)
      let slow = slow.next(input, last: newer.pair(at: 0), beforeLast: older.pair(at: 0))
      let middle = middle.next(input, last: newer.pair(at: 2), beforeLast: older.pair(at: 2))
      let fast = input.timesMinus(fastGain, older.pair(at: 4))
      older.store(slow, at: 0)
      older.store(middle, at: 2)
      older.store(fast, at: 4)
      blurred.store(slow + (middle + fast), at: column)
      newer += 12
      older += 12
    }
  }

  private struct Cosine {
    private let gain: Float
    private let turn: Float

    init(gain: Double, turn: Double) { (self.gain, self.turn) = (Float(gain), Float(turn)) }

    @inline(__always)
    func next(_ input: Pair, last: Pair, beforeLast: Pair) -> Pair {
      input.timesPlus(gain, last.timesMinus(turn, beforeLast))
    }
  }
}
