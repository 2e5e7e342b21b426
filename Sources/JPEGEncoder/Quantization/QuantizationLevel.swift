/// How coarsely a picture is quantized.
package struct QuantizationLevel: Hashable, Sendable {
  /// What table shapes are multiplied by. Below the lower bound all steps are 1; at the upper one all are 255, but that of
  /// luma's lowest frequency.
  static let scales = 0.12...600.0

  private(set) var scale: Double
  /// How much more than usual bits count against errors: what lambdas are multiplied by.
  var lambdaMultiplier: Double

  /// - Parameter scale: beyond the range, or no number at all, the nearest of it.
  package init(scale: Double, lambdaMultiplier: Double = 1) {
    self.scale = scale >= Self.scales.lowerBound ? min(scale, Self.scales.upperBound) : Self.scales.lowerBound
    self.lambdaMultiplier = lambdaMultiplier
  }

  func lumaLambda(_ tuning: Tuning) -> Float { Float(tuning.lumaLambda * scale * scale * lambdaMultiplier) }
  func chromaLambda(_ tuning: Tuning) -> Float { Float(tuning.chromaLambda * lambdaMultiplier) }
}
