/// How strongly structural similarity reacts to an error at each pixel of one scale.
///
/// An error of small energy e lowers the similarity by about e / (2 variance + C2): most where the picture is smooth.
struct StructuralWeights {
  /// C2 of structural similarity in SSIMULACRA2 (J. Sneyers, "SSIMULACRA 2", 2022).
  private static let constant: Float = 0.0009

  /// For each pixel 1 / (2 variance + C2), with the variance of the window around it.
  private let inverse: Plane

  init(_ luma: Plane) {
    let blur = GaussianBlur(width: luma.width, height: luma.height, count: 2)
    inverse = Plane(width: luma.width, height: luma.height) { output in
      blur.run { y, picture, row in
        mapVectors(luma.samples.span.extracting(luma.range(ofRow: y)), into: &row) { picture == 0 ? $0 : $0 * $0 }
      } take: { y, rows, stride in
        let (means, squares) = (rows.extracting(0..<stride), rows.extracting(stride..<2 * stride))
        output.withRange(luma.range(ofRow: y)) { row in
          mapVectors(means, squares, into: &row) { mean, square in
            let variance = (square - mean * mean).limited(0, 16)
            return 1 / (variance + variance + Self.constant)
          }
        }
      }
    }
  }

  /// The mean of the weights over each block, blurred by the window again: an error counts in all windows that it is in.
  ///
  /// - Parameter side: of a block, in pixels; the plane has whole blocks.
  func blockMeans(side: Int) -> [Float] {
    let (wide, high) = (inverse.width / side, inverse.height / side)
    var sums = [Float](repeating: 0, count: wide * high)
    GaussianBlur(width: inverse.width, height: inverse.height, count: 1).run { y, _, row in
      row.copy(inverse.samples.span.extracting(inverse.range(ofRow: y)))
    } take: { y, rows, _ in
      for x in 0..<inverse.width { sums[y / side * wide + x / side] += rows[x] }
    }
    return sums.map { $0 / Float(side * side) }
  }
}
