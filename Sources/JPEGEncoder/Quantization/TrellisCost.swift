/// What quantization weighs: the squared error of each coefficient against bits.
package struct TrellisCost: Sendable {
  package enum Weights: Sendable {
    /// Each coefficient of each block has a weight of its own.
    case perBlock(BlockWeights)
    /// One weight for each place in zigzag order.
    case perPosition([Float])
  }

  package let weights: Weights
  /// What a bit costs, in weighted squared error.
  package let lambda: Float
  package let rates: RateModel
  /// Whether ends of blocks share symbols, as in progressive files; otherwise each has one of its own.
  package let hasEndOfBandRuns: Bool

  package init(weights: Weights, lambda: Float, rates: RateModel, hasEndOfBandRuns: Bool = true) {
    self.weights = weights
    self.lambda = lambda
    self.rates = rates
    self.hasEndOfBandRuns = hasEndOfBandRuns
  }

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    switch weights {
    case .perBlock(let weights): weights.weight(block: block, position: position)
    case .perPosition(let weights): weights[position]
    }
  }
}
