/// Encodes an animation as GIF. It has looked at the colours once; encoding again with other settings costs less.
public struct GIFEncoder: Sendable {
  public let animation: GIFAnimation
  private let colors: AnimationColors

  public init(_ animation: GIFAnimation) {
    self.animation = animation
    colors = AnimationColors(animation)
  }

  /// The colours of all frames together, one for what is transparent among them; 256 where there are more.
  var colorCount: Int { min((colors.all(count: 255)?.count ?? 255) + 1, 256) }

  /// The same settings always give the same bytes.
  ///
  /// Memory beside the animation: about 40 bytes for each pixel of one frame.
  public func encode(_ settings: GIFSettings = .lossless) -> GIFEncoding {
    var run = EncodingRun(animation, colors: colors, settings: settings)
    return run.encode()
  }
}
