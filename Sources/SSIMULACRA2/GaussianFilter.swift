/// The recursive filter that stands for a Gaussian of sigma 1.5.
///
/// Source: Charalampidis, "Recursive Implementation of the Gaussian Filter Using Truncated Cosine Functions", IEEE
/// Transactions on Signal Processing 64 (2016), as libjxl (`gauss_blur.cc`) takes it: three cosines, radius 5. Each obeys
///
///     y[n] = gain (x[n - 6] + x[n + 4]) + feedback y[n - 1] - y[n - 2]
///
/// and their sum is the blurred row. Outside the picture all is zero.
///
/// A filter of nine taps would give the same but for rounding. Here rounding is part of the result: the cosines do not fade,
/// so that errors of rounding pile up along rows and columns, and in flat areas, where structure is a small difference of
/// large numbers, they are larger than what is left of the picture. They cost a good JPEG of 1440 x 1080 pixels 1.4 points.
/// Whoever wants the reference implementation's score must round where it rounds.
enum GaussianFilter {
  /// How far behind an output its older input lies, and how far ahead the newer one.
  static let (delay, advance) = (6, 4)

  /// - beta cos(6 omega), where beta is the weight of a cosine and omega how far it turns with each step: 18, 54 or 90 degrees.
  static let gains: (slow: Double, middle: Double, fast: Double) = (
    0.05529523572608663, -0.05883668702694999, 0.012955819110517089
  )
  /// 2 cos omega. That of the fast cosine is zero.
  static let feedbacks: (slow: Double, middle: Double) = (1.902113032590307, 1.1755705045849463)
}

/// One cosine of `GaussianFilter` along columns, where rows come one by one.
struct Cosine {
  private let gain: Float
  private let feedback: Float

  init(gain: Double, feedback: Double) { (self.gain, self.feedback) = (Float(gain), Float(feedback)) }

  @inline(__always)
  func next(_ input: Lanes, last: Lanes, beforeLast: Lanes) -> Lanes {
    input.multiplied(by: gain, adding: last.multiplied(by: feedback, subtracting: beforeLast))
  }
}

/// One cosine of `GaussianFilter` along rows, for one position or for four at once.
///
/// The sums are those of libjxl, which says where is rounded.
struct UnrolledCosine {
  private let gain: Float
  private let feedback: Float
  /// What the next outputs take from an input.
  private let laterGains: (next: Float, second: Float, third: Float)
  /// How much of an output is in the second, third and fourth after it; in the next it is `feedback`.
  private let laterFeedbacks: (second: Float, third: Float, fourth: Float)
  /// The last two outputs.
  private var last = Lanes.zero
  private var beforeLast = Lanes.zero

  init(gain: Double, feedback: Double) {
    let square = feedback * feedback
    let later = (
      second: square - 1, third: square * feedback - 2 * feedback, fourth: square * square - 3 * square + 1
    )
    self.gain = Float(gain)
    self.feedback = Float(feedback)
    laterGains = (Float(feedback * gain), Float(later.second * gain), Float(later.third * gain))
    laterFeedbacks = (Float(later.second), Float(later.third), Float(later.fourth))
  }

  @inline(__always)
  mutating func step(_ input: Lanes) -> Lanes {
    (last, beforeLast) = (last.multiplied(by: feedback, adding: input * gain - beforeLast), last)
    return last
  }

  @inline(__always)
  mutating func fourSteps(_ inputs: Tile) -> Tile {
    let first = last.multiplied(by: feedback, adding: inputs.first * gain - beforeLast)

    var second = inputs.second.multiplied(by: gain, adding: inputs.first * laterGains.next)
    second = beforeLast.multiplied(by: -feedback, adding: second)
    second = last.multiplied(by: laterFeedbacks.second, adding: second)

    var third = inputs.second.multiplied(by: laterGains.next, adding: inputs.first * laterGains.second)
    third = inputs.third.multiplied(by: gain, adding: third)
    third = beforeLast.multiplied(by: -laterFeedbacks.second, adding: third)
    third = last.multiplied(by: laterFeedbacks.third, adding: third)

    var fourth = inputs.second.multiplied(by: laterGains.second, adding: inputs.first * laterGains.third)
    fourth = inputs.third.multiplied(by: laterGains.next, adding: fourth)
    fourth = inputs.fourth.multiplied(by: gain, adding: fourth)
    fourth = beforeLast.multiplied(by: -laterFeedbacks.third, adding: fourth)
    fourth = last.multiplied(by: laterFeedbacks.fourth, adding: fourth)

    (last, beforeLast) = (fourth, third)
    return Tile(first, second, third, fourth)
  }
}

/// The cosine of `GaussianFilter` that turns by a right angle, along rows: what comes is added, and taken away again two
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
  mutating func fourSteps(_ inputs: Tile) -> Tile {
    let (first, second) = (inputs.first * gain, inputs.second * gain)
    let third = inputs.third.multiplied(by: gain, subtracting: first) + beforeLast
    let fourth = inputs.fourth.multiplied(by: gain, subtracting: second) + last
    defer { (last, beforeLast) = (fourth, third) }
    return Tile(first - beforeLast, second - last, third, fourth)
  }
}
