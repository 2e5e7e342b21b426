/// How visible an error in one coefficient is to each part of `BlockWeights`: structural similarity at 1:4, at 1:8, contrast
/// sensitivity, and structural similarity at 1:1 and 1:2 together.
enum Visibility {
  /// For each coefficient in zigzag order.
  static let ofCoefficients: [SIMD4<Float>] = ZigZag.rowOrder.map { place in
    let (u, v) = (place % 8, place / 8)
    return SIMD4(
      structural(u, v, halvings: 2), structural(u, v, halvings: 3), contrast(place),
      finest * structural(u, v, halvings: 0) + structural(u, v, halvings: 1))
  }

  /// The weight of 1:1 relative to 1:2.
  private static let finest: Float = 1.14

  /// The same for groups of eight consecutive coefficients: a vector for each part.
  static let ofGroups: [SIMD8<Float>] = (0..<8).flatMap { group in
    (0..<4).map { part in SIMD8((0..<8).map { ofCoefficients[8 * group + $0][part] }) }
  }

  /// The weights of eight coefficients.
  ///
  /// - Parameters:
  ///   - parts: of their block.
  ///   - visibility: `ofGroups`.
  ///   - group: which eight, 0 to 7.
  @inline(__always) static func weights(
    _ parts: SIMD4<Float>, _ visibility: Span<SIMD8<Float>>, _ group: Int
  ) -> SIMD8<Float> {
    precondition(group >= 0 && group < 8 && visibility.count == 32, "there are eight groups")
    let first = 4 &* group
    let coarse = unsafe visibility[unchecked: first] * parts.x + visibility[unchecked: first &+ 1] * parts.y
    let fine = unsafe visibility[unchecked: first &+ 2] * parts.z + visibility[unchecked: first &+ 3] * parts.w
    return coarse + fine
  }

  /// The square of the contrast sensitivity: the inverse of the luma table of ITU-T T.81, annex K, as in PSNR-HVS (K. Egiazarian
  /// and others, "New full-reference quality metrics based on HVS", 2006); 1 for the first AC coefficient.
  private static func contrast(_ place: Int) -> Float {
    let sensitivity = contrastSteps[1] / contrastSteps[place]
    return sensitivity * sensitivity
  }

  private static let contrastSteps: [Float] = [
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// The energy of a basis function after halving, less that of its local mean, which structural similarity's variance excludes;
  /// in pixels of the picture.
  private static func structural(_ u: Int, _ v: Int, halvings: Int) -> Float {
    let (across, down) = (energy(u, halvings), energy(v, halvings))
    return (across.whole * down.whole - across.blurred * down.blurred) * Float(1 << (2 * halvings))
  }

  /// The energy of a one-dimensional basis function, and of its blur, after so many halvings.
  private static func energy(_ frequency: Int, _ halvings: Int) -> (whole: Float, blurred: Float) {
    // All rows are that of the frequency.
    let rows = BlockTransform().inverse(BlockRows((0..<64).map { $0 == frequency ? Float(8).squareRoot() : 0 }))
    var samples = Array(rows.numbers.prefix(8))
    for _ in 0..<halvings {
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
