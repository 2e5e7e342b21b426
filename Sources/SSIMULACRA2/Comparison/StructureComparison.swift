/// Compares structure, and edges too where they count.
final class StructureComparison: ChannelComparison {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let reference: ReferenceRows.Structure
  private let referenceEdges: RowRing
  private let mean: PlaneBlur
  private let square: ProductBlur
  private let product: ProductBlur
  private var sums = ErrorSums()

  /// - Parameter reference: what there is of the reference. When a row is pushed, its colours must be there, and when it is
  ///   finished, everything else of it.
  init(_ size: ScaleSize, weights: ScoreWeights.Row, reference: ReferenceRows.Structure) {
    self.size = size
    self.weights = weights
    self.reference = reference
    referenceEdges = RowRing(width: size.width, count: 1)
    mean = PlaneBlur(width: size.width)
    square = ProductBlur(width: size.width)
    product = ProductBlur(width: size.width)
  }

  func push(_ color: UnsafePointer<Float>, row: Int) {
    mean.push(color)
    square.push(color, times: color)
    product.push(color, times: UnsafePointer(reference.colors.row(row)))
  }

  func pushNothing() {
    mean.pushNothing()
    square.pushNothing()
    product.pushNothing()
  }

  func finish(_ color: UnsafePointer<Float>, row: Int) {
    let means = (UnsafePointer(reference.means.row(row)), UnsafePointer(mean.blurred))
    sums.addStructure(
      means: means, referenceVariance: UnsafePointer(reference.variances.row(row)), square: square.blurred,
      product: product.blurred, width: size.width)
    guard weights.usesEdges else { return }
    let edges = referenceEdges.row(0)
    Edges.write(color: UnsafePointer(reference.colors.row(row)), mean: means.0, width: size.width, into: edges)
    sums.addEdges(reference: UnsafePointer(edges), color: color, mean: means.1, width: size.width)
  }

  var error: Double { sums.error(weights: weights, count: size.width * size.height) }
}
