/// Four neighbouring samples.
typealias Lanes = SIMD4<Float>

extension SIMD4<Float> {
  /// `self * factor + addend` rounded as if once, as instructions for fused multiplication and addition round.
  ///
  /// The product of two floats is exact in double precision. The sum is rounded to double precision and then to single; in
  /// about one of 2^29 sums that differs from rounding once, by one unit in the last place. Baseline x86-64 has no fused
  /// instruction, and so every machine gives the same.
  @inline(__always)
  func timesPlus(_ factor: Self, _ addend: Self) -> Self {
    Self(SIMD4<Double>(self) * SIMD4<Double>(factor) + SIMD4<Double>(addend))
  }

  @inline(__always)
  func timesPlus(_ factor: Float, _ addend: Self) -> Self { timesPlus(Self(repeating: factor), addend) }

  /// `self * factor - subtrahend`, rounded likewise.
  @inline(__always)
  func timesMinus(_ factor: Self, _ subtrahend: Self) -> Self {
    Self(SIMD4<Double>(self) * SIMD4<Double>(factor) - SIMD4<Double>(subtrahend))
  }

  @inline(__always)
  func timesMinus(_ factor: Float, _ subtrahend: Self) -> Self { timesMinus(Self(repeating: factor), subtrahend) }

  /// Without the signs.
  @inline(__always)
  var magnitudes: Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: Self.self)
  }

  /// Zero in place of what is below it.
  @inline(__always)
  var positivePart: Self { replacing(with: 0, where: self .< 0) }
}
