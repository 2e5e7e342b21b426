/// How finely colour differences are stored, in relation to luma.
public enum ChromaSampling: String, Hashable, Sendable {
  /// 4:4:4: a sample for each pixel.
  case full = "4:4:4"
  /// 4:2:0: a sample for each two by two pixels.
  case half = "4:2:0"
  /// No colour at all: a JPEG of one component.
  case none = "4:0:0"
}
