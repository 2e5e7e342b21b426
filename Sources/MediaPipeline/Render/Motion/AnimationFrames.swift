import GIFCodec
import MediaFacts
import PushDelivery

/// The frames of a picture file that moves, as they are shown.
struct AnimationFrames: Sendable {
  let path: String
  let limits: SourceLimits
  let picture: Picture
  let animation: Animation

  /// Gives each frame in turn, as RGBA in the size wished for.
  ///
  /// - Throws: `MediaProblem` when the file is damaged, and what `each` throws if it is one.
  func read(
    scaledTo size: PixelSize, _ each: (_ index: Int, _ samples: [UInt8]) throws -> Void
  ) async throws(MediaProblem) {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    let reader = AnimationReader(path: path, bytes: bytes, picture: picture, frameCount: animation.frameCount)
    try await reader.read(scaledTo: size, each)
  }

  /// All frames in the size wished for, with the delays that players keep.
  func gifFrames(scaledTo size: PixelSize) async throws(MediaProblem) -> [GIFFrame] {
    let delays = animation.playedDelays
    var frames: [GIFFrame] = []
    frames.reserveCapacity(delays.count)
    try await read(scaledTo: size) { index, samples in
      frames.append(GIFFrame(pixels: samples, delay: delays[index]))
    }
    return frames
  }

  /// Makes them a movie.
  func renderMovie(
    _ plan: MotionPlan, to output: String, progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaProblem) -> MotionRecord {
    let size = GIFMaking.workingSize(of: plan.specification.size, frameCount: animation.frameCount)
    let frames = try await gifFrames(scaledTo: size)
    return try await VideoRenderer(limits: limits).render(
      size: size, delays: animation.playedDelays, hasAlpha: true, plan: plan, to: output, progress: progress
    ) { take in
      for frame in frames { try await take(frame.pixels) }
    }
  }
}
