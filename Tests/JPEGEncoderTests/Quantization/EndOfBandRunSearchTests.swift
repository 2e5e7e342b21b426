import JPEGEncoder
import TestSupport
import Testing

@Suite struct EndOfBandRunSearchTests {
  @Test(arguments: 0..<40) func fewBlocksAreChosenAsByTryingAll(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for count in 0...11 {
      let problem = Problem(count: count, &generator)
      let chosen = problem.cost(EndOfBandRunSearch.kept(problem.costs, runCosts: problem.runCosts))
      let all = (0..<1 << count).map { set in problem.cost((0..<count).map { set >> $0 & 1 == 1 }) }
      #expect(abs(chosen - (all.min() ?? .infinity)) < 1e-3)
    }
  }

  @Test(arguments: 0..<8) func manyBlocksAreChosenAsByComparingAllRuns(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let problem = Problem(count: 900, &generator)
    let chosen = problem.cost(EndOfBandRunSearch.kept(problem.costs, runCosts: problem.runCosts))
    #expect(abs(chosen - problem.leastCost) < 1e-3 * abs(problem.leastCost) + 1e-2)
  }

  /// Each block is worth a little less than nothing, but long runs cost more: there are as many beginnings as blocks.
  @Test func manyPoorBlocksAreKeptWhereRunsAreDear() {
    let runCosts: [Float] = (0..<15).map { $0 == 0 ? 0.1 : 40 + Float($0) }
    let problem = Problem(costs: [Float](repeating: 0.01, count: 300), runCosts: runCosts)
    let kept = EndOfBandRunSearch.kept(problem.costs, runCosts: runCosts)
    #expect(problem.cost(kept) <= problem.cost([Bool](repeating: true, count: 300)) + 1e-3)
    #expect(abs(problem.cost(kept) - problem.leastCost) < 1e-3)
  }

  @Test func blocksWithoutCoefficientsAreNotKept() {
    let costs: [Float] = [.infinity, -9, .infinity, .infinity, -9, .infinity]
    let kept = EndOfBandRunSearch.kept(costs, runCosts: [1, 2, 3])
    #expect(kept == [false, true, false, false, true, false])
  }

  @Test func withoutRunsEachBlockIsOnItsOwn() {
    var generator = SeededGenerator(seed: 3)
    let costs = (0..<200).map { _ in Float.random(in: -1...1, using: &generator) }
    #expect(EndOfBandRunSearch.kept(costs, runCosts: [0]) == costs.map { $0 < 0 })
  }
}

/// The costs of blocks and runs.
private struct Problem {
  /// Infinite where there is nothing to keep.
  let costs: [Float]
  let runCosts: [Float]

  init(costs: [Float], runCosts: [Float]) { (self.costs, self.runCosts) = (costs, runCosts) }

  /// Most blocks gain about as much as a run costs.
  init(count: Int, _ generator: inout SeededGenerator) {
    var end = Float.random(in: 0...3, using: &generator)
    runCosts = (0..<15).map { _ in
      end += Float.random(in: 0...2, using: &generator)
      return end
    }
    let mean = Double.random(in: -3...1, using: &generator)
    costs = (0..<count).map { _ in
      Int.random(in: 0..<6, using: &generator) == 0 ? .infinity : Float(mean + 2 * generator.normal())
    }
  }

  /// A block that is kept begins a run, which goes on until the next that is kept; so does the first block.
  func cost(_ kept: [Bool]) -> Double {
    let blocks = kept.indices.filter { kept[$0] }
    let runs = zip([0] + blocks, blocks + [kept.count]).reduce(0.0) { $0 + end($1.1 - $1.0) }
    return blocks.reduce(runs) { $0 + Double(costs[$1]) }
  }

  /// The least cost of all choices, by looking at each run that could lead to each block.
  var leastCost: Double {
    // Of all before each block that is kept and of the block, and at last of all.
    var least: [Double] = []
    for block in 0...costs.count {
      let own = block < costs.count ? Double(costs[block]) : 0
      let runs = least.enumerated().map { $1 + end(block - $0) }
      least.append(min(runs.min() ?? .infinity, end(block)) + own)
    }
    return least[costs.count]
  }

  private func end(_ length: Int) -> Double {
    length == 0 ? 0 : Double(runCosts[min(Int.bitWidth - 1 - length.leadingZeroBitCount, runCosts.count - 1)])
  }
}
