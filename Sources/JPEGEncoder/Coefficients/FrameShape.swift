/// The size of one component of a frame (ITU-T T.81, A.1.1), in samples and in blocks of eight by eight.
package struct ComponentShape: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  package var blocksWide: Int { (width + 7) / 8 }
  package var blocksHigh: Int { (height + 7) / 8 }
  package var blockCount: Int { blocksWide * blocksHigh }
}

/// The size of a picture and of its components: luma, and two of chroma unless it is gray.
package struct FrameShape: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let sampling: ChromaSampling

  package init(width: Int, height: Int, sampling: ChromaSampling) {
    (self.width, self.height, self.sampling) = (width, height, sampling)
  }

  /// Luma samples per chroma sample, in each direction.
  var lumaFactor: Int { sampling == .half ? 2 : 1 }

  /// The sampling factor of a component.
  func factor(_ component: Int) -> Int { component == 0 ? lumaFactor : 1 }

  package var components: [ComponentShape] {
    let luma = ComponentShape(width: width, height: height)
    if sampling == .none { return [luma] }
    let chroma = ComponentShape(
      width: (width + lumaFactor - 1) / lumaFactor, height: (height + lumaFactor - 1) / lumaFactor)
    return [luma, chroma, chroma]
  }
}

/// The resolution of colour differences relative to luma.
public enum ChromaSampling: String, Hashable, Sendable {
  /// 4:4:4: a sample for each pixel.
  case full = "4:4:4"
  /// 4:2:0: a sample for each two by two pixels.
  case half = "4:2:0"
  /// No colour at all: a JPEG of one component.
  case none = "4:0:0"
}
