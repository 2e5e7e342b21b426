/// From the sum of errors to the score.
enum Score {
  /// 100 where there is no error, and less the more there is, without end.
  ///
  /// Source: libjxl, `ssimulacra2.cc`: a polynomial and a power that bring the weighted sum to the scale of opinions.
  static func score(error: Double) -> Double {
    let sum = 0.9562382616834844 * error
    let bent = 2.326765642916932 * sum - 0.020884521182843837 * sum * sum + 6.248496625763138e-05 * sum * sum * sum
    return bent > 0 ? 100 - 10 * Power.power(bent, 0.6276336467831387) : 100
  }
}
