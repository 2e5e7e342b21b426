/// Blurs along columns, for all columns of a row at once.
final class ColumnBlur {
  private let width: Int
  private let slow = Cosine(gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow)
  private let middle = Cosine(gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
  private let fastGain = Float(GaussianFilter.gains.fast)
  /// For each four columns twice three vectors: the outputs of the slow, the middle and the fast cosine, and those from before.
  private let states: UnsafeMutablePointer<Float>
  /// Which half of the states is the newer one. The older is written over.
  private var isSecondNewer = false

  init(width: Int) {
    self.width = width
    let count = (width + 3) / 4 * 24
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
    var newer = states + (isSecondNewer ? 12 : 0)
    var older = states + (isSecondNewer ? 0 : 12)
    isSecondNewer.toggle()
    for column in stride(from: 0, to: width, by: 4) {
      let input = top.lanes(at: column) + bottom.lanes(at: column)
      let slow = slow.next(input, last: newer.lanes(at: 0), beforeLast: older.lanes(at: 0))
      let middle = middle.next(input, last: newer.lanes(at: 4), beforeLast: older.lanes(at: 4))
      let fast = input.timesMinus(fastGain, older.lanes(at: 8))
      older.store(slow, at: 0)
      older.store(middle, at: 4)
      older.store(fast, at: 8)
      blurred.store(slow + (middle + fast), at: column)
      newer += 24
      older += 24
    }
  }

  private struct Cosine {
    private let gain: Float
    private let turn: Float

    init(gain: Double, turn: Double) { (self.gain, self.turn) = (Float(gain), Float(turn)) }

    @inline(__always)
    func next(_ input: Lanes, last: Lanes, beforeLast: Lanes) -> Lanes {
      input.timesPlus(gain, last.timesMinus(turn, beforeLast))
    }
  }
}
