/// How much an error in each coefficient of each block matters.
///
/// The weight of a coefficient's squared error is the sum, over the scales at which a picture is looked at, of what that scale
/// cares about the block, times the part of the coefficient's energy that it sees.
package struct BlockWeights: Sendable {
  /// What each scale cares about each block: five numbers; the sixth is what is added to all coefficients.
  let importance: [SIMD8<Float>]
  /// What each scale sees of each coefficient, in zigzag order; the sixth is 1.
  let visibility: [SIMD8<Float>]
  /// What importance has been multiplied by, so that weights are around 1.
  let unit: Float

  /// - Parameter position: in zigzag order.
  @inline(__always) package func weight(block: Int, position: Int) -> Float {
    (importance[block] * visibility[position]).total
  }

  /// Calls `body` for each block, and for each eight of its coefficients in zigzag order with their weights.
  @inline(__always) func forEachGroup(_ body: (_ group: Int, SIMD8<Float>) -> Void) {
    Visibility.ofGroups.withPointer { visibility in
      for importance in importance {
        for group in 0..<8 { body(group, Visibility.weights(importance, visibility + LumaPyramid.scaleCount * group)) }
      }
    }
  }

  /// The means of these weights and others of the same blocks.
  func mean(_ other: BlockWeights) -> BlockWeights {
    let importance = zip(importance, other.importance).map { ($0 + $1) * 0.5 }
    return BlockWeights(importance: importance, visibility: visibility, unit: (unit + other.unit) * 0.5)
  }
}
