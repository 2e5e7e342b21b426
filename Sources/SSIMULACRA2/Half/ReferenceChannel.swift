/// One channel of the reference at one scale.
struct ReferenceChannel {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let rows: ReferenceRows

  /// With empty rows; nil when nothing of the channel counts.
  init?(_ size: ScaleSize, weights: ScoreWeights.Row, kept: ReferenceRows.Kept) {
    guard let rows = ReferenceRows(size, weights: weights, kept: kept) else { return nil }
    self.size = size
    self.weights = weights
    self.rows = rows
  }

  /// Writes the rows when it is shown the reference.
  func writer() -> any BandConsumer {
    switch rows {
    case .edges(let edges): ReferenceEdges(width: size.width, edges: edges)
    case .structure(let structure): ReferenceStructure(size, rows: structure)
    }
  }

  /// Compares the rows with a candidate when it is shown that.
  func comparison() -> any ChannelComparison {
    switch rows {
    case .edges(let edges): EdgeComparison(size, weights: weights, reference: edges)
    case .structure(let structure): StructureComparison(size, weights: weights, reference: structure)
    }
  }
}
