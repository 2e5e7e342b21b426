/// The size of one component of a frame (ITU-T T.81, A.1.1), in samples and in blocks of eight by eight.
struct ComponentShape: Hashable, Sendable {
  let width: Int
  let height: Int
  /// Samples in each direction for one of the coarsest component's.
  let factor: Int

  var blocksWide: Int { (width + 7) / 8 }
  var blocksHigh: Int { (height + 7) / 8 }
  var blockCount: Int { blocksWide * blocksHigh }
}

/// The size of a picture and of its components: luma, and two of colour differences unless there are none.
struct FrameShape: Hashable, Sendable {
  let width: Int
  let height: Int
  let sampling: ChromaSampling

  /// The factor of luma: what the factors of others are relative to.
  var largestFactor: Int { sampling == .half ? 2 : 1 }

  var components: [ComponentShape] {
    let luma = ComponentShape(width: width, height: height, factor: largestFactor)
    if sampling == .none { return [luma] }
    let (chromaWidth, chromaHeight) =
      ((width + largestFactor - 1) / largestFactor, (height + largestFactor - 1) / largestFactor)
    let chroma = ComponentShape(width: chromaWidth, height: chromaHeight, factor: 1)
    return [luma, chroma, chroma]
  }
}
