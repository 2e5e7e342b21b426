/// Blurs along columns, a band at a time.
final class ColumnBlur {
  typealias Samples = UnsafeMutablePointer<Float>

  private let width: Int
  /// For each two columns six pairs: of the slow, the middle and the fast cosine the last output and the one before.
  private let states: UnsafeMutablePointer<Float>

  init(width: Int) {
    self.width = width
    let count = (width + 1) / 2 * 12
    states = .allocate(capacity: count)
    states.initialize(repeating: 0, count: count)
  }

  deinit { states.deallocate() }

  /// Takes the next band.
  ///
  /// - Parameters:
  ///   - top: the rows six above those that come out, blurred along themselves.
  ///   - bottom: the rows four below those that come out.
  func push(top: (Samples, Samples, Samples, Samples), bottom: Band, into blurred: Band) {
    var place = states
    for column in stride(from: 0, to: width, by: 2) {
      var state = State(at: place)
      blurred.row(0).store(state.step(top.0.pair(at: column) + bottom.row(0).pair(at: column)), at: column)
      blurred.row(1).store(state.step(top.1.pair(at: column) + bottom.row(1).pair(at: column)), at: column)
      blurred.row(2).store(state.step(top.2.pair(at: column) + bottom.row(2).pair(at: column)), at: column)
      blurred.row(3).store(state.step(top.3.pair(at: column) + bottom.row(3).pair(at: column)), at: column)
      state.store(at: place)
      place += 12
    }
  }

  /// The three cosines of two columns.
  private struct State {
    var slow: Cosine
    var middle: Cosine
    var fast: Cosine

    @inline(__always)
    init(at place: UnsafeMutablePointer<Float>) {
      slow = Cosine(at: place)
      middle = Cosine(at: place + 4)
      fast = Cosine(at: place + 8)
    }

    @inline(__always)
    func store(at place: UnsafeMutablePointer<Float>) {
      slow.store(at: place)
      middle.store(at: place + 4)
      fast.store(at: place + 8)
    }

    @inline(__always)
    mutating func step(_ input: Pair) -> Pair {
      let input = WidePair(input)
      let one = slow.step(input, gain: GaussianFilter.gains.slow, turn: GaussianFilter.turns.slow)
      let two = middle.step(input, gain: GaussianFilter.gains.middle, turn: GaussianFilter.turns.middle)
      return one + (two + fast.step(input, gain: GaussianFilter.gains.fast))
    }
  }

  /// One cosine of two columns.
  private struct Cosine {
    private var last: WidePair
    private var beforeLast: WidePair

    @inline(__always)
    init(at place: UnsafeMutablePointer<Float>) {
      (last, beforeLast) = (WidePair(place.pair(at: 0)), WidePair(place.pair(at: 2)))
    }

    @inline(__always)
    func store(at place: UnsafeMutablePointer<Float>) {
      place.store(Pair(last), at: 0)
      place.store(Pair(beforeLast), at: 2)
    }

    @inline(__always)
    mutating func step(_ input: WidePair, gain: Double, turn: Double) -> Pair {
      let turned = (last * turn.roundedToSingle - beforeLast).roundedToSingle
      (last, beforeLast) = ((input * gain.roundedToSingle + turned).roundedToSingle, last)
      return Pair(last)
    }

    /// Of the cosine that turns by a right angle.
    @inline(__always)
    mutating func step(_ input: WidePair, gain: Double) -> Pair {
      (last, beforeLast) = ((input * gain.roundedToSingle - beforeLast).roundedToSingle, last)
      return Pair(last)
    }
  }
}
