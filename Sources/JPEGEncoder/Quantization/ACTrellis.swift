/// Chooses the quantized AC coefficients of a component for the least cost: error and bits together.
///
/// Within a block every coefficient that does not round to zero may keep its value, come one closer to zero, take the largest
/// value that needs a bit less, or become zero; of all ways through those choices the cheapest is found by dynamic programming
/// (K. Ramchandran and M. Vetterli, "Rate-distortion optimal fast thresholding with complete JPEG/MPEG decoder compatibility",
/// IEEE Transactions on Image Processing 3(5), 1994).
package struct ACTrellis {
  let plane: FrequencyPlane
  let steps: [UInt8]
  let cost: TrellisCost

  package init(plane: FrequencyPlane, steps: [UInt8], cost: TrellisCost) {
    self.plane = plane
    self.steps = steps
    self.cost = cost
  }

  package func quantized() -> ACCoefficients {
    let bands = cost.rates.bands.map { BandChoice(self, $0) }
    if let only = bands.first, bands.count == 1, only.keepsAll { return only.coefficients }
    return merged(bands)
  }

  /// What bands keep of each block, one after another.
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
  /// Which blocks keep theirs.
  let kept: [Bool]

  init(_ trellis: ACTrellis, _ rates: BandRates) {
    let endOfBand = rates.endOfBand.map { $0 * trellis.cost.lambda }
    let (coefficients, costs) = Self.search(trellis, rates, endOfBand: endOfBand[0])
    self.coefficients = coefficients
    kept = EndOfBandRunSearch.kept(costs, runCosts: trellis.cost.hasEndOfBandRuns ? endOfBand : [0])
  }

  /// Whether no block is worth less than its coefficients cost.
  var keepsAll: Bool { kept.indices.allSatisfy { kept[$0] || coefficients.range(ofBlock: $0).isEmpty } }

  /// The best coefficients of each block, and what they cost, compared with none.
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
  /// What a run and a value of some size cost: for each size 64 numbers for runs, then 64 for the cheapest of at least that run.
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
