/// The quantization steps of a picture relative to each other; one scale makes tables of them.
struct TableShapes: Sendable {
  /// In zigzag order.
  let luma: [Float]
  let chroma: [Float]

  /// Steps grow where weights fall, by this power: fitted.
  private static let exponent = -0.84
  /// The step of luma's DC coefficient, less than the weights say: fitted.
  private static let lumaDC = 0.714
  /// Chroma's steps relative to luma's: fitted.
  private static let chromaScale = 0.93
  private static let chromaDC = 0.5
  /// How chroma's steps grow with the radius of the frequency: fitted.
  private static let chromaGrowth = 0.25
  private static let chromaPower = 1.5

  init(_ weights: BlockWeights) {
    let means = weights.meanRoots
    luma = means.enumerated().map { position, mean in
      let step = Elementary.pow(mean / means[1], Self.exponent)
      return Float(position == 0 ? step * Self.lumaDC : step)
    }
    chroma = ZigZag.rowOrder.map { place in
      let (u, v) = (Double(place % 8), Double(place / 8))
      let radius = (u * u + v * v).squareRoot()
      let growth = radius == 0 ? Self.chromaDC : 1 + Self.chromaGrowth * Elementary.pow(radius, Self.chromaPower)
      return Float(Self.chromaScale * growth)
    }
  }

  /// The tables of this scale: whole steps from 1 to 255.
  func tables(scale: Double) -> QuantizationTables {
    func steps(_ shape: [Float]) -> [UInt8] { shape.map { UInt8(min(max(Double($0) * scale + 0.5, 1), 255)) } }
    return QuantizationTables(luma: steps(luma), chroma: steps(chroma))
  }
}

extension BlockWeights {
  /// For each coefficient the mean over all blocks of its weight's square root.
  var meanRoots: [Double] {
    var sums = [SIMD8<Double>](repeating: .zero, count: 8)
    forEachGroup { group, weights in sums[group] += SIMD8<Double>(weights.squareRoot()) }
    return sums.flatMap { sum in (0..<8).map { sum[$0] / Double(importance.count) } }
  }
}
