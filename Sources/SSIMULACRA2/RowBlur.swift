/// Blurs the four rows of a band along themselves, side by side.
///
/// Along a row the positions come one by one at both ends, and four at once between. Both round differently, and libjxl does
/// it so.
struct RowBlur {
  private let width: Int

  init(width: Int) { self.width = width }

  /// - Parameters:
  ///   - rows: of the width.
  ///   - blurred: where as many columns are written.
  func blur(_ rows: Band, into blurred: inout Band) {
    let samples = rows.columns.span
    var outputs = blurred.columns.mutableSpan
    precondition(samples.count >= width && outputs.count >= width)
    var filter = Filter()
    // Outputs before the first one take samples already.
    for position in -GaussianFilter.advance..<0 { _ = filter.step(input(samples, position)) }
    for position in 0..<min(8, width) { outputs[position] = filter.step(input(samples, position)) }
    var position = 8
    while position < width - 7 {
      filter.fourSteps(inputs(samples, position)).store(in: &outputs, at: position)
      position += 4
    }
    while position < width {
      outputs[position] = filter.step(input(samples, position))
      position += 1
    }
  }

  /// What the filter takes for an output, with zeros outside the picture.
  @inline(__always)
  private func input(_ samples: Span<Lanes>, _ position: Int) -> Lanes {
    let (older, newer) = (position - GaussianFilter.delay, position + GaussianFilter.advance)
    return (older >= 0 ? samples[older] : .zero) + (newer < width ? samples[newer] : .zero)
  }

  /// What it takes for four outputs whose samples all lie in the picture.
  @inline(__always)
  private func inputs(_ samples: Span<Lanes>, _ position: Int) -> Tile {
    let older = Tile(samples, at: position - GaussianFilter.delay)
    let newer = Tile(samples, at: position + GaussianFilter.advance)
    return Tile(
      older.first + newer.first, older.second + newer.second, older.third + newer.third, older.fourth + newer.fourth)
  }

  /// The three cosines of four rows.
  private struct Filter {
    private var slow = UnrolledCosine(gain: GaussianFilter.gains.slow, feedback: GaussianFilter.feedbacks.slow)
    private var middle = UnrolledCosine(gain: GaussianFilter.gains.middle, feedback: GaussianFilter.feedbacks.middle)
    private var fast = UnrolledFastCosine(gain: GaussianFilter.gains.fast)

    @inline(__always)
    mutating func step(_ input: Lanes) -> Lanes {
      slow.step(input) + (middle.step(input) + fast.step(input))
    }

    @inline(__always)
    mutating func fourSteps(_ inputs: Tile) -> Tile {
      let (slow, middle, fast) = (slow.fourSteps(inputs), middle.fourSteps(inputs), fast.fourSteps(inputs))
      return Tile(
        slow.first + (middle.first + fast.first), slow.second + (middle.second + fast.second),
        slow.third + (middle.third + fast.third), slow.fourth + (middle.fourth + fast.fourth))
    }
  }
}
