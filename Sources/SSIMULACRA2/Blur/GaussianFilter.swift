/// The recursive filter that stands for a Gaussian of sigma 1.5.
///
/// Source: Charalampidis, "Recursive Implementation of the Gaussian Filter Using Truncated Cosine Functions", IEEE
/// Transactions on Signal Processing 64 (2016), as libjxl (`gauss_blur.cc`) takes it: three cosines, radius 5. Each obeys
///
///     y[n] = gain (x[n - 6] + x[n + 4]) + turn y[n - 1] - y[n - 2]
///
/// and their sum is the blurred row. Outside the picture all is zero.
///
/// A filter of nine taps would give the same but for rounding. Here rounding is part of the result: the cosines do not fade,
/// so that errors of rounding pile up along rows and columns, and in flat areas, where structure is a small difference of
/// large numbers, they are larger than what is left of the picture. They cost a good JPEG of 1440 x 1080 pixels 1.4 points.
/// Whoever wants the reference implementation's score must round where it rounds.
enum GaussianFilter {
  /// Half of the filter's width.
  static let radius = 5

  /// One of the first two cosines; the third turns by a right angle each step, so that its `turn` is zero.
  struct Cosine {
    let gain: Float
    let turn: Float
    /// What four outputs in a row take from the first, second, third and fourth input. From the recursion, unrolled.
    let inputs: (Lanes, Lanes, Lanes, Lanes)
    /// What they take from the last output before them.
    let last: Lanes
    /// What they take from the output before that.
    let beforeLast: Lanes

    /// - Parameters:
    ///   - gain: - beta cos(6 omega), where omega is how far the cosine turns with each step.
    ///   - turn: 2 cos omega.
    init(gain: Double, turn: Double) {
      let square = turn * turn
      let third = square * turn - 2 * turn
      let first = Lanes(Float(gain), Float(turn * gain), Float(square * gain - gain), Float(third * gain))
      self.gain = Float(gain)
      self.turn = Float(turn)
      inputs = (
        first, Lanes(0, first[0], first[1], first[2]), Lanes(0, 0, first[0], first[1]), Lanes(0, 0, 0, first[0])
      )
      last = Lanes(Float(turn), Float(square - 1), Float(third), Float(square * square - 3 * square + 1))
      beforeLast = Lanes(-1, -Float(turn), Float(1 - square), -Float(third))
    }
  }

  static let slow = Cosine(gain: 0.05529523572608663, turn: 1.902113032590307)
  static let middle = Cosine(gain: -0.05883668702694999, turn: 1.1755705045849463)
  /// The gain of the third cosine.
  static let fastGain: Float = 0.012955819110517089
}
