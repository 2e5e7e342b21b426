/// Two samples.
typealias Pair = SIMD2<Float>

extension SIMD2<Float> {
  /// As `Lanes.timesPlus`.
  @inline(__always)
  func timesPlus(_ factor: Float, _ addend: Self) -> Self {
    Self(SIMD2<Double>(self) * Double(factor) + SIMD2<Double>(addend))
  }

  /// `self * factor - subtrahend`, rounded likewise.
  @inline(__always)
  func timesMinus(_ factor: Float, _ subtrahend: Self) -> Self {
    Self(SIMD2<Double>(self) * Double(factor) - SIMD2<Double>(subtrahend))
  }
}
