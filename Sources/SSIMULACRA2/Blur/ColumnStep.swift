/// Blurs along columns, for all columns of a row at once.
enum ColumnStep {
  /// - Parameters:
  ///   - top: the row six above the one that comes out, blurred along itself.
  ///   - bottom: the row four below it.
  ///   - states: for each four columns two times three outputs of four samples each.
  ///   - isOdd: which half of the states is the newer one; true: the second. The older is written over.
  static func step(
    _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>, states: UnsafeMutablePointer<Float>, isOdd: Bool,
    width: Int, into blurred: UnsafeMutablePointer<Float>
  ) {
    let gains = (
      slow: Float(GaussianFilter.gains.slow), middle: Float(GaussianFilter.gains.middle),
      fast: Float(GaussianFilter.gains.fast)
    )
    let turns = (slow: Float(GaussianFilter.turns.slow), middle: Float(GaussianFilter.turns.middle))
    var newer = states + (isOdd ? 12 : 0)
    var older = states + (isOdd ? 0 : 12)
    for column in stride(from: 0, to: width, by: 4) {
      let input = top.lanes(at: column) + bottom.lanes(at: column)
      let one = next(input, newer.lanes(at: 0), older.lanes(at: 0), gains.slow, turns.slow)
      let two = next(input, newer.lanes(at: 4), older.lanes(at: 4), gains.middle, turns.middle)
      let three = input.timesPlus(gains.fast, -older.lanes(at: 8))
      older.store(one, at: 0)
      older.store(two, at: 4)
      older.store(three, at: 8)
      blurred.store(one + (two + three), at: column)
      newer += 24
      older += 24
    }
  }

  @inline(__always)
  private static func next(_ input: Lanes, _ last: Lanes, _ beforeLast: Lanes, _ gain: Float, _ turn: Float) -> Lanes {
    input.timesPlus(gain, last.timesPlus(turn, -beforeLast))
  }
}
