extension BlockSearch {
  /// What is the same for all blocks, and room for what is not.
  struct Tables {
    let states: UnsafeMutablePointer<TrellisState>
    let entries: UnsafeMutablePointer<QuantizedComponent.Entry>
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
      withScratch(of: QuantizedComponent.Entry.self, count: 64) { entries in
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
