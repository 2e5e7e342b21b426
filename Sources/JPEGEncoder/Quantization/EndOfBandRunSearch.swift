/// Decides which blocks of a scan are worth their coefficients.
///
/// A block's end and the following blocks without coefficients are one end-of-band run with one symbol, so a block's cost depends
/// on its neighbours. Dynamic programming finds the cheapest choice for all blocks.
package struct EndOfBandRunSearch {
  /// The price of each logarithm of a run's length.
  let runCosts: [Float]
  /// Where the current run may begin, earliest first: costs rise, since a later and cheaper one is always better.
  private var beginnings: [(block: Int, cost: Double)] = [(-1, 0)]
  /// For each block that keeps its coefficients, the previous such block; last, that before the end.
  private var origins: [Int32]

  /// - Parameters:
  ///   - costs: of each block's coefficients relative to none, without its end; infinite where it has none.
  ///   - runCosts: the price of each logarithm of a run's length.
  /// - Returns: for each block whether it keeps them.
  package static func kept(_ costs: [Float], runCosts: [Float]) -> [Bool] {
    var search = EndOfBandRunSearch(runCosts: runCosts, count: costs.count)
    for (block, cost) in costs.enumerated() where cost < .infinity { search.consider(block, cost) }
    return search.trace()
  }

  private init(runCosts: [Float], count: Int) {
    self.runCosts = runCosts
    origins = [Int32](repeating: -1, count: count + 1)
  }

  private mutating func consider(_ block: Int, _ cost: Float) {
    let (before, origin) = cheapestRun(upTo: block)
    origins[block] = Int32(truncatingIfNeeded: origin)
    let total = before + Double(cost)
    while let last = beginnings.last, last.cost >= total { beginnings.removeLast() }
    beginnings.append((block, total))
  }

  /// The least cost of everything before a block that ends the run, and the run's beginning.
  private func cheapestRun(upTo block: Int) -> (cost: Double, origin: Int) {
    var (best, origin) = (Double.infinity, -1)
    var index = 0
    while index < beginnings.count {
      let beginning = beginnings[index]
      let length = block - max(beginning.block, 0)
      let logarithm = min(max(Magnitude.size(length) - 1, 0), runCosts.count - 1)
      let cost = beginning.cost + (length == 0 ? 0 : Double(runCosts[logarithm]))
      if cost < best { (best, origin) = (cost, beginning.block) }
      // Of equally expensive runs the first is best: only shorter ones can be better.
      index = firstBeginning(after: index, block - 1 << logarithm)
    }
    return (best, origin)
  }

  /// The first beginning later than at `index` that is beyond a block.
  private func firstBeginning(after index: Int, _ block: Int) -> Int {
    var (low, high) = (index + 1, beginnings.count)
    while low < high {
      let middle = (low + high) / 2
      if beginnings[middle].block > block { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func trace() -> [Bool] {
    var kept = [Bool](repeating: false, count: origins.count - 1)
    var block = cheapestRun(upTo: kept.count).origin
    while block >= 0 {
      kept[block] = true
      block = Int(origins[block])
    }
    return kept
  }
}
