/// Adds up the three maps of errors of a channel, row by row, always in the same order.
struct ErrorSums {
  private var sums = Sums<SIMD4<Double>>()

  private struct Sums<Value> where Value: SIMD, Value.Scalar: BinaryFloatingPoint {
    var structure = Value.zero
    var structure4 = Value.zero
    var artifact = Value.zero
    var artifact4 = Value.zero
    var detailLoss = Value.zero
    var detailLoss4 = Value.zero
  }

  /// How far structure is from the same: 1 - SSIM.
  ///
  /// The usual SSIM divides brightness errors by brightness; SSIMULACRA leaves that out, since XYB is perceptually uniform.
  mutating func addStructure(
    mean1: UnsafePointer<Float>, mean2: UnsafePointer<Float>, square1: UnsafePointer<Float>,
    square2: UnsafePointer<Float>, product: UnsafePointer<Float>, width: Int
  ) {
    var (sum, sum4) = (Lanes.zero, Lanes.zero)
    for column in stride(from: 0, to: width, by: 4) {
      let (mu1, mu2) = (mean1.lanes(at: column), mean2.lanes(at: column))
      let covariance = 2 * (product.lanes(at: column) - mu1 * mu2) + Self.steadiness
      let variances =
        (square1.lanes(at: column) - mu1 * mu1) + (square2.lanes(at: column) - mu2 * mu2) + Self.steadiness
      let brightness = 1 - (mu1 - mu2) * (mu1 - mu2)
      let error = (1 - brightness * covariance / variances).positivePart
      sum += error
      sum4 += (error * error) * (error * error)
    }
    sums.structure += SIMD4<Double>(sum)
    sums.structure4 += SIMD4<Double>(sum4)
  }

  /// Keeps the quotient of small variances steady; from libjxl, `ssimulacra2.cc`.
  private static let steadiness: Float = 0.0009

  /// How much more, or less, each sample stands out from its surroundings in the candidate.
  mutating func addEdges(
    row1: UnsafePointer<Float>, mean1: UnsafePointer<Float>, row2: UnsafePointer<Float>, mean2: UnsafePointer<Float>,
    width: Int
  ) {
    var (artifact, artifact4) = (Lanes.zero, Lanes.zero)
    var (detailLoss, detailLoss4) = (Lanes.zero, Lanes.zero)
    for column in stride(from: 0, to: width, by: 4) {
      let edge1 = (row1.lanes(at: column) - mean1.lanes(at: column)).magnitudes
      let edge2 = (row2.lanes(at: column) - mean2.lanes(at: column)).magnitudes
      let difference = (edge2 - edge1) / (1 + edge1)
      let (more, less) = (difference.positivePart, (-difference).positivePart)
      artifact += more
      artifact4 += (more * more) * (more * more)
      detailLoss += less
      detailLoss4 += (less * less) * (less * less)
    }
    sums.artifact += SIMD4<Double>(artifact)
    sums.artifact4 += SIMD4<Double>(artifact4)
    sums.detailLoss += SIMD4<Double>(detailLoss)
    sums.detailLoss4 += SIMD4<Double>(detailLoss4)
  }

  /// - Parameter count: the samples of the channel.
  func means(count: Int) -> ErrorNorms {
    ErrorNorms(
      structure: sums.structure.sum() / Double(count), artifact: sums.artifact.sum() / Double(count),
      detailLoss: sums.detailLoss.sum() / Double(count))
  }

  /// The fourth roots of the means of the fourth powers: they tell of the worst places.
  func quarticMeans(count: Int) -> ErrorNorms {
    func norm(_ sum: SIMD4<Double>) -> Double { (sum.sum() / Double(count)).squareRoot().squareRoot() }
    return ErrorNorms(
      structure: norm(sums.structure4), artifact: norm(sums.artifact4), detailLoss: norm(sums.detailLoss4))
  }
}
