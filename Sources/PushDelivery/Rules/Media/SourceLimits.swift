public import MediaFacts

/// Limits of a file before decoding.
public struct SourceLimits: Hashable, Sendable, Codable {
  /// The largest file, in bytes.
  public var maximumBytes: Int
  /// The most pixels in one frame. The worker's memory and time limit the cost of decoding, whatever headers claim. So the default must
  /// only be above today's cameras, with at most 200 million.
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
  /// Refuses a picture that is larger than allowed, by its headers.
  ///
  /// - Parameter frameCount: nil if no header gives it.
  /// - Throws: `MediaError.tooManyPixels` or `.tooManyFrames`.
  public func check(_ size: PixelSize, frameCount: Int?) throws(MediaError) {
    guard size.count <= maximumPixels else { throw .tooManyPixels(size: size, limit: maximumPixels) }
    if let frameCount, frameCount > maximumFrames {
      throw .tooManyFrames(count: frameCount, limit: maximumFrames)
    }
  }

  /// The same for facts from earlier, perhaps found under other limits or by an untrusted process.
  ///
  /// - Throws: also `MediaError.untrustworthy` for impossible facts, with which plans cannot compute.
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
