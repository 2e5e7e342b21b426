import MediaFacts
import PushDelivery

/// Reads the frame of something that moves that stands for it.
struct PosterReader: Sendable {
  let path: String
  let limits: SourceLimits

  /// The pixels of a frame and what they are like.
  struct Poster: Sendable {
    let picture: Picture
    let pixels: PixelSource
  }

  /// - Parameters:
  ///   - inspection: of an animation or a video.
  ///   - time: the moment of the frame, in seconds from the start.
  ///   - background: what lies behind a video's transparency.
  /// - Returns: nil for what does not move.
  func poster(
    of inspection: Inspection, at time: Double, background: RGBColor
  ) async throws(MediaProblem) -> Poster? {
    var picture = inspection.picture
    switch inspection {
    case .still: return nil
    case .animation(_, let animation):
      let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
      let reader = AnimationReader(path: path, bytes: bytes, picture: picture, frameCount: animation.frameCount)
      let samples = try await reader.frame(at: animation.frameIndex(at: time))
      // That is how the reader delivers frames.
      picture.orientation = 1
      picture.color = .sRGB
      return Poster(picture: picture, pixels: .samples(samples, picture.size, bandCount: 4))
    case .video(let video):
      let samples = try await VideoFrameReader(path: path, video: video, background: background).frame(at: time)
      return Poster(picture: picture, pixels: .samples(samples, picture.size, bandCount: 3))
    }
  }
}
