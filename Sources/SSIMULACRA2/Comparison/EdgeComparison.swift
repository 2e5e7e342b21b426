/// Compares edges, where nothing else counts.
final class EdgeComparison: ChannelComparison {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let reference: RowRing
  private let mean: PlaneBlur
  private var sums = ErrorSums()

  /// - Parameter reference: the reference's map of edges. When a row is finished, its row must be there.
  init(_ size: ScaleSize, weights: ScoreWeights.Row, reference: RowRing) {
    self.size = size
    self.weights = weights
    self.reference = reference
    mean = PlaneBlur(width: size.width)
  }

  func push(_ color: UnsafePointer<Float>, row: Int) { mean.push(color) }

  func pushNothing() { mean.pushNothing() }

  func finish(_ color: UnsafePointer<Float>, row: Int) {
    sums.addEdges(
      reference: UnsafePointer(reference.row(row)), color: color, mean: UnsafePointer(mean.blurred), width: size.width)
  }

  var error: Double { sums.error(weights: weights, count: size.width * size.height) }
}
