/// XYB, the colour space of JPEG XL, brought into 0 to 1: X is red against green, Y brightness, B blue against brightness.
///
/// Source: libjxl, `opsin_params.h` (the matrix and the bias), `enc_xyb.cc` and `ssimulacra2.cc` (the range).
enum PositiveXYB {
  /// What the cones take in darkness.
  private static let bias: Float = 0.0037930732552754493
  private static let biasRoot: Float = 0.15595420054924863

  /// - Parameter light: red, green and blue, 0 to 1.
  @inline(__always)
  static func from(_ light: (Lanes, Lanes, Lanes)) -> (Lanes, Lanes, Lanes) {
    let long = response(light, 0.30, 0.622, 0.078)
    let medium = response(light, 0.23, 0.692, 0.078)
    let short = response(light, 0.24342268924547819, 0.20476744424496821, 0.5518098665095535)
    let y = 0.5 * (long + medium)
    return (0.5 * (long - medium) * 14 + 0.42, y + 0.01, (short - y) + 0.55)
  }

  /// What a kind of cone answers that takes so much of each light.
  @inline(__always)
  private static func response(
    _ light: (Lanes, Lanes, Lanes), _ red: Float, _ green: Float, _ blue: Float
  ) -> Lanes {
    let dark = light.2.timesPlus(blue, Lanes(repeating: bias))
    return cubeRoot(
      light.0.timesPlus(red, light.1.timesPlus(green, dark)), minus: biasRoot)
  }

  /// The cube root of a positive number less another number: Newton's method for the inverse of the root, from a guess that
  /// divides the exponent by three. The steps are those of libjxl's `fast_math-inl.h` (which names Agner Fog's vector class
  /// library), since the last digits count: X is a small difference.
  @inline(__always)
  private static func cubeRoot(_ value: Lanes, minus offset: Float) -> Lanes {
    let exponents = unsafeBitCast(value, to: SIMD4<UInt32>.self) &>> 23
    let guess = SIMD4<UInt32>(repeating: 0x5480_0000) &- exponents &* 0x002A_AAAA
    var inverse = unsafeBitCast(guess, to: Lanes.self)
    let third = value * (1 / 3)
    for _ in 0..<3 {
      let square = inverse * inverse
      inverse = (-third).timesPlus(square * square, inverse * (4 / 3))
    }
    let square = inverse * inverse
    inverse = (-value).timesPlus(square * square, inverse).timesPlus(1 / 3, inverse)
    return (inverse * inverse).timesPlus(value, Lanes(repeating: -offset))
  }
}
