/// Eight neighbouring numbers, wherever they begin.
@inline(__always) func load8(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always) func load8(_ pointer: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always) func store8(_ value: SIMD8<Float>, to pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD8<Float>.self)
}

/// Sixteen neighbouring numbers, wherever they begin.
@inline(__always) func load16(_ pointer: UnsafeMutablePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

extension SIMD8 where Scalar == Float {
  /// The numbers without their signs.
  @inline(__always) var magnitude: SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// The sum of the eight, in an order that is always the same.
  @inline(__always) var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  /// The nearest whole numbers, halves to even, of numbers below 4,000,000 in magnitude.
  @inline(__always) var nearest: SIMD8<Float> {
    // Where the unit in the last place is 1, an addition rounds.
    let shift = SIMD8<Float>(repeating: 12_582_912)
    return (self + shift) - shift
  }

  /// The first `count` numbers, and zeros in place of the others.
  func first(_ count: Int) -> SIMD8<Float> {
    let places = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    return replacing(with: 0, where: places .>= SIMD8(repeating: Float(count)))
  }

  @inline(__always) func limited(_ low: Float, _ high: Float) -> SIMD8<Float> {
    // `clamped` of the standard library is not inlined.
    let atLeast = replacing(with: low, where: self .< low)
    return atLeast.replacing(with: high, where: atLeast .> high)
  }
}
