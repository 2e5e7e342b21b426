/// Adds up the three maps of errors of a channel, row by row, always in the same order.
///
/// A row is added in single precision, four columns side by side; rows are added in double precision.
struct ErrorSums {
  typealias Rows = (UnsafePointer<Float>, UnsafePointer<Float>)

  /// Keeps the quotient of small variances steady. Source: libjxl, `ssimulacra2.cc`.
  private static let steadiness: Float = 0.0009

  private var structure = ErrorSum()
  private var artifact = ErrorSum()
  private var detailLoss = ErrorSum()

  /// Adds a row of the map of structure: 1 - SSIM (Wang et al., 2004), where it is above zero.
  ///
  /// SSIM divides what two means differ by through how bright they are. SSIMULACRA does not: XYB already follows the eye.
  mutating func addStructure(means: Rows, blurs: StructureBlurs, width: Int) {
    let (square1, square2, product) = blurs.blurred
    var row = ErrorSum.Row()
    for column in stride(from: 0, to: width, by: 4) {
      let (mean1, mean2) = (means.0.lanes(at: column), means.1.lanes(at: column))
      let variance1 = square1.lanes(at: column) - mean1 * mean1
      let variance2 = square2.lanes(at: column) - mean2 * mean2
      let covariance = product.lanes(at: column) - mean1 * mean2
      let nearness = 1 - (mean1 - mean2) * (mean1 - mean2)
      let common = nearness * (2 * covariance + Self.steadiness)
      row.add((1 - common / (variance1 + variance2 + Self.steadiness)).positivePart)
    }
    structure.add(row)
  }

  /// Adds a row of the maps of edges: by how much samples stand out from their surroundings more in the candidate, or less.
  mutating func addEdges(rows: Rows, means: Rows, width: Int) {
    var (more, less) = (ErrorSum.Row(), ErrorSum.Row())
    for column in stride(from: 0, to: width, by: 4) {
      let edge1 = (rows.0.lanes(at: column) - means.0.lanes(at: column)).magnitudes
      let edge2 = (rows.1.lanes(at: column) - means.1.lanes(at: column)).magnitudes
      let difference = (edge2 - edge1) / (1 + edge1)
      more.add(difference.positivePart)
      less.add((-difference).positivePart)
    }
    artifact.add(more)
    detailLoss.add(less)
  }

  /// - Parameter count: the samples of the channel.
  func means(count: Int) -> ErrorNorms {
    ErrorNorms(
      structure: structure.mean(count: count), artifact: artifact.mean(count: count),
      detailLoss: detailLoss.mean(count: count))
  }

  /// The fourth roots of the means of the fourth powers: they tell of the worst places.
  ///
  /// - Parameter count: the samples of the channel.
  func quarticMeans(count: Int) -> ErrorNorms {
    ErrorNorms(
      structure: structure.quarticMean(count: count), artifact: artifact.quarticMean(count: count),
      detailLoss: detailLoss.quarticMean(count: count))
  }
}
