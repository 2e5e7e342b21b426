/// How coarsely a picture is quantized.
package struct QuantizationLevel: Hashable, Sendable {
  /// What table shapes are multiplied by. Below the lower bound all steps are 1; at the upper one all are 255, but that of
  /// luma's lowest frequency.
  static let scales = 0.12...600.0

  private(set) var scale: Double
  /// How much more than usual bits count against errors.
  var pressure: Double

  /// - Parameter scale: beyond the range, or no number at all, the nearest of it.
  package init(scale: Double, pressure: Double = 1) {
    self.scale = scale >= Self.scales.lowerBound ? min(scale, Self.scales.upperBound) : Self.scales.lowerBound
    self.pressure = pressure
  }

  func lumaLambda(_ tuning: Tuning) -> Float { Float(tuning.lumaLambda * scale * scale * pressure) }
  func chromaLambda(_ tuning: Tuning) -> Float { Float(tuning.chromaLambda * pressure) }
}
