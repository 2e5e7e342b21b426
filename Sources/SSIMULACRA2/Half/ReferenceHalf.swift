/// The reference's half of a comparison.
struct ReferenceHalf {
  /// For each scale X, Y and B - Y; nil where nothing is counted.
  private let channels: [[ReferenceChannel?]]

  /// Empty: the writers fill it.
  init(_ reference: SRGBImage, kept: ReferenceRows.Kept) {
    let sizes = ScaleSize.scales(of: reference)
    channels = sizes.enumerated().map { scale, size in
      (0..<3).map { channel in
        ScoreWeights.row(channel: channel, scale: scale, scaleCount: sizes.count)
          .map { ReferenceChannel(size, weights: $0, kept: kept) }
      }
    }
  }

  /// For each channel the one that writes it.
  func writers() -> [[ReferenceWriter?]] { channels.map { $0.map { $0?.writer() } } }

  /// For each channel one that compares it.
  func comparisons() -> [[ChannelComparison?]] { channels.map { $0.map { $0?.comparison() } } }
}
