/// How much work goes into a JPEG, and what it aims at.
public enum Effort: Hashable, Sendable, Codable {
  /// richpush's own encoder: about as few bytes as reach a score, in points of SSIMULACRA 2; the best that fits where the limit
  /// does not allow it.
  case best(target: Int)
  /// libvips' encoder, which takes about a quarter of the time: the highest of these JPEG qualities (1 to 100) that fits. Below the
  /// lowest the scale is lowered instead.
  case fast(qualities: ClosedRange<Int>)

  /// The metric's authors: from 90 on nobody tells two pictures apart, even when one takes the other's place
  /// (github.com/cloudinary/ssimulacra2). More bytes would change nothing for anyone.
  public static let standardTarget = 90
  /// Below 60 coarse blocks show; above 90 a file only grows.
  public static let standardQualities = 60...90
  /// The metric's authors call a score of 50 medium quality, 30 low.
  public static let standardAcceptableScore = 50

  public static let best = Effort.best(target: standardTarget)
  public static let fast = Effort.fast(qualities: standardQualities)
}
