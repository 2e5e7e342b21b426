/// How a picture is to be encoded.
public struct JPEGSettings: Hashable, Sendable {
  /// Several scans from coarse to fine, which take about a tenth fewer bytes; otherwise one: a baseline JPEG.
  public var isProgressive: Bool
  /// How finely colour is stored; nil: chosen by picture and limit.
  ///
  /// Pictures of one channel, or of equal ones, are stored without colour unless this says otherwise.
  public var chroma: ChromaSampling?

  public init(isProgressive: Bool = true, chroma: ChromaSampling? = nil) {
    self.isProgressive = isProgressive
    self.chroma = chroma
  }
}
