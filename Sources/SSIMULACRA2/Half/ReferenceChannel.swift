/// One channel of the reference at one scale.
struct ReferenceChannel {
  private let size: ScaleSize
  private let weights: ScoreWeights.Row
  private let rows: ReferenceRows

  /// With empty rows.
  init(_ size: ScaleSize, weights: ScoreWeights.Row, kept: ReferenceRows.Kept) {
    self.size = size
    self.weights = weights
    rows = ReferenceRows(size, kept: kept)
  }

  /// Writes the rows when it is shown the reference.
  func writer() -> ReferenceWriter { ReferenceWriter(size, rows: rows) }

  /// Compares the rows with a candidate when it is shown that.
  func comparison() -> ChannelComparison { ChannelComparison(size, weights: weights, reference: rows) }
}
