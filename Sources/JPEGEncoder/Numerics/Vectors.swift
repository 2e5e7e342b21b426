extension Span<Float> {
  /// Eight neighbouring numbers, wherever they begin.
  @inline(__always) package func vector(at place: Int) -> SIMD8<Float> {
    precondition(place >= 0 && place <= count - 8, "a vector is within bounds")
    return unsafe vector(unchecked: place)
  }

  /// The same where it is known that all eight are within bounds.
  @unsafe @inline(__always) func vector(unchecked place: Int) -> SIMD8<Float> {
    assert(place >= 0 && place <= count - 8)
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* place, as: SIMD8<Float>.self)
  }
}

extension MutableSpan<Float> {
  /// Eight neighbouring numbers, wherever they begin.
  @inline(__always) func vector(at place: Int) -> SIMD8<Float> { span.vector(at: place) }

  @inline(__always) package mutating func store(_ vector: SIMD8<Float>, at place: Int) {
    precondition(place >= 0 && place <= count - 8, "a vector is within bounds")
    unsafe store(vector, unchecked: place)
  }

  /// The same where it is known that all eight are within bounds.
  @unsafe @inline(__always) mutating func store(_ vector: SIMD8<Float>, unchecked place: Int) {
    assert(place >= 0 && place <= count - 8)
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(of: vector, toUncheckedByteOffset: 4 &* place, as: SIMD8<Float>.self)
  }
}

extension Span<UInt8> {
  /// Eight neighbouring numbers, wherever they begin.
  @inline(__always) func vector(at place: Int) -> SIMD8<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

extension MutableSpan<UInt8> {
  @inline(__always) mutating func store(_ vector: SIMD8<UInt8>, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: vector, toByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

// Rows of whole vectors are mapped eight numbers at a time: that all rows are long enough is made sure once.

/// Calls `body` with each vector of a row and its place.
@inline(__always) func forEachVector(_ row: Span<Float>, _ body: (_ place: Int, SIMD8<Float>) -> Void) {
  precondition(row.count.isMultiple(of: 8), "rows are whole vectors")
  for place in stride(from: 0, to: row.count, by: 8) { body(place, unsafe row.vector(unchecked: place)) }
}

/// Calls `body` with the vectors of four rows of the same length and their place.
@inline(__always) func forEachVector(
  _ first: Span<Float>, _ second: Span<Float>, _ third: Span<Float>, _ fourth: Span<Float>,
  _ body: (_ place: Int, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> Void
) {
  let count = first.count
  precondition(
    count.isMultiple(of: 8) && min(second.count, third.count, fourth.count) >= count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    body(
      place, unsafe first.vector(unchecked: place), unsafe second.vector(unchecked: place),
      unsafe third.vector(unchecked: place), unsafe fourth.vector(unchecked: place))
  }
}

/// Writes what each vector of a row becomes; the row may be longer than the output.
@inline(__always) func mapVectors(
  _ row: Span<Float>, into output: inout MutableSpan<Float>, _ transform: (SIMD8<Float>) -> SIMD8<Float>
) {
  let count = output.count
  precondition(count.isMultiple(of: 8) && row.count >= count, "rows are whole vectors")
  for place in stride(from: 0, to: count, by: 8) {
    unsafe output.store(transform(row.vector(unchecked: place)), unchecked: place)
  }
}

/// Writes what the vectors of two rows become.
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

/// Writes what the vectors of three rows become.
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

/// Changes the vectors of a row by those of another.
@inline(__always) func updateVectors(
  _ row: inout MutableSpan<Float>, by other: Span<Float>, _ transform: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
) {
  precondition(row.count.isMultiple(of: 8) && other.count >= row.count, "rows are whole vectors")
  for place in stride(from: 0, to: row.count, by: 8) {
    let vector = transform(unsafe row.span.vector(unchecked: place), unsafe other.vector(unchecked: place))
    unsafe row.store(vector, unchecked: place)
  }
}

/// Changes the vectors of a row by those of two others.
@inline(__always) func updateVectors(
  _ row: inout MutableSpan<Float>, by first: Span<Float>, _ second: Span<Float>,
  _ transform: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
) {
  precondition(
    row.count.isMultiple(of: 8) && min(first.count, second.count) >= row.count, "rows are whole vectors")
  for place in stride(from: 0, to: row.count, by: 8) {
    let vector = transform(
      unsafe row.span.vector(unchecked: place), unsafe first.vector(unchecked: place),
      unsafe second.vector(unchecked: place))
    unsafe row.store(vector, unchecked: place)
  }
}

/// Writes what two by two numbers of two rows become, twice as long as the output.
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
