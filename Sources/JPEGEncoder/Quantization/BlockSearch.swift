/// A coefficient that may be non-zero, and the cheapest way to it.
struct TrellisState: BitwiseCopyable {
  /// In zigzag order; the beginning is before the band.
  var position: Int32
  /// Without its sign.
  var value: Int32 = 0
  /// Up to here, relative to zeros.
  var cost: Float = 0
  /// The least cost of this and all states before.
  var leastCost: Float = 0
  /// The state before.
  var previous: Int32 = 0
}

/// The search for the best coefficients of one block after another.
struct BlockSearch: ~Copyable {
  private let band: ClosedRange<Int>
  /// The price of an end of band, which a last coefficient at its end saves.
  private let endOfBand: Float
  /// For each size 64 numbers for runs, then 64 for the cheapest of at least that run.
  private let rates: WrappingBuffer<Float, Capacity2048>
  private let steps: WrappingBuffer<Float, Capacity64>
  /// Zero for coefficients beyond the band, which are not chosen here.
  private let reciprocals: WrappingBuffer<Float, Capacity64>
  /// What each coefficient's weighted error must fall by at least for its bits.
  private let leastGains: WrappingBuffer<Float, Capacity64>
  /// The perceptual weights of the block's coefficients.
  private let weights: WrappingBuffer<Float, Capacity64>
  /// The block's beginning, and up to 64 more.
  private let states: WrappingBuffer<TrellisState, Capacity128>
  /// The chosen coefficients of a block, the last ones of 64.
  private let entries: WrappingBuffer<ACCoefficients.Entry, Capacity64>

  /// With a larger part, scores became worse.
  private static let surePart: Float = 0.4
  private static var mostStates: Int { WrappingBuffer<TrellisState, Capacity128>.capacity }

  /// - Parameter rates: for each size 64 numbers for runs, then 64 for the cheapest of at least that run.
  init(_ cost: TrellisCost, steps: [UInt8], band: ClosedRange<Int>, rates: [Float], endOfBand: Float) {
    (self.band, self.endOfBand) = (band, endOfBand)
    self.rates = WrappingBuffer(rates, then: 0)
    self.steps = WrappingBuffer(steps.map { Float($0) }, then: 1)
    reciprocals = WrappingBuffer(steps.enumerated().map { band.contains($0) ? 1 / Float($1) : 0 }, then: 0)
    // A part of the cheapest value's bits: what comes after it may get cheaper. The last of the band also saves its end.
    leastGains = WrappingBuffer(repeating: Self.surePart * rates[128 + 64])
    leastGains[band.upperBound] = Self.surePart * rates[128 + 64] - endOfBand
    let beginning = TrellisState(position: Int32(truncatingIfNeeded: band.lowerBound - 1))
    states = WrappingBuffer(repeating: beginning)
    entries = WrappingBuffer(repeating: .init(position: 0, value: 0))
    weights =
      if case .perPosition(let weights) = cost.weights { WrappingBuffer(weights, then: 0) } else { .init(repeating: 0) }
  }

  /// Adds the best coefficients of a block, and ends it.
  ///
  /// - Parameters:
  ///   - coefficients: of the block.
  ///   - parts: of its weights, where blocks differ.
  /// - Returns: their cost relative to zeros, without the block's end; infinite where it has none.
  @inline(__always) func choose(
    _ coefficients: Span<Float>, _ parts: SIMD4<Float>?, into component: inout ACCoefficients
  ) -> Float {
    let count = findStates(coefficients, parts)
    guard count > 1 else {
      component.endBlock()
      return .infinity
    }
    for state in 1..<count { extend(state, coefficients) }
    let (cost, last) = cheapestEnd(count)
    append(wayTo: last, coefficients, to: &component)
    return cost
  }

  /// Writes the weights of the block's coefficients where needed.
  @inline(__always) private func writeWeights(_ parts: SIMD4<Float>, groups: Int) {
    let groupVisibility = Visibility.ofGroups
    let visibility = groupVisibility.span
    for group in 0..<groups { weights[vector: group] = Visibility.weights(parts, visibility, group) }
  }

  /// - Returns: how many, including the block's beginning.
  @inline(__always) private func findStates(_ coefficients: Span<Float>, _ parts: SIMD4<Float>?) -> Int {
    // A bit for each coefficient that is not rounded to zero.
    var others: UInt64 = 0
    for group in 0..<8 {
      let scaled = coefficients.vector(at: 8 &* group).magnitude * reciprocals[vector: group]
      others |= UInt64((scaled .>= 0.5).bits) &<< UInt64(8 &* group)
    }
    guard others != 0 else { return 1 }
    let groups = 8 &- others.leadingZeroBitCount / 8
    if let parts { writeWeights(parts, groups: groups) }
    others &= worthwhile(coefficients, groups: groups)
    var count = 1
    while others != 0 {
      let position = Int32(truncatingIfNeeded: others.trailingZeroBitCount)
      // There are no more states than coefficients.
      unsafe states.update(unchecked: count) { $0.position = position }
      count &+= 1
      others &= others &- 1
    }
    return count
  }

  /// - Returns: a bit for each coefficient whose error may fall by more than its bits cost.
  @inline(__always) private func worthwhile(_ coefficients: Span<Float>, groups: Int) -> UInt64 {
    var bits: UInt64 = 0
    for group in 0..<groups {
      let (magnitude, step) = (coefficients.vector(at: 8 &* group).magnitude, steps[vector: group])
      let gain = weights[vector: group] * step * (magnitude + magnitude - step)
      bits |= UInt64((gain .> leastGains[vector: group]).bits) &<< UInt64(8 &* group)
    }
    return bits
  }

  /// Finds the cheapest way to a state, and its value there.
  @inline(__always) private func extend(_ index: Int, _ coefficients: Span<Float>) {
    let position = Int(states[index].position)
    let magnitude = abs(coefficients[position])
    let scaled = min(magnitude * reciprocals[position] + 0.5, Float(ACCoefficients.largest))
    let rounded = Int32(scaled)
    let (step, weight) = (steps[position], weights[position])
    /// The error relative to that of zero.
    func error(_ value: Int32) -> Float {
      let quantized = Float(value) * step
      return weight * quantized * (quantized - 2 * magnitude)
    }
    let size = Magnitude.size(Int(rounded))
    var (best, previous) = arrival(index, size)
    best += error(rounded)
    var value = rounded
    let smaller = Int32(1) &<< Int32(truncatingIfNeeded: size &- 1) &- 1
    if rounded &- 1 > smaller {
      let other = best - error(rounded) + error(rounded &- 1)
      if other < best { (best, value) = (other, rounded &- 1) }
    }
    if smaller > 0 {
      let (way, origin) = arrival(index, size &- 1)
      if way + error(smaller) < best { (best, previous, value) = (way + error(smaller), origin, smaller) }
    }
    states[index] = TrellisState(
      position: Int32(truncatingIfNeeded: position), value: value, cost: best,
      leastCost: min(best, states[index &- 1].leastCost), previous: Int32(truncatingIfNeeded: previous))
  }

  /// The cheapest way to a state whose value has so many bits, without the error of that value.
  @inline(__always) private func arrival(_ index: Int, _ size: Int) -> (cost: Float, previous: Int) {
    precondition(index < Self.mostStates, "all states before it are there")
    let byRun = 128 &* size
    let position = Int(states[index].position)
    var (best, previous) = (Float.infinity, 0)
    var origin = index
    while origin > 0 {
      origin &-= 1
      let run = position &- Int(unsafe states[unchecked: origin].position) &- 1
      let cost = unsafe states[unchecked: origin].cost + rates[byRun &+ run]
      if cost < best { (best, previous) = (cost, origin) }
      // No earlier state can be cheaper than the cheapest of them with the cheapest longer run.
      if origin > 0, unsafe states[unchecked: origin &- 1].leastCost + rates[byRun &+ 64 &+ run] >= best { break }
    }
    return (best, previous)
  }

  @inline(__always) private func cheapestEnd(_ count: Int) -> (cost: Float, last: Int) {
    var (best, last) = (Float.infinity, 0)
    for index in 1..<count {
      let total = states[index].cost - (Int(states[index].position) == band.upperBound ? endOfBand : 0)
      if total < best { (best, last) = (total, index) }
    }
    return (best, last)
  }

  /// Adds what is on the way to the last state.
  @inline(__always) private func append(
    wayTo last: Int, _ coefficients: Span<Float>, to component: inout ACCoefficients
  ) {
    var (state, first) = (last, 64)
    while state != 0 {
      let (position, value) = (states[state].position, states[state].value)
      let signed = coefficients[Int(position)] < 0 ? 0 &- value : value
      first &-= 1
      entries[first] = .init(position: Int16(truncatingIfNeeded: position), value: Int16(truncatingIfNeeded: signed))
      state = Int(states[state].previous)
    }
    for index in first..<64 { component.append(entries[index]) }
    component.endBlock()
  }
}
