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

  /// - beta cos(6 omega), where beta is the weight of a cosine and omega how far it turns with each step: 18, 54 or 90 degrees.
  static let gains: (slow: Double, middle: Double, fast: Double) = (
    0.05529523572608663, -0.05883668702694999, 0.012955819110517089
  )
  /// 2 cos omega. That of the fast cosine is zero.
  static let turns: (slow: Double, middle: Double) = (1.902113032590307, 1.1755705045849463)
}
