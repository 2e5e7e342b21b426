/// How coarsely a picture is quantized.
package struct QuantizationLevel: Hashable, Sendable {
  /// The factor of table shapes. Below the lower bound all steps are 1; at the upper one all are 255, except for luma's
  /// lowest frequency.
  static let scales = 0.12...600.0

  private(set) var scale: Double
  /// How much more than usual bits count against errors: the factor of lambdas.
  var lambdaMultiplier: Double

  /// - Parameter scale: clamped to the range; also if it is not a number.
  package init(scale: Double, lambdaMultiplier: Double = 1) {
    self.scale = scale >= Self.scales.lowerBound ? min(scale, Self.scales.upperBound) : Self.scales.lowerBound
    self.lambdaMultiplier = lambdaMultiplier
  }

  func lumaLambda(_ tuning: Tuning) -> Float { Float(tuning.lumaLambda * scale * scale * lambdaMultiplier) }
  func chromaLambda(_ tuning: Tuning) -> Float { Float(tuning.chromaLambda * lambdaMultiplier) }
}

/// The quantization steps of a picture relative to each other; a scale makes tables of them.
struct TableShapes: Sendable {
  /// In zigzag order.
  let luma: [Float]
  let chroma: [Float]

  init(_ weights: BlockWeights, _ tuning: Tuning) {
    let means = weights.meanRoots
    luma = means.enumerated().map { position, mean in
      let step = Elementary.pow(mean / means[1], tuning.tableExponent)
      return Float(position == 0 ? step * tuning.lumaDC : step)
    }
    chroma = ZigZag.rowOrder.map { place in
      let (u, v) = (Double(place % 8), Double(place / 8))
      let radius = (u * u + v * v).squareRoot()
      let growth = radius == 0 ? tuning.chromaDC : 1 + tuning.chromaGrowth * Elementary.pow(radius, tuning.chromaPower)
      return Float(tuning.chromaScale * growth)
    }
  }

  /// The tables for this scale: whole steps from 1 to 255.
  func tables(scale: Double) -> QuantizationTables {
    func steps(_ shape: [Float]) -> [UInt8] { shape.map { UInt8(min(max(Double($0) * scale + 0.5, 1), 255)) } }
    return QuantizationTables(luma: steps(luma), chroma: steps(chroma))
  }
}
