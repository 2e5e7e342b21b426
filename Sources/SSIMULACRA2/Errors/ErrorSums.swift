/// Adds up the three maps of errors of a channel, row by row, always in the same order.
///
/// A row is added in single precision, four columns side by side; rows are added in double precision.
struct ErrorSums {
  /// Keeps the quotient of small variances steady. Source: libjxl, `ssimulacra2.cc`.
  private static let steadiness: Float = 0.0009

  private var structure = ErrorSum()
  private var artifact = ErrorSum()
  private var detailLoss = ErrorSum()

  /// Adds a row of the map of structure: 1 - SSIM (Wang et al., 2004), where it is above zero.
  ///
  /// SSIM divides what two means differ by through how bright they are. SSIMULACRA does not: XYB already follows the eye.
  ///
  /// - Parameters:
  ///   - means: the blurred rows of reference and candidate.
  ///   - referenceVariance: how much the reference varies.
  ///   - square: the candidate's squares, blurred.
  ///   - product: the products of both, blurred.
  mutating func addStructure(
    means: (UnsafePointer<Float>, UnsafePointer<Float>), referenceVariance: UnsafePointer<Float>,
    square: UnsafePointer<Float>, product: UnsafePointer<Float>, width: Int
  ) {
    var row = ErrorSum.Row()
    for column in stride(from: 0, to: width, by: 4) {
      let (mean1, mean2) = (means.0.lanes(at: column), means.1.lanes(at: column))
      let variance1 = referenceVariance.lanes(at: column)
      let variance2 = square.lanes(at: column) - mean2 * mean2
      let covariance = product.lanes(at: column) - mean1 * mean2
      let nearness = 1 - (mean1 - mean2) * (mean1 - mean2)
      let common = nearness * (2 * covariance + Self.steadiness)
      row.add((1 - common / (variance1 + variance2 + Self.steadiness)).positivePart)
    }
    structure.add(row)
  }

  /// Adds a row of the maps of edges: by how much samples stand out from their surroundings more in the candidate, or less.
  ///
  /// - Parameters:
  ///   - reference: the edges of the reference.
  ///   - color: the row of the candidate.
  ///   - mean: that row, blurred.
  mutating func addEdges(
    reference: UnsafePointer<Float>, color: UnsafePointer<Float>, mean: UnsafePointer<Float>, width: Int
  ) {
    var (more, less) = (ErrorSum.Row(), ErrorSum.Row())
    for column in stride(from: 0, to: width, by: 4) {
      let edge1 = reference.lanes(at: column)
      let edge2 = (color.lanes(at: column) - mean.lanes(at: column)).magnitudes
      let difference = (edge2 - edge1) / (1 + edge1)
      more.add(difference.positivePart)
      less.add((-difference).positivePart)
    }
    artifact.add(more)
    detailLoss.add(less)
  }

  /// The weighted sum of the maps' means, and of the fourth roots of the means of their fourth powers, which tell of the
  /// worst places.
  ///
  /// - Parameter count: the samples of the channel.
  func error(weights: ScoreWeights.Row, count: Int) -> Double {
    weights.mean.product(norms { $0.mean(count: count) })
      + weights.quartic.product(norms { $0.quarticMean(count: count) })
  }

  private func norms(_ norm: (ErrorSum) -> Double) -> ErrorNorms {
    ErrorNorms(structure: norm(structure), artifact: norm(artifact), detailLoss: norm(detailLoss))
  }
}
