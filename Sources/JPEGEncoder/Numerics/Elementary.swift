/// Elementary functions made only of additions, multiplications, divisions and comparisons.
///
/// These are bit-exact on every machine that follows IEEE 754. A C library's functions are not, and a different last
/// bit could choose different coefficients.
package enum Elementary {
  private static let ln2 = 0.693_147_180_559_945_3

  /// The logarithm to base 2 of a positive, finite number, within 1e-14.
  package static func log2(_ x: Double) -> Double {
    let isLarge = x.significand > 1.414_213_562_373_095_1
    let mantissa = isLarge ? x.significand / 2 : x.significand
    // ln m = 2 artanh z, with |z| below 0.172.
    let z = (mantissa - 1) / (mantissa + 1)
    let series = stride(from: 19.0, through: 1, by: -2).reduce(0) { sum, n in sum * (z * z) + 1 / n }
    return Double(x.exponent) + (isLarge ? 1 : 0) + 2 * z * series / ln2
  }

  /// 2 to the power of a number between -1000 and 1000; beyond, of that bound.
  package static func exp2(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    let x = min(max(x, -1000), 1000)
    let whole = Int(x < 0 ? x - 0.5 : x + 0.5)
    let y = (x - Double(whole)) * ln2
    let series = stride(from: 16.0, through: 1, by: -1).reduce(1) { sum, n in 1 + sum * y / n }
    return series * Double(sign: .plus, exponent: whole, significand: 1)
  }

  /// A positive number to any power.
  package static func pow(_ x: Double, _ y: Double) -> Double { exp2(y * log2(x)) }
}

/// The cube roots of eight positive, normal numbers, within 2e-6 of their value.
///
/// The first guess divides the exponent by three (W. Kahan, "Computing a real cube root", 1991), by shifts since
/// 1/4 + 1/16 + ... = 1/3; two steps of Newton's method follow.
@inline(__always) package func cubeRoot(_ x: SIMD8<Float>) -> SIMD8<Float> {
  var bits = x.bits
  bits = (bits &>> 2) &+ (bits &>> 4)
  bits = bits &+ (bits &>> 4)
  bits = bits &+ (bits &>> 8)
  var root = SIMD8<Float>(bits: bits &+ 0x2A51_37A0)
  let third = SIMD8<Float>(repeating: 1 / 3)
  for _ in 0..<2 { root = (root + root + x / (root * root)) * third }
  return root
}
