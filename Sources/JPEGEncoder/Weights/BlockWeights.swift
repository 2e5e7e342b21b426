/// The perceptual weights of luma: how much a squared error in each coefficient of each block matters.
///
/// The weight of a coefficient is the sum, over the scales of `LumaPyramid`, of the block's weight at that scale times the part of
/// the coefficient's energy that is visible there.
package struct BlockWeights: Sendable {
  /// For each block its weight at each scale: five numbers; the sixth is what is added to all coefficients.
  let scaleWeights: [SIMD8<Float>]
  /// How visible each coefficient is at each scale, in zigzag order; the sixth number is 1.
  let visibility: [SIMD8<Float>]
  /// What the weights have been multiplied by, so that they are around 1.
  let unit: Float

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    (scaleWeights[block] * visibility[position]).total
  }

  /// Calls `body` for each block, and for each eight of its coefficients in zigzag order with their weights.
  @inline(__always) func forEachGroup(_ body: (_ group: Int, SIMD8<Float>) -> Void) {
    Visibility.ofGroups.withPointer { visibility in
      for weights in scaleWeights {
        for group in 0..<8 { body(group, Visibility.weights(weights, visibility + LumaPyramid.scaleCount * group)) }
      }
    }
  }

  /// The means of these weights and others of the same blocks.
  func mean(_ other: BlockWeights) -> BlockWeights {
    let scaleWeights = zip(scaleWeights, other.scaleWeights).map { ($0 + $1) * 0.5 }
    return BlockWeights(scaleWeights: scaleWeights, visibility: visibility, unit: (unit + other.unit) * 0.5)
  }
}
