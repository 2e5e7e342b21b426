/// Blurs along rows: one by one at both ends, four at once between, as libjxl does.
enum RowBlur {
  /// - Parameters:
  ///   - row: `width` samples with zeros around them, at least `RowRing.margin` on both sides.
  ///   - blurred: where `width` samples are written.
  static func blur(_ row: UnsafePointer<Float>, width: Int, into blurred: UnsafeMutablePointer<Float>) {
    var state = State()
    for position in (1 - GaussianFilter.radius)..<min(8, width) {
      let value = state.step(row[position - 6] + row[position + 4])
      if position >= 0 { blurred[position] = value }
    }
    var position = 8
    while position < width - 7 {
      blurred.store(state.fourSteps(row.lanes(at: position - 6) + row.lanes(at: position + 4)), at: position)
      position += 4
    }
    while position < width {
      blurred[position] = state.step(row[position - 6] + row[position + 4])
      position += 1
    }
  }

  /// The last two outputs of the three cosines.
  private struct State {
    /// Of the slow and the middle cosine, each twice.
    private var last = Lanes.zero
    private var beforeLast = Lanes.zero
    private var fast = (last: Float(0), beforeLast: Float(0))
    private let filter = UnrolledFilter.shared

    @inline(__always)
    mutating func step(_ input: Float) -> Float {
      let gains = filter.own.first.evenHalf
      let turns = filter.last.early.evenHalf
      let driven = input * Lanes(gains[0], gains[0], gains[1], gains[1]) - beforeLast
      let output = last.timesPlus(Lanes(turns[0], turns[0], turns[1], turns[1]), driven)
      (last, beforeLast) = (output, last)
      fast = (input * filter.fastGain - fast.beforeLast, fast.last)
      return output[0] + (output[2] + fast.last)
    }

    @inline(__always)
    mutating func fourSteps(_ input: Lanes) -> Lanes {
      let (early, late) = slowAndMiddle(input)
      let fast = fourFastSteps(input)
      return Lanes(lowHalf: early.lowHalf, highHalf: late.lowHalf)
        + (Lanes(lowHalf: early.highHalf, highHalf: late.highHalf) + fast)
    }

    /// The first two outputs and the last two.
    @inline(__always)
    private mutating func slowAndMiddle(_ input: Lanes) -> (Lanes, Lanes) {
      var early = input[0] * filter.own.first
      early = Lanes(repeating: input[1]).timesPlus(filter.own.second, early)
      early = beforeLast.timesPlus(filter.beforeLast.early, early)
      early = last.timesPlus(filter.last.early, early)
      var late = input[0] * filter.earlier.first
      late = Lanes(repeating: input[1]).timesPlus(filter.earlier.second, late)
      late = Lanes(repeating: input[2]).timesPlus(filter.own.first, late)
      late = Lanes(repeating: input[3]).timesPlus(filter.own.second, late)
      late = beforeLast.timesPlus(filter.beforeLast.late, late)
      late = last.timesPlus(filter.last.late, late)
      last = Lanes(late[1], late[1], late[3], late[3])
      beforeLast = Lanes(late[0], late[0], late[2], late[2])
      return (early, late)
    }

    /// A cosine that turns by a right angle: what comes is added, and taken away again two steps later.
    @inline(__always)
    private mutating func fourFastSteps(_ input: Lanes) -> Lanes {
      let early = input.lowHalf * filter.fastGain
      let added = Lanes(0, 0, input[2], input[3]).timesPlus(filter.fastGain, Lanes(lowHalf: early, highHalf: -early))
      let output = added + Lanes(-fast.beforeLast, -fast.last, fast.beforeLast, fast.last)
      fast = (output[3], output[2])
      return output
    }
  }
}
