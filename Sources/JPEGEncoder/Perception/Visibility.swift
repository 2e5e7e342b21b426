/// How visible an error in one coefficient is at each scale of a pyramid: the energy by which it changes local variance.
enum Visibility {
  /// For each coefficient in zigzag order and each scale: the energy of its basis function after halving, less that of its local
  /// mean, to which structural similarity's variance does not count. The sixth number is 1.
  static let ofCoefficients: [SIMD8<Float>] = {
    let energies = (0..<8).map { frequency in (0..<LumaPyramid.scaleCount).map { energy(frequency, scale: $0) } }
    return ZigZag.rowOrder.map { place in
      var visibility = SIMD8<Float>(0, 0, 0, 0, 0, 1, 0, 0)
      for scale in 0..<LumaPyramid.scaleCount {
        let (u, v) = (energies[place % 8][scale], energies[place / 8][scale])
        visibility[scale] = u.whole * v.whole - u.blurred * v.blurred
      }
      return visibility
    }
  }()

  /// The same for eight coefficients after each other: for each eight, a vector for each scale.
  static let ofGroups: [SIMD8<Float>] = (0..<8).flatMap { group in
    (0..<LumaPyramid.scaleCount).map { scale in SIMD8((0..<8).map { ofCoefficients[8 * group + $0][scale] }) }
  }

  /// The weights of eight coefficients: those of their block at each scale, times how visible they are there, and what is added to
  /// all.
  ///
  /// - Parameter visibility: of the eight.
  @inline(__always) static func weights(
    _ scaleWeights: SIMD8<Float>, _ visibility: UnsafePointer<SIMD8<Float>>
  ) -> SIMD8<Float> {
    var weights = SIMD8<Float>(repeating: scaleWeights[5])
    for scale in 0..<LumaPyramid.scaleCount { weights += visibility[scale] * scaleWeights[scale] }
    return weights
  }

  /// The energy of a one-dimensional basis function, and of its blur, after so many halvings.
  private static func energy(_ frequency: Int, scale: Int) -> (whole: Float, blurred: Float) {
    var samples = (0..<8).map { BlockTransform().basis[frequency][$0] }
    for _ in 0..<scale {
      // Beyond the block there is nothing: at the last scale it is half a pixel.
      if samples.count == 1 { samples.append(0) }
      samples = stride(from: 0, to: samples.count, by: 2).map { (samples[$0] + samples[$0 + 1]) / 2 }
    }
    let blurred = (-5..<samples.count + 5).map { x in
      zip(0..., samples).reduce(Float(0)) { sum, sample in
        let distance = abs(sample.0 - x)
        return distance > 5 ? sum : sum + sample.1 * GaussianBlur.window[distance]
      }
    }
    return (samples.reduce(0) { $0 + $1 * $1 }, blurred.reduce(0) { $0 + $1 * $1 })
  }
}
