/// Four samples of single precision that are held in double precision, where the product of two is exact.
typealias WideLanes = SIMD4<Double>
/// Two samples.
typealias Pair = SIMD2<Float>
typealias WidePair = SIMD2<Double>

// Of a sum or product of samples this is what single precision gives at once: with 53 bits between, rounding twice does not
// differ (Figueroa, "When is double rounding innocuous?", 1995). For a product and a sum together see `Lanes.timesPlus`.

extension SIMD4<Double> {
  @inline(__always)
  var roundedToSingle: Self { Self(lowHalf: lowHalf.roundedToSingle, highHalf: highHalf.roundedToSingle) }
}

extension SIMD2<Double> {
  @inline(__always)
  var roundedToSingle: Self { Self(Pair(self)) }
}

extension Double {
  @inline(__always)
  var roundedToSingle: Double { Double(Float(self)) }
}
