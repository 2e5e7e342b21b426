/// Chooses a component's quantized DC coefficients for the least cost: error and bits of differences together.
///
/// Each coefficient may be rounded or one step to either side. Dynamic programming over all blocks finds the cheapest
/// sequence.
package struct DCTrellis {
  let plane: FrequencyPlane
  let step: UInt8
  let cost: TrellisCost

  package init(plane: FrequencyPlane, step: UInt8, cost: TrellisCost) {
    (self.plane, self.step, self.cost) = (plane, step, cost)
  }

  /// The cheapest costs up to one below the rounded value, that value and one above.
  private typealias Costs = SIMD3<Float>

  /// One coefficient for each block.
  package func quantized() -> [Int16] {
    let count = plane.shape.blockCount
    var values = [Int](repeating: 0, count: count)
    var origins = [SIMD3<Int8>](repeating: .zero, count: count)
    // Differences begin with one to zero.
    var (costs, previous) = (Costs(.infinity, 0, .infinity), 0)
    let rates = cost.rates.dc.map { $0 * cost.lambda }
    for block in 0..<count {
      values[block] = rounded(block)
      let rates = Self.rates(rates, around: values[block] - previous)
      (costs, origins[block]) = Self.advance(costs, errors: errors(block, values[block]), rates)
      previous = values[block]
    }
    return Self.trace(values, origins, from: costs)
  }

  private func rounded(_ block: Int) -> Int {
    let scaled = plane.coefficients[64 * block] / Float(step)
    return min(max(Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5), -1024), 1023)
  }

  /// The weighted squared errors of a value and its neighbours; coefficients fit the 11 bits of their difference.
  @inline(__always) private func errors(_ block: Int, _ value: Int) -> Costs {
    let error = Float(value) * Float(step) - plane.coefficients[64 * block]
    let errors = Costs(error - Float(step), error, error + Float(step))
    let costs = cost.weight(block: block, position: 0) * errors * errors
    return Costs(value > -1024 ? costs[0] : .infinity, costs[1], value < 1023 ? costs[2] : .infinity)
  }

  /// The prices of differences from two below `difference` to two above.
  @inline(__always) private static func rates(_ rates: [Float], around difference: Int) -> SIMD8<Float> {
    var costs = SIMD8<Float>(repeating: 0)
    for offset in 0..<5 { costs[offset] = rates[min(Magnitude.size(abs(difference + offset - 2)), 11)] }
    return costs
  }

  @inline(__always) private static func advance(
    _ costs: Costs, errors: Costs, _ rates: SIMD8<Float>
  ) -> (Costs, SIMD3<Int8>) {
    var (next, origins) = (Costs(repeating: .infinity), SIMD3<Int8>.zero)
    for value in 0..<3 {
      for origin in 0..<3 {
        let cost = costs[origin] + rates[value - origin + 2]
        if cost < next[value] { (next[value], origins[value]) = (cost, Int8(origin)) }
      }
    }
    return (next + errors, origins)
  }

  private static func trace(_ values: [Int], _ origins: [SIMD3<Int8>], from costs: Costs) -> [Int16] {
    var result = [Int16](repeating: 0, count: values.count)
    var choice = (0..<3).min { costs[$0] < costs[$1] } ?? 1
    for block in values.indices.reversed() {
      result[block] = Int16(values[block] + choice - 1)
      choice = Int(origins[block][choice])
    }
    return result
  }
}
