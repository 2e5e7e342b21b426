/// The cosine of `GaussianFilter` that turns by a right angle, along two rows: what comes is added, and taken away again two
/// steps later.
///
/// The sums are those of libjxl, which says where is rounded.
struct UnrolledFastCosine {
  private let gain: Float
  /// The last two outputs.
  private var last = Lanes.zero
  private var beforeLast = Lanes.zero

  init(gain: Double) { self.gain = Float(gain) }

  @inline(__always)
  mutating func step(_ input: Lanes) -> Lanes {
    (last, beforeLast) = (input * gain - beforeLast, last)
    return last
  }

  @inline(__always)
  mutating func fourSteps(_ input: (Lanes, Lanes, Lanes, Lanes)) -> (Lanes, Lanes, Lanes, Lanes) {
    let (first, second) = (input.0 * gain, input.1 * gain)
    let third = input.2.timesMinus(gain, first) + beforeLast
    let fourth = input.3.timesMinus(gain, second) + last
    defer { (last, beforeLast) = (fourth, third) }
    return (first - beforeLast, second - last, third, fourth)
  }
}
