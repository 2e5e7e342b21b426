/// One encoding that a search made.
public struct GIFTrial: Hashable, Sendable {
  public let settings: GIFSettings
  /// The part of the original's width and height, 0 to 1.
  public let scale: Double
  public let bytes: Int
}

/// What a search found.
public struct GIFSearchResult: Hashable, Sendable {
  public let encoding: GIFEncoding
  public let settings: GIFSettings
  /// The part of the original's width and height, 0 to 1.
  public let scale: Double
  /// Mean SSIM of brightness over the time it is shown, compared at the original's size; nil where the first try fitted.
  public let similarity: Double?
  /// Every encoding that was made, in order.
  public let trials: [GIFTrial]
}
