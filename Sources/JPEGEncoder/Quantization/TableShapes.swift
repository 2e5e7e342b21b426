/// The quantization steps of a picture relative to each other; one scale makes tables of them.
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
    return sums.flatMap { sum in (0..<8).map { sum[$0] / Double(scaleWeights.count) } }
  }
}
