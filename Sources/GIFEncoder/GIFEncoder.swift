/// Encodes an animation as GIF. It has looked at the colours once; encoding again with other settings costs less.
public struct GIFEncoder: Sendable {
  public let animation: GIFAnimation
  private let colors: AnimationColors

  public init(_ animation: GIFAnimation) {
    self.animation = animation
    colors = AnimationColors(animation)
  }

  /// The same settings always give the same bytes.
  ///
  /// Memory beside the animation: about 40 bytes for each pixel of one frame.
  public func encode(_ settings: GIFSettings = .lossless) -> GIFEncoding {
    var run = EncodingRun(animation, colors: colors, settings: settings)
    return run.encode()
  }
}
