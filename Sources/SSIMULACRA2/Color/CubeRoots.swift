/// Cube roots of the samples of a row: Newton's method for the inverse of the root, from a guess that divides the exponent by
/// three.
///
/// The steps are those of libjxl's `fast_math-inl.h` (which names Agner Fog's vector class library), since the last digits
/// count: X is a small difference.
///
/// Each step goes through the whole row. A step waits for the one before it, and in the meantime a processor can work on the
/// neighbours, but looks only so far ahead.
struct CubeRoots {
  private let inverses: RowRing

  /// For rows of a width.
  init(width: Int) { inverses = RowRing(width: width, count: 1, margin: 0) }

  /// Puts the root less an offset in the place of each of so many positive samples.
  func replace(_ values: UnsafeMutablePointer<Float>, count: Int, offset: Float) {
    let inverses = inverses.row(0)
    for column in stride(from: 0, to: count, by: 4) {
      inverses.store(Self.guess(values.lanes(at: column)), at: column)
    }
    for _ in 0..<3 {
      for column in stride(from: 0, to: count, by: 4) {
        inverses.store(Self.step(inverses.lanes(at: column), values.lanes(at: column)), at: column)
      }
    }
    for column in stride(from: 0, to: count, by: 4) {
      let value = values.lanes(at: column)
      let inverse = Self.lastStep(inverses.lanes(at: column), value)
      values.store((inverse * inverse).timesPlus(value, Lanes(repeating: -offset)), at: column)
    }
  }

  @inline(__always)
  private static func guess(_ value: Lanes) -> Lanes {
    let exponents = unsafeBitCast(value, to: SIMD4<UInt32>.self) &>> 23
    return unsafeBitCast(SIMD4<UInt32>(repeating: 0x5480_0000) &- exponents &* 0x002A_AAAA, to: Lanes.self)
  }

  @inline(__always)
  private static func step(_ inverse: Lanes, _ value: Lanes) -> Lanes {
    let square = inverse * inverse
    return (value * (-1 / 3)).timesPlus(square * square, inverse * (4 / 3))
  }

  /// The same step, so that less is lost.
  @inline(__always)
  private static func lastStep(_ inverse: Lanes, _ value: Lanes) -> Lanes {
    let square = inverse * inverse
    return value.timesMinus(square * square, inverse).timesPlus(-1 / 3, inverse)
  }
}
