/// Compares one channel of a candidate at one scale with what is there of the reference, band by band: structure, and edges where they
/// count.
final class ChannelComparison: BandConsumer {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let reference: ReferenceRows
  private let referenceEdges: RowRing
  private let mean: PlaneBlur
  private let square: ProductBlur
  private let product: ProductBlur
  private var sums = ErrorSums()

  /// - Parameter reference: what there is of the reference. When a band is pushed, its colours must be there, and when it is
  ///   finished, everything else of it.
  init(_ size: ScaleSize, weights: ScoreWeights.Row, reference: ReferenceRows) {
    self.size = size
    self.weights = weights
    self.reference = reference
    referenceEdges = RowRing(width: size.width, count: 1)
    mean = PlaneBlur(width: size.width)
    square = ProductBlur(width: size.width)
    product = ProductBlur(width: size.width)
  }

  func push(_ colors: Band, firstRow: Int) {
    mean.push(colors)
    square.push(colors, times: colors)
    product.push(colors, times: reference.colors.band(firstRow))
  }

  func finish(_ colors: Band, rows: Range<Int>) {
    for (place, row) in rows.enumerated() {
      addStructure(place: place, row: row)
      if weights.usesEdges { addEdges(colors.row(place), place: place, row: row) }
    }
  }

  private func addStructure(place: Int, row: Int) {
    sums.addStructure(
      means: (UnsafePointer(reference.means.row(row)), UnsafePointer(mean.blurred.row(place))),
      referenceVariance: reference.variances.row(row),
      square: square.blurred.row(place), product: product.blurred.row(place), width: size.width)
  }

  private func addEdges(_ color: UnsafePointer<Float>, place: Int, row: Int) {
    let edges = referenceEdges.row(0)
    Edges.write(color: reference.colors.row(row), mean: reference.means.row(row), width: size.width, into: edges)
    sums.addEdges(reference: edges, color: color, mean: mean.blurred.row(place), width: size.width)
  }

  /// What the channel adds to the error of the picture.
  var error: Double { sums.error(weights: weights, count: size.width * size.height) }
}
