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

  /// Replaces the AC coefficients of `component`.
  package func quantize(into component: inout QuantizedComponent) {
    var (ac, starts) = ([QuantizedComponent.Entry](), [Int32]())
    swap(&ac, &component.ac)
    swap(&starts, &component.starts)
    // What was there before is about as long.
    let bands = cost.rates.bands.map { BandChoice(self, $0, &ac, &starts) }
    if let only = bands.first, bands.count == 1, only.keepsAll {
      (component.ac, component.starts) = (only.entries, only.starts)
    } else {
      merge(bands, into: &component)
    }
  }

  /// Puts what bands keep of each block one after another.
  private func merge(_ bands: [BandChoice], into component: inout QuantizedComponent) {
    var counts = [Int32](repeating: 0, count: plane.shape.blockCount)
    for band in bands { band.addCounts(to: &counts) }
    var total: Int32 = 0
    component.starts.reserveCapacity(counts.count + 1)
    component.starts.append(0)
    for count in counts {
      total += count
      component.starts.append(total)
    }
    component.ac = [QuantizedComponent.Entry](unsafeUninitializedCapacity: Int(total)) { output, count in
      var places = component.starts
      for band in bands { band.write(to: output, at: &places) }
      count = Int(total)
    }
  }
}

/// The coefficients of one band of all blocks.
private struct BandChoice {
  private(set) var entries: [QuantizedComponent.Entry] = []
  private(set) var starts: [Int32] = []
  private var kept: [Bool] = []

  /// - Parameters:
  ///   - entries: room for entries, which is taken.
  ///   - starts: room for starts, which is taken.
  init(
    _ trellis: ACTrellis, _ rates: BandRates, _ entries: inout [QuantizedComponent.Entry], _ starts: inout [Int32]
  ) {
    swap(&self.entries, &entries)
    swap(&self.starts, &starts)
    self.entries.removeAll(keepingCapacity: true)
    self.starts.removeAll(keepingCapacity: true)
    self.starts.append(0)
    let endsOfBand = rates.endOfBand.map { $0 * trellis.cost.lambda }
    let costs = search(trellis, rates, endOfBand: endsOfBand[0])
    kept = EndOfBandRunSearch.kept(costs, runCosts: trellis.cost.hasEndOfBandRuns ? endsOfBand : [0])
  }

  /// Whether no block is worth less than its coefficients cost.
  var keepsAll: Bool { kept.indices.allSatisfy { kept[$0] || starts[$0] == starts[$0 + 1] } }

  /// - Returns: what the coefficients of each block cost, compared with none.
  private mutating func search(_ trellis: ACTrellis, _ rates: BandRates, endOfBand: Float) -> [Float] {
    var costs: [Float] = []
    costs.reserveCapacity(trellis.plane.shape.blockCount)
    BlockSearch.withTables(rates.scaled(trellis.cost.lambda), trellis.steps, rates.band) { tables in
      let search = BlockSearch(tables: tables, weights: trellis.cost.weights, band: rates.band, endOfBand: endOfBand)
      trellis.plane.coefficients.withPointer { coefficients in
        for block in 0..<trellis.plane.shape.blockCount {
          let choice = search.choice(block, coefficients + 64 * block)
          costs.append(choice.cost)
          entries.append(contentsOf: choice.entries)
          starts.append(Int32(truncatingIfNeeded: entries.count))
        }
      }
    }
    return costs
  }

  /// How many coefficients are kept of each block.
  func addCounts(to counts: inout [Int32]) {
    for block in kept.indices where kept[block] { counts[block] += starts[block + 1] - starts[block] }
  }

  /// Writes the coefficients that are kept of each block from its place on, which moves behind them.
  func write(to output: UnsafeMutableBufferPointer<QuantizedComponent.Entry>, at places: inout [Int32]) {
    entries.withUnsafeBufferPointer { entries in
      for block in kept.indices where kept[block] {
        for entry in entries[Int(starts[block])..<Int(starts[block + 1])] {
          output[Int(places[block])] = entry
          places[block] += 1
        }
      }
    }
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
