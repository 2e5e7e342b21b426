/// Blurs along rows, four rows side by side.
///
/// Along a row the positions come one by one at both ends, and four at once between. Both round differently, and libjxl does
/// it so.
struct RowBlur {
  private let width: Int
  /// For each position a sample of each row: what the filter takes, then what it gives.
  private let columns: RowRing
  /// Where the filter starts.
  private let start = 1 - GaussianFilter.radius

  init(width: Int) {
    self.width = width
    columns = RowRing(width: 4 * width, count: 1, margin: 16)
  }

  /// - Parameters:
  ///   - rows: as many samples each as the width says, with zeros around them, as in a `RowRing`.
  ///   - blurred: where as many samples each are written.
  func blur(_ rows: Band, into blurred: Band) {
    gather(rows)
    filter()
    scatter(blurred)
  }

  private func gather(_ rows: Band) {
    let columns = columns.row(0)
    for position in stride(from: start, to: width, by: 4) {
      let tile = Tile { rows.row($0).lanes(at: position - 6) + rows.row($0).lanes(at: position + 4) }.transposed
      columns.store(tile.first, at: 4 * position)
      columns.store(tile.second, at: 4 * position + 4)
      columns.store(tile.third, at: 4 * position + 8)
      columns.store(tile.fourth, at: 4 * position + 12)
    }
  }

  private func scatter(_ rows: Band) {
    let columns = columns.row(0)
    for position in stride(from: 0, to: width, by: 4) {
      let tile = Tile { columns.lanes(at: 4 * (position + $0)) }.transposed
      rows.row(0).store(tile.first, at: position)
      rows.row(1).store(tile.second, at: position)
      rows.row(2).store(tile.third, at: position)
      rows.row(3).store(tile.fourth, at: position)
    }
    // The last vector has reached over the end, where zeros must be.
    for row in 0..<Band.height { rows.row(row).store(.zero, at: width) }
  }

  private func filter() {
    let columns = columns.row(0)
    var state = State()
    for position in start..<min(8, width) { state.step(columns + 4 * position) }
    var position = 8
    while position < width - 7 {
      state.fourSteps(columns + 4 * position)
      position += 4
    }
    while position < width {
      state.step(columns + 4 * position)
      position += 1
    }
  }

  /// The three cosines of four rows.
  private struct State {
    private var slow = UnrolledCosine(gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow)
    private var middle = UnrolledCosine(gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
    private var fast = UnrolledFastCosine(gain: GaussianFilter.gains.fast)

    @inline(__always)
    mutating func step(_ place: UnsafeMutablePointer<Float>) {
      let input = place.lanes(at: 0)
      let slow = slow.step(input)
      place.store(slow + (middle.step(input) + fast.step(input)), at: 0)
    }

    @inline(__always)
    mutating func fourSteps(_ place: UnsafeMutablePointer<Float>) {
      let input = (place.lanes(at: 0), place.lanes(at: 4), place.lanes(at: 8), place.lanes(at: 12))
      let (slow, middle, fast) = (slow.fourSteps(input), middle.fourSteps(input), fast.fourSteps(input))
      place.store(slow.0 + (middle.0 + fast.0), at: 0)
      place.store(slow.1 + (middle.1 + fast.1), at: 4)
      place.store(slow.2 + (middle.2 + fast.2), at: 8)
      place.store(slow.3 + (middle.3 + fast.3), at: 12)
    }
  }
}
