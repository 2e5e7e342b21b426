/// Compares a candidate with the reference's half.
struct PictureComparison {
  /// Reads the candidate.
  let reader: PictureReader
  private let channels: [[ChannelComparison?]]

  init(_ candidate: SRGBImage, with half: ReferenceHalf) {
    channels = half.comparisons()
    reader = PictureReader(candidate, consumers: channels)
  }

  /// How far the candidate is from the reference, when it has been read: the sum over all channels, from the coarsest scale
  /// to the finest.
  var error: Double { channels.reversed().joined().reduce(0) { $0 + ($1?.error ?? 0) } }
}
