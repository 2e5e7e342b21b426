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
    component.ac.removeAll(keepingCapacity: true)
    component.starts.removeAll(keepingCapacity: true)
    component.starts.append(0)
    plane.coefficients.withPointer { coefficients in
      withTables { tables in
        var search = BlockSearch(tables: tables, cost: cost)
        for block in 0..<plane.shape.blockCount {
          component.ac.append(contentsOf: search.entries(block, coefficients + 64 * block))
          component.starts.append(Int32(truncatingIfNeeded: component.ac.count))
        }
      }
    }
  }

  private func withTables(_ body: (BlockSearch.Tables) -> Void) {
    let steps = self.steps.map { Float($0) }
    // The first is that of DC, which is not for here to choose.
    let reciprocals = [0] + steps.dropFirst().map { 1 / $0 }
    // One more than there can be: the next is written before it is known to be there.
    withScratch(of: TrellisState.self, count: 65) { states in
      withScratch(of: QuantizedComponent.Entry.self, count: 64) { entries in
        withScratch(of: Float.self, count: 64) { weights in
          rates.withPointer { rates in
            steps.withPointer { steps in
              reciprocals.withPointer { reciprocals in
                Visibility.ofGroups.withPointer { visibility in
                  body(
                    .init(
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

extension ACTrellis {
  /// What a run and a value of some size cost: for each size 64 numbers for runs, then 64 for the cheapest of at least that run.
  fileprivate var rates: [Float] {
    (0..<16).flatMap { size -> [Float] in
      let byRun = cost.rates.acByRun[64 * size..<64 * (size + 1)].map { $0 * cost.lambda }
      var (least, leastByRun) = (Float.infinity, byRun)
      for run in (0..<64).reversed() {
        least = min(least, byRun[run])
        leastByRun[run] = least
      }
      return byRun + leastByRun
    }
  }
}
