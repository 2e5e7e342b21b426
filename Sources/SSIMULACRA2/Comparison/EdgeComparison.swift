/// Compares edges, where nothing else counts.
final class EdgeComparison: ChannelComparison {
  static let feelsRounding = false

  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let reference: RowRing
  private let mean: TapBlur
  private var sums = ErrorSums()

  /// - Parameter reference: the reference's map of edges. When a band is finished, its rows must be there.
  init(_ size: ScaleSize, weights: ScoreWeights.Row, reference: RowRing) {
    self.size = size
    self.weights = weights
    self.reference = reference
    mean = TapBlur(width: size.width)
  }

  func push(_ colors: Band, firstRow: Int) { mean.push(colors) }

  func finish(_ colors: Band, rows: Range<Int>) {
    for (place, row) in rows.enumerated() {
      sums.addEdges(
        reference: reference.row(row), color: colors.row(place), mean: mean.blurred.row(place), width: size.width)
    }
  }

  var error: Double { sums.error(weights: weights, count: size.width * size.height) }
}
