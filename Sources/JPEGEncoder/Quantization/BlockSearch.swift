/// A coefficient that may be other than zero, and the cheapest way to it.
struct TrellisState {
  /// In zigzag order; the beginning is before the band.
  var position: Int32
  /// Without its sign.
  var value: Int32
  /// Of everything up to here, compared with zeros.
  var cost: Float
  /// The least cost of this and all states before.
  var leastCost: Float
  /// The state before.
  var previous: Int
}

/// The search within one block after another.
struct BlockSearch {
  private let tables: Tables
  private let weights: TrellisCost.Weights
  private let band: ClosedRange<Int>
  /// The cost of an end of the band, saved where the last coefficient is at it.
  private let endOfBand: Float

  init(tables: Tables, weights: TrellisCost.Weights, band: ClosedRange<Int>, endOfBand: Float) {
    self.tables = tables
    self.weights = weights
    self.band = band
    self.endOfBand = endOfBand
    tables.states[0] = TrellisState(
      position: Int32(truncatingIfNeeded: band.lowerBound - 1), value: 0, cost: 0, leastCost: 0, previous: 0)
    if case .perPosition(let weights) = weights { tables.weights.update(from: weights, count: 64) }
  }

  /// The best coefficients of a block that are not all zero, until the next is asked for; and their cost compared with zeros,
  /// without that of the block's end: infinite where there are none.
  @inline(__always) func choice(
    _ block: Int, _ coefficients: UnsafePointer<Float>
  ) -> (entries: UnsafeBufferPointer<ACCoefficients.Entry>, cost: Float) {
    let count = findStates(coefficients)
    guard count > 1 else { return (UnsafeBufferPointer(start: nil, count: 0), .infinity) }
    if case .perBlock(let weights) = weights {
      writeWeights(weights.scaleWeights[block], groups: Int(tables.states[count &- 1].position) / 8 &+ 1)
    }
    for state in 1..<count { extend(state, coefficients) }
    let (cost, last) = cheapestEnd(count)
    return (way(to: last, coefficients), cost)
  }

  /// Writes the weights of the block's coefficients, as far as they are needed.
  @inline(__always) private func writeWeights(_ scaleWeights: SIMD8<Float>, groups: Int) {
    for group in 0..<groups {
      let weights = Visibility.weights(scaleWeights, tables.visibility + LumaPyramid.scaleCount &* group)
      store8(weights, to: tables.weights + 8 &* group)
    }
  }

  /// - Returns: how many there are, with the block's beginning.
  @inline(__always) private func findStates(_ coefficients: UnsafePointer<Float>) -> Int {
    let states = tables.states
    var count = 1
    for first in stride(from: 0, to: 64, by: 8) {
      let scaled = load8(coefficients + first).magnitude * load8(tables.reciprocals + first)
      let isOther = scaled .>= 0.5
      guard any(isOther) else { continue }
      let ones = SIMD8<Int32>.zero.replacing(with: 1, where: isOther)
      // Where each is written, and the next takes its place, no branch has to be guessed.
      for lane in 0..<8 {
        states[count].position = Int32(truncatingIfNeeded: first &+ lane)
        count &+= Int(ones[lane])
      }
    }
    return count
  }

  /// Finds the cheapest way to a state and the value that it ends with.
  @inline(__always) private func extend(_ index: Int, _ coefficients: UnsafePointer<Float>) {
    let states = tables.states
    let position = Int(states[index].position)
    let magnitude = abs(coefficients[position])
    let scaled = min(magnitude * tables.reciprocals[position] + 0.5, Float(ACCoefficients.largest))
    let rounded = Int32(scaled)
    let (step, weight) = (tables.steps[position], tables.weights[position])
    /// The error compared with that of zero.
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
    states[index].cost = best
    states[index].leastCost = min(best, states[index &- 1].leastCost)
    states[index].previous = previous
    states[index].value = value
  }

  /// The cheapest way to a state whose value has so many bits, without the error of that value.
  @inline(__always) private func arrival(_ index: Int, _ size: Int) -> (cost: Float, previous: Int) {
    let (states, byRun) = (tables.states, tables.rates + 128 &* size)
    let position = Int(states[index].position)
    var (best, previous) = (Float.infinity, 0)
    var origin = index
    while origin > 0 {
      origin &-= 1
      let run = position &- Int(states[origin].position) &- 1
      let cost = states[origin].cost + byRun[run]
      if cost < best { (best, previous) = (cost, origin) }
      // No state further back can be cheaper than the cheapest of them with the cheapest longer run.
      if origin > 0, states[origin &- 1].leastCost + byRun[64 &+ run] >= best { break }
    }
    return (best, previous)
  }

  @inline(__always) private func cheapestEnd(_ count: Int) -> (cost: Float, last: Int) {
    let states = tables.states
    var (best, last) = (Float.infinity, 0)
    for index in 1..<count {
      let total = states[index].cost - (Int(states[index].position) == band.upperBound ? endOfBand : 0)
      if total < best { (best, last) = (total, index) }
    }
    return (best, last)
  }

  /// What is on the way to the last state.
  @inline(__always) private func way(
    to last: Int, _ coefficients: UnsafePointer<Float>
  ) -> UnsafeBufferPointer<ACCoefficients.Entry> {
    var (state, first) = (last, 64)
    while state != 0 {
      let (position, value) = (tables.states[state].position, tables.states[state].value)
      let signed = coefficients[Int(position)] < 0 ? 0 &- value : value
      first &-= 1
      tables.entries[first] = .init(
        position: Int16(truncatingIfNeeded: position), value: Int16(truncatingIfNeeded: signed))
      state = tables.states[state].previous
    }
    return UnsafeBufferPointer(start: tables.entries + first, count: 64 &- first)
  }
}

extension BlockSearch {
  /// What is the same for all blocks, and room for what is not.
  struct Tables {
    let states: UnsafeMutablePointer<TrellisState>
    let entries: UnsafeMutablePointer<ACCoefficients.Entry>
    /// The perceptual weights of the block's coefficients.
    let weights: UnsafeMutablePointer<Float>
    /// How visible coefficients are at each scale.
    let visibility: UnsafePointer<SIMD8<Float>>
    /// For each size 64 numbers for runs, then 64 for the cheapest of at least that run.
    let rates: UnsafePointer<Float>
    let steps: UnsafePointer<Float>
    let reciprocals: UnsafePointer<Float>
  }

  static func withTables(
    _ rates: [Float], _ steps: [UInt8], _ band: ClosedRange<Int>, _ body: (Tables) -> Void
  ) {
    let steps = steps.map { Float($0) }
    // Coefficients beyond the band are not for here to choose.
    let reciprocals = steps.enumerated().map { band.contains($0) ? 1 / $1 : 0 }
    // One more than there can be: the next is written before it is known to be there.
    withScratch(of: TrellisState.self, count: 65) { states in
      withScratch(of: ACCoefficients.Entry.self, count: 64) { entries in
        withScratch(of: Float.self, count: 64) { weights in
          rates.withPointer { rates in
            steps.withPointer { steps in
              reciprocals.withPointer { reciprocals in
                Visibility.ofGroups.withPointer { visibility in
                  body(
                    Tables(
                      states: states, entries: entries, weights: weights, visibility: visibility, rates: rates,
                      steps: steps, reciprocals: reciprocals))
                }
              }
            }
          }
        }
      }
    }
  }
}
