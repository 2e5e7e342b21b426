/// Blurs along rows.
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
    var slow = (last: Float(0), beforeLast: Float(0))
    var middle = (last: Float(0), beforeLast: Float(0))
    var fast = (last: Float(0), beforeLast: Float(0))
    let first = GaussianFilter.slow
    let second = GaussianFilter.middle
    let fastGain = GaussianFilter.fastGain

    @inline(__always)
    mutating func step(_ input: Float) -> Float {
      let before = Lanes(slow.beforeLast, middle.beforeLast, fast.beforeLast, 0)
      let gains = Lanes(first.gain, second.gain, fastGain, 0)
      let turned = Lanes(slow.last, middle.last, 0, 0)
      let output = turned.timesPlus(Lanes(first.turn, second.turn, 0, 0), input * gains - before)
      slow = (output[0], slow.last)
      middle = (output[1], middle.last)
      fast = (output[2], fast.last)
      return output[0] + (output[1] + output[2])
    }

    @inline(__always)
    mutating func fourSteps(_ input: Lanes) -> Lanes {
      let one = Self.fourSteps(of: first, &slow, input)
      let two = Self.fourSteps(of: second, &middle, input)
      let direct = input.lowHalf * fastGain
      let inputs = Lanes(lowHalf: direct, highHalf: -direct)
      let added = Lanes(0, 0, input[2], input[3]).timesPlus(fastGain, inputs)
      let three = added + Lanes(-fast.beforeLast, -fast.last, fast.beforeLast, fast.last)
      fast = (three[3], three[2])
      return one + (two + three)
    }

    @inline(__always)
    private static func fourSteps(
      of cosine: GaussianFilter.Cosine, _ state: inout (last: Float, beforeLast: Float), _ input: Lanes
    ) -> Lanes {
      var output = input[0] * cosine.inputs.0
      output = Lanes(repeating: input[1]).timesPlus(cosine.inputs.1, output)
      output = Lanes(repeating: input[2]).timesPlus(cosine.inputs.2, output)
      output = Lanes(repeating: input[3]).timesPlus(cosine.inputs.3, output)
      output = Lanes(repeating: state.beforeLast).timesPlus(cosine.beforeLast, output)
      output = Lanes(repeating: state.last).timesPlus(cosine.last, output)
      state = (output[3], output[2])
      return output
    }
  }
}
