/// Chooses a component's quantized AC coefficients for the least cost: error and bits together.
///
/// In a block each coefficient that does not round to zero may keep its value, move one closer to zero, take the largest value
/// with a bit less, or become zero. Dynamic programming finds the cheapest combination (K. Ramchandran and M. Vetterli,
/// "Rate-distortion optimal fast thresholding with complete JPEG/MPEG decoder compatibility", IEEE Transactions on Image
/// Processing 3(5), 1994).
package struct ACTrellis {
  let plane: FrequencyPlane
  let steps: [UInt8]
  let cost: TrellisCost

  package init(plane: FrequencyPlane, steps: [UInt8], cost: TrellisCost) {
    (self.plane, self.steps, self.cost) = (plane, steps, cost)
  }

  package func quantized() -> ACCoefficients {
    let bands = cost.rates.bands.map { BandChoice(self, $0) }
    if let only = bands.first, bands.count == 1, only.keepsAll { return only.coefficients }
    return merged(bands)
  }

  /// The kept coefficients of all bands, in order.
  private func merged(_ bands: [BandChoice]) -> ACCoefficients {
    let count = bands.reduce(0) { $0 + $1.coefficients.entries.count }
    var merged = ACCoefficients(reservingBlocks: plane.shape.blockCount, entries: count)
    for block in 0..<plane.shape.blockCount {
      for band in bands where band.kept[block] {
        for index in band.coefficients.range(ofBlock: block) { merged.append(band.coefficients.entries[index]) }
      }
      merged.endBlock()
    }
    return merged
  }
}

/// The coefficients of one band of all blocks.
private struct BandChoice {
  let coefficients: ACCoefficients
  /// Which blocks keep them.
  let kept: [Bool]

  init(_ trellis: ACTrellis, _ rates: BandRates) {
    let endOfBand = rates.endOfBand.map { $0 * trellis.cost.lambda }
    let (coefficients, costs) = Self.search(trellis, rates, endOfBand: endOfBand[0])
    self.coefficients = coefficients
    kept = EndOfBandRunSearch.kept(costs, runCosts: trellis.cost.hasEndOfBandRuns ? endOfBand : [0])
  }

  /// Whether every block is worth the cost of its coefficients.
  var keepsAll: Bool { kept.indices.allSatisfy { kept[$0] || coefficients.range(ofBlock: $0).isEmpty } }

  /// The best coefficients of each block, and their cost relative to none.
  private static func search(
    _ trellis: ACTrellis, _ rates: BandRates, endOfBand: Float
  ) -> (ACCoefficients, costs: [Float]) {
    let count = trellis.plane.shape.blockCount
    let expected = Int(1.125 * rates.coefficientsPerBlock * Double(count))
    var coefficients = ACCoefficients(reservingBlocks: count, entries: expected)
    var costs: [Float] = []
    costs.reserveCapacity(count)
    let search = BlockSearch(
      trellis.cost, steps: trellis.steps, band: rates.band, rates: rates.scaled(trellis.cost.lambda),
      endOfBand: endOfBand)
    let (plane, blockParts) = (trellis.plane.coefficients.span, trellis.cost.blockParts)
    for block in 0..<count {
      let range = FrequencyPlane.range(ofBlock: block)
      costs.append(search.choose(plane.extracting(range), blockParts?[block], into: &coefficients))
    }
    return (coefficients, costs)
  }
}

extension BandRates {
  /// The price of a run and a value of some size: for each size 64 numbers for runs, then 64 for the cheapest of at least it.
  fileprivate func scaled(_ lambda: Float) -> [Float] {
    (0..<16).flatMap { size -> [Float] in
      let byRun = self.byRun[64 * size..<64 * (size + 1)].map { $0 * lambda }
      var (least, leastByRun) = (Float.infinity, byRun)
      for run in (0..<64).reversed() {
        least = min(least, byRun[run])
        leastByRun[run] = least
      }
      return byRun + leastByRun
    }
  }
}
