public import MediaFacts

/// What is refused before a decoder sees it.
public struct SourceLimits: Hashable, Sendable, Codable {
  /// The largest file, in bytes.
  public var maximumBytes: Int
  /// The most pixels in one frame. What decoding them may cost is limited by the worker's memory and time, whatever headers claim;
  /// so the standard only has to lie above the cameras of today, whose largest pictures have 200 million.
  public var maximumPixels: Int
  /// The most frames.
  public var maximumFrames: Int

  public init(maximumBytes: Int = 100_000_000, maximumPixels: Int = 250_000_000, maximumFrames: Int = 10_000) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumFrames = maximumFrames
  }
}

extension SourceLimits {
  /// Refuses a picture that is larger than allowed, by what its headers claim.
  ///
  /// - Parameter frameCount: nil when no header tells it.
  /// - Throws: `MediaError.tooManyPixels` or `.tooManyFrames`.
  public func check(_ size: PixelSize, frameCount: Int?) throws(MediaError) {
    guard size.count <= maximumPixels else { throw .tooManyPixels(size: size, limit: maximumPixels) }
    if let frameCount, frameCount > maximumFrames {
      throw .tooManyFrames(count: frameCount, limit: maximumFrames)
    }
  }

  /// The same for facts that were found before, perhaps under other limits or by a process that is not believed.
  ///
  /// - Throws: besides, `MediaError.untrustworthy` for what no file can be: whoever plans with such numbers cannot compute with them.
  public func check(_ inspection: Inspection) throws(MediaError) {
    guard inspection.isPossible else { throw .untrustworthy(detail: "it is said to be what no file is") }
    switch inspection {
    case .still(let picture): try check(picture.size, frameCount: nil)
    case .animation(let picture, let animation): try check(picture.size, frameCount: animation.frameCount)
    case .video(let video):
      try check(video.codedSize, frameCount: nil)
      try check(video.size, frameCount: nil)
    }
  }
}
