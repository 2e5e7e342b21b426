/// Four samples that are processed together.
///
/// Results are the same on every machine: sums, differences, products and quotients, which IEEE 754 defines to the last bit.
typealias Lanes = SIMD4<Float>

extension SIMD4<Float> {
  /// `self * factor + addend` rounded as if once, like fused multiplication and addition.
  ///
  /// The product of two floats is exact in double precision. The sum is rounded to double precision and then to single; in about one
  /// of 2^29 sums that differs from rounding once, by one unit in the last place. Expensive loops use `Cssimulacra2` instead.
  @inline(__always) func multiplied(by factor: Self, adding addend: Self) -> Self {
    Self(SIMD4<Double>(self) * SIMD4<Double>(factor) + SIMD4<Double>(addend))
  }

  @inline(__always) func multiplied(by factor: Float, adding addend: Self) -> Self {
    multiplied(by: Self(repeating: factor), adding: addend)
  }

  /// Without the signs.
  @inline(__always) var magnitudes: Self { Self(x.magnitude, y.magnitude, z.magnitude, w.magnitude) }

  /// Replaces negative values by zero.
  @inline(__always) var positivePart: Self { replacing(with: 0, where: self .< 0) }
}

/// Four columns of four rows.
struct Tile {
  let first: Lanes
  let second: Lanes
  let third: Lanes
  let fourth: Lanes

  @inline(__always) init(_ first: Lanes, _ second: Lanes, _ third: Lanes, _ fourth: Lanes) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// The four vectors from a place on.
  @inline(__always) init(_ vectors: Span<Lanes>, at place: Int) {
    self.init(vectors[place], vectors[place &+ 1], vectors[place &+ 2], vectors[place &+ 3])
  }

  /// Exchanges rows and columns.
  @inline(__always) var transposed: Tile {
    let left = SIMD8(
      lowHalf: Lanes(lowHalf: first.lowHalf, highHalf: second.lowHalf),
      highHalf: Lanes(lowHalf: third.lowHalf, highHalf: fourth.lowHalf))
    let right = SIMD8(
      lowHalf: Lanes(lowHalf: first.highHalf, highHalf: second.highHalf),
      highHalf: Lanes(lowHalf: third.highHalf, highHalf: fourth.highHalf))
    return Tile(left.evenHalf, left.oddHalf, right.evenHalf, right.oddHalf)
  }
}
