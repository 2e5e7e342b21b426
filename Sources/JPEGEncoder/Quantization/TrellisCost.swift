/// What quantization weighs: the squared error of each coefficient against bits.
struct TrellisCost: Sendable {
  enum Weights: Sendable {
    /// Each coefficient of each block has a weight of its own.
    case perBlock(BlockWeights)
    /// One weight for each place in zigzag order.
    case perPosition([Float])
  }

  let weights: Weights
  /// What a bit costs, in weighted squared error.
  let lambda: Float
  let rates: RateModel

  /// - Parameter position: in zigzag order.
  @inline(__always) func weight(block: Int, position: Int) -> Float {
    switch weights {
    case .perBlock(let weights): weights.weight(block: block, position: position)
    case .perPosition(let weights): weights[position]
    }
  }
}
