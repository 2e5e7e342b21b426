/// What a comparison takes of one channel of the reference at one scale. Edges come from colours and means.
///
/// In single precision, as it was computed. Half of that would not do: structure is a small difference of large numbers, and
/// with 16-bit floating point for these rows scores were wrong by 28 points on average, with 16-bit fixed point by 2.
struct ReferenceRows {
  /// X, Y, or B - Y.
  let colors: RowRing
  /// The colours, blurred.
  let means: RowRing
  /// How much the colours vary around each sample.
  let variances: RowRing

  /// Which rows are there.
  enum Kept {
    case all
    /// The band that came last, and the one above it, which was blurred last.
    case newest
  }

  /// Empty rows.
  init(_ size: ScaleSize, kept: Kept) {
    let bands = kept == .all ? (size.height + Band.height - 1) / Band.height : 2
    let ring = { RowRing(width: size.width, bands: bands, margin: 0, isZeroed: kept == .newest) }
    (colors, means, variances) = (ring(), ring(), ring())
  }
}
