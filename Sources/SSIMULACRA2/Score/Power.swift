/// Powers of positive numbers, from additions, multiplications and divisions alone, which IEEE 754 defines to the last bit;
/// mathematics libraries differ in theirs.
enum Power {
  /// To about 1e-14 of it.
  static func power(_ base: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(base)) }

  /// Two series: of the exponent, which is whole, and of the significand, which is near 1.
  private static func logarithm(_ value: Double) -> Double {
    let isLarge = value.significand > 1.4142135623730951
    let significand = isLarge ? value.significand / 2 : value.significand
    let exponent = Double(value.exponent) + (isLarge ? 1 : 0)
    let ratio = (significand - 1) / (significand + 1)
    let series = stride(from: 23, through: 1, by: -2).reduce(0.0) { $0 * ratio * ratio + 1 / Double($1) }
    return exponent * ln2 + 2 * ratio * series
  }

  private static func exponential(_ value: Double) -> Double {
    let exponent = (value / ln2).rounded()
    let rest = value - exponent * ln2
    let series = stride(from: 18, through: 1, by: -1).reduce(1.0) { 1 + $0 * rest / Double($1) }
    return Double(sign: .plus, exponent: Int(exponent), significand: series)
  }

  private static let ln2 = 0.6931471805599453
}
