/// Blurs along rows, two rows side by side.
///
/// Along a row the positions come one by one at both ends, and four at once between. Both round differently, and libjxl does
/// it so.
struct RowBlur {
  private let width: Int
  /// For each position a sample of both rows: what the filter takes, then what it gives.
  private let pairs: RowRing
  /// Where the filter starts.
  private let start = 1 - GaussianFilter.radius

  init(width: Int) {
    self.width = width
    pairs = RowRing(width: 2 * width, count: 1)
  }

  /// - Parameters:
  ///   - rows: as many samples each as the width says, with zeros around them, as in a `RowRing`.
  ///   - blurred: where as many samples each are written.
  func blur(_ rows: Band, into blurred: Band) {
    for row in stride(from: 0, to: Band.height, by: 2) {
      gather(rows.row(row), rows.row(row + 1))
      filter()
      scatter(blurred.row(row), blurred.row(row + 1))
    }
  }

  private func gather(_ upper: UnsafePointer<Float>, _ lower: UnsafePointer<Float>) {
    let pairs = pairs.row(0)
    for position in stride(from: start, to: width, by: 4) {
      let above = upper.lanes(at: position - 6) + upper.lanes(at: position + 4)
      let below = lower.lanes(at: position - 6) + lower.lanes(at: position + 4)
      pairs.store(Lanes(above[0], below[0], above[1], below[1]), at: 2 * position)
      pairs.store(Lanes(above[2], below[2], above[3], below[3]), at: 2 * position + 4)
    }
  }

  private func scatter(_ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>) {
    let pairs = pairs.row(0)
    for position in stride(from: 0, to: width, by: 4) {
      let both = SIMD8(lowHalf: pairs.lanes(at: 2 * position), highHalf: pairs.lanes(at: 2 * position + 4))
      upper.store(both.evenHalf, at: position)
      lower.store(both.oddHalf, at: position)
    }
    // The last vector has reached over the end, where zeros must be.
    for row in [upper, lower] { row.store(Lanes.zero, at: width) }
  }

  private func filter() {
    let pairs = pairs.row(0)
    var state = State()
    for position in start..<min(8, width) { state.step(pairs + 2 * position) }
    var position = 8
    while position < width - 7 {
      state.fourSteps(pairs + 2 * position)
      position += 4
    }
    while position < width {
      state.step(pairs + 2 * position)
      position += 1
    }
  }

  /// The three cosines of two rows.
  private struct State {
    private var slow = UnrolledCosine(gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow)
    private var middle = UnrolledCosine(gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
    private var fast = UnrolledFastCosine(gain: GaussianFilter.gains.fast)

    @inline(__always)
    mutating func step(_ place: UnsafeMutablePointer<Float>) {
      let input = place.pair(at: 0)
      let slow = slow.step(input)
      place.store(slow + (middle.step(input) + fast.step(input)), at: 0)
    }

    @inline(__always)
    mutating func fourSteps(_ place: UnsafeMutablePointer<Float>) {
      let input = (place.pair(at: 0), place.pair(at: 2), place.pair(at: 4), place.pair(at: 6))
      let (slow, middle, fast) = (slow.fourSteps(input), middle.fourSteps(input), fast.fourSteps(input))
      place.store(slow.0 + (middle.0 + fast.0), at: 0)
      place.store(slow.1 + (middle.1 + fast.1), at: 2)
      place.store(slow.2 + (middle.2 + fast.2), at: 4)
      place.store(slow.3 + (middle.3 + fast.3), at: 6)
    }
  }
}
