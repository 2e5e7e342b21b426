/// The cosine of `GaussianFilter` that turns by a right angle, along two rows: what comes is added, and taken away again two
/// steps later.
///
/// The sums are those of libjxl, which says where is rounded.
struct UnrolledFastCosine {
  private let gain: Double
  /// The last two outputs.
  private var last = Pair.zero
  private var beforeLast = Pair.zero

  init(gain: Double) { self.gain = gain.roundedToSingle }

  @inline(__always)
  mutating func step(_ input: WidePair) -> Pair {
    (last, beforeLast) = (Pair(input * gain) - beforeLast, last)
    return last
  }

  @inline(__always)
  mutating func fourSteps(_ input: (WidePair, WidePair, WidePair, WidePair)) -> (Pair, Pair, Pair, Pair) {
    let (first, second) = ((input.0 * gain).roundedToSingle, (input.1 * gain).roundedToSingle)
    let third = Pair(input.2 * gain - first) + beforeLast
    let fourth = Pair(input.3 * gain - second) + last
    defer { (last, beforeLast) = (fourth, third) }
    return (Pair(first) - beforeLast, Pair(second) - last, third, fourth)
  }
}
