/// Light from the 8-bit samples of sRGB.
enum LinearLight {
  /// For each sample its light, 0 to 1.
  ///
  /// IEC 61966-2-1 defines the curve with a power; libjxl (`transfer_functions-inl.h`) takes a quotient of two polynomials
  /// of the fourth degree for it, which is within 1e-6, and so do we, rounding by rounding: pictures of one colour differ by
  /// less than that.
  static let ofSample: [Float] = (0...255).map { sample in
    let value = Float(sample) * (1 / 255)
    if value <= 0.04045 { return value * (1 / 12.92) }
    return polynomial([2.200248328e-04, 1.043637593e-02, 1.624820318e-01, 7.961564959e-01, 8.210152774e-01], value)
      / polynomial([2.631846970e-01, 1.076976492e+00, 4.987528350e-01, -5.512498495e-02, 6.521209011e-03], value)
  }

  /// - Parameter coefficients: that of the constant term first.
  private static func polynomial(_ coefficients: [Float], _ value: Float) -> Float {
    coefficients.dropLast().reversed().reduce(Lanes(repeating: coefficients.last ?? 0)) { sum, coefficient in
      sum.timesPlus(value, Lanes(repeating: coefficient))
    }[0]
  }
}
