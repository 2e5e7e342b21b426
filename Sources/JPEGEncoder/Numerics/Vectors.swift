extension Span<Float> {
  /// Eight neighbouring numbers from any place.
  @inline(__always) package func vector(at place: Int) -> SIMD8<Float> {
    precondition(place >= 0 && place <= count - 8, "a vector is within bounds")
    return unsafe vector(unchecked: place)
  }

  /// The same where all eight are known to be within bounds.
  @unsafe @inline(__always) func vector(unchecked place: Int) -> SIMD8<Float> {
    assert(place >= 0 && place <= count - 8)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* place, as: SIMD8<Float>.self)
  }
}

extension MutableSpan<Float> {
  /// Eight neighbouring numbers from any place.
  @inline(__always) func vector(at place: Int) -> SIMD8<Float> { span.vector(at: place) }

  @inline(__always) package mutating func store(_ vector: SIMD8<Float>, at place: Int) {
    precondition(place >= 0 && place <= count - 8, "a vector is within bounds")
    unsafe store(vector, unchecked: place)
  }

  /// The same where all eight are known to be within bounds.
  @unsafe @inline(__always) mutating func store(_ vector: SIMD8<Float>, unchecked place: Int) {
    assert(place >= 0 && place <= count - 8)
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(of: vector, toUncheckedByteOffset: 4 &* place, as: SIMD8<Float>.self)
  }
}

extension Span<UInt8> {
  /// Eight neighbouring numbers from any place.
  @inline(__always) func vector(at place: Int) -> SIMD8<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

extension MutableSpan<UInt8> {
  /// Writes four bytes, the highest first.
  @inline(__always) mutating func store(_ word: UInt32, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.bigEndian, toByteOffset: place, as: UInt32.self)
  }

  @inline(__always) mutating func store(_ vector: SIMD8<UInt8>, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: vector, toByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

// Rows of whole vectors are mapped eight numbers at a time. The lengths of all rows are checked once.

/// Writes the transformed vectors of a row, which may be longer than the output.
@inline(__always) func mapVectors(
  _ row: Span<Float>, into output: inout MutableSpan<Float>, _ transform: (SIMD8<Float>) -> SIMD8<Float>
) {
  let count = output.count
  precondition(count.isMultiple(of: 8) && row.count >= count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    unsafe output.store(transform(row.vector(unchecked: place)), unchecked: place)
  }
}

/// Writes the transformed vectors of two rows.
@inline(__always) func mapVectors(
  _ first: Span<Float>, _ second: Span<Float>, into output: inout MutableSpan<Float>,
  _ transform: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
) {
  let count = output.count
  precondition(count.isMultiple(of: 8) && min(first.count, second.count) >= count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    unsafe output.store(transform(first.vector(unchecked: place), second.vector(unchecked: place)), unchecked: place)
  }
}

/// Writes the transformed vectors of three rows.
@inline(__always) func mapVectors(
  _ first: Span<Float>, _ second: Span<Float>, _ third: Span<Float>, into output: inout MutableSpan<Float>,
  _ transform: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
) {
  let count = output.count
  precondition(
    count.isMultiple(of: 8) && min(first.count, second.count, third.count) >= count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    let vector = transform(
      unsafe first.vector(unchecked: place), unsafe second.vector(unchecked: place),
      unsafe third.vector(unchecked: place))
    unsafe output.store(vector, unchecked: place)
  }
}

/// Maps each two by two numbers of two rows, which are twice as long as the output.
@inline(__always) func mapSquares(
  _ upper: Span<Float>, _ lower: Span<Float>, into output: inout MutableSpan<Float>,
  _ transform: (_ upper: SIMD16<Float>, _ lower: SIMD16<Float>) -> SIMD8<Float>
) {
  let count = output.count
  precondition(count.isMultiple(of: 8) && min(upper.count, lower.count) >= 2 * count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    let above = unsafe SIMD16(
      lowHalf: upper.vector(unchecked: 2 &* place), highHalf: upper.vector(unchecked: 2 &* place &+ 8))
    let below = unsafe SIMD16(
      lowHalf: lower.vector(unchecked: 2 &* place), highHalf: lower.vector(unchecked: 2 &* place &+ 8))
    unsafe output.store(transform(above, below), unchecked: place)
  }
}

extension SIMD8<Float> {
  /// The bits of the numbers.
  @inline(__always) var bits: SIMD8<UInt32> { unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self) }

  @inline(__always) init(bits: SIMD8<UInt32>) { self = unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) }

  /// The numbers without their signs.
  @inline(__always) var magnitude: SIMD8<Float> { SIMD8(bits: bits & 0x7FFF_FFFF) }

  /// The sum of the eight, always in the same order.
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

  @inline(__always) func limited(_ low: Float, _ high: Float) -> SIMD8<Float> {
    // `clamped` of the standard library is not inlined.
    let atLeast = replacing(with: low, where: self .< low)
    return atLeast.replacing(with: high, where: atLeast .> high)
  }
}

extension SIMDMask where Storage == SIMD8<Int32> {
  /// A bit for each lane, the first lowest. `any` of the standard library checks lanes one by one.
  @inline(__always) var bits: UInt32 {
    let ones = unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
    let four = ones.lowHalf | ones.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y
  }
}
