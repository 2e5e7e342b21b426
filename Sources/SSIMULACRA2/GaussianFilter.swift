import Cssimulacra2

/// The recursive filter that approximates a Gaussian of sigma 1.5.
///
/// Source: Charalampidis, "Recursive Implementation of the Gaussian Filter Using Truncated Cosine Functions", IEEE
/// Transactions on Signal Processing 64 (2016), as in libjxl (`gauss_blur.cc`): three cosines, radius 5. Each obeys
///
///     y[n] = gain (x[n - 6] + x[n + 4]) + feedback y[n - 1] - y[n - 2]
///
/// and their sum is the blurred row. Outside the picture all is zero.
///
/// A filter of nine taps would give the same except for rounding. Here rounding matters: the cosines do not fade, so
/// rounding errors add up along rows and columns. In flat areas, where structure is a small difference of large numbers,
/// they exceed what is left of the picture. They cost a good JPEG of 1440 x 1080 pixels 1.4 points. To get the reference
/// implementation's score, you must round where it rounds.
enum GaussianFilter {
  // - beta cos(6 omega), where beta is the weight of a cosine and omega how far it turns with each step: 18, 54 or 90 degrees.
  private static let (slowGain, middleGain, fastGain) = (
    0.05529523572608663, -0.05883668702694999, 0.012955819110517089
  )
  // 2 cos omega. That of the fast cosine is zero.
  private static let (slowFeedback, middleFeedback) = (1.902113032590307, 1.1755705045849463)

  static let slowAlongRows = alongRows(gain: slowGain, feedback: slowFeedback)
  static let middleAlongRows = alongRows(gain: middleGain, feedback: middleFeedback)

  /// All three cosines, for rows that arrive one by one.
  static let alongColumns = cssimulacra2_column_cosines(
    slow_gain: Float(slowGain), slow_feedback: Float(slowFeedback), middle_gain: Float(middleGain),
    middle_feedback: Float(middleFeedback), fast_gain: Float(fastGain))

  /// A cosine with four outputs at once, each computed from what came before all of them. The sums and their rounding are libjxl's.
  private static func alongRows(gain: Double, feedback: Double) -> cssimulacra2_cosine {
    let square = feedback * feedback
    let (second, third) = (square - 1, square * feedback - 2 * feedback)
    return cssimulacra2_cosine(
      gain: Float(gain), feedback: Float(feedback), next_gain: Float(feedback * gain),
      second_gain: Float(second * gain), third_gain: Float(third * gain), second_feedback: Float(second),
      third_feedback: Float(third), fourth_feedback: Float(square * square - 3 * square + 1))
  }
}

/// The processor's abilities.
enum Processor {
  /// Whether one instruction rounds a product and a sum together: all x86-64 since 2013, and ARM.
  static let hasFusedMultiplication = cssimulacra2_has_fused()
}
