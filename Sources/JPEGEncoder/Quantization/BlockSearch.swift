/// A coefficient that may be other than zero, and the cheapest way to it.
struct TrellisState {
  /// In zigzag order; the beginning is before the band.
  var position: Int
  /// Without its sign: rounded to begin with, then as chosen.
  var value: Int
  /// Of everything up to here, compared with zeros.
  var cost: Float
  /// The least cost of this and all states before.
  var leastCost: Float
  /// The state before.
  var previous: Int
}

/// The search within one block after another.
struct BlockSearch {
  let cost: TrellisCost
  let states: UnsafeMutablePointer<TrellisState>
  let rates: [Float]
  let steps: [Float]
  let reciprocals: [Float]
  let band: ClosedRange<Int>
  /// What is saved where there is nothing left to end.
  let end: Float

  /// Appends the best coefficients that are not all zero.
  ///
  /// - Returns: their cost compared with zeros, without that of the block's end; infinite where there are none.
  @inline(__always) func appendBlock(
    _ block: Int, _ coefficients: UnsafePointer<Float>, to entries: inout [QuantizedComponent.Entry]
  ) -> Float {
    let count = findStates(coefficients)
    guard count > 1 else { return .infinity }
    for state in 1..<count { extend(state, block, coefficients) }
    let (cost, last) = cheapestEnd(count)
    append(last, coefficients, to: &entries)
    return cost
  }

  /// - Returns: how many there are, with the block's beginning.
  @inline(__always) private func findStates(_ coefficients: UnsafePointer<Float>) -> Int {
    states[0] = TrellisState(position: band.lowerBound - 1, value: 0, cost: 0, leastCost: 0, previous: 0)
    var count = 1
    reciprocals.withPointer { reciprocals in
      for first in stride(from: 0, to: 64, by: 8) {
        let scaled = load8(coefficients + first).magnitude * load8(reciprocals + first)
        guard any(scaled .>= 0.5) else { continue }
        for lane in 0..<8 where scaled[lane] >= 0.5 {
          let value = min(Int(scaled[lane] + 0.5), QuantizedComponent.largestAC)
          states[count] = TrellisState(position: first + lane, value: value, cost: 0, leastCost: 0, previous: 0)
          count &+= 1
        }
      }
    }
    return count
  }

  /// Finds the cheapest way to a state and the value that it ends with.
  @inline(__always) private func extend(_ index: Int, _ block: Int, _ coefficients: UnsafePointer<Float>) {
    let (position, rounded) = (states[index].position, states[index].value)
    let magnitude = abs(coefficients[position])
    let (step, weight) = (steps[position], cost.weight(block: block, position: position))
    /// The error compared with that of zero.
    func error(_ value: Int) -> Float {
      let quantized = Float(value) * step
      return weight * quantized * (quantized - 2 * magnitude)
    }
    let size = Magnitude.size(rounded)
    var (best, previous) = arrival(index, size)
    best += error(rounded)
    var value = rounded
    let smaller = 1 << (size &- 1) - 1
    if rounded &- 1 > smaller {
      let other = best - error(rounded) + error(rounded - 1)
      if other < best { (best, value) = (other, rounded - 1) }
    }
    if smaller > 0 {
      let (way, origin) = arrival(index, size - 1)
      if way + error(smaller) < best { (best, previous, value) = (way + error(smaller), origin, smaller) }
    }
    states[index].cost = best
    states[index].leastCost = min(best, states[index - 1].leastCost)
    states[index].previous = previous
    states[index].value = value
  }

  /// The cheapest way to a state whose value has so many bits, without the error of that value.
  @inline(__always) private func arrival(_ index: Int, _ size: Int) -> (cost: Float, previous: Int) {
    let position = states[index].position
    return rates.withPointer { rates in
      let byRun = rates + 128 * size
      var (best, previous) = (Float.infinity, 0)
      var origin = index
      while origin > 0 {
        origin &-= 1
        let run = position &- states[origin].position &- 1
        let cost = states[origin].cost + byRun[run]
        if cost < best { (best, previous) = (cost, origin) }
        // No state further back can be cheaper than the cheapest of them with the cheapest longer run.
        if origin > 0, states[origin &- 1].leastCost + byRun[64 &+ run] >= best { break }
      }
      return (best, previous)
    }
  }

  @inline(__always) private func cheapestEnd(_ count: Int) -> (cost: Float, last: Int) {
    var (best, last) = (Float.infinity, 0)
    for index in 1..<count {
      let total = states[index].cost - (states[index].position == band.upperBound ? end : 0)
      if total < best { (best, last) = (total, index) }
    }
    return (best, last)
  }

  @inline(__always) private func append(
    _ last: Int, _ coefficients: UnsafePointer<Float>, to entries: inout [QuantizedComponent.Entry]
  ) {
    // Turn the way round: each state then names the next.
    var (state, next) = (last, 0)
    while state != 0 {
      let previous = states[state].previous
      states[state].previous = next
      (next, state) = (state, previous)
    }
    while next != 0 {
      let (position, value) = (states[next].position, states[next].value)
      let signed = coefficients[position] < 0 ? -value : value
      entries.append(.init(position: Int16(truncatingIfNeeded: position), value: Int16(truncatingIfNeeded: signed)))
      next = states[next].previous
    }
  }
}
