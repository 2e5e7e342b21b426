package import MediaFacts
package import PushDelivery

/// Carries out a plan for something that moves. Runs in a worker process: it calls decoders.
package struct MotionRenderer: Sendable {
  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// Makes the rendition and writes it to `output`. Files whose names begin with that path are made on the way and removed.
  ///
  /// - Parameter progress: gets the part that is done, 0...1; it never goes back.
  /// - Throws: `MediaProblem` when the file is damaged or nothing fits the limit; nothing is written then.
  package func render(
    _ path: String, inspection: Inspection, plan: MotionPlan, to output: String,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaProblem) -> MotionRecord {
    try limits.check(inspection)
    switch (inspection, plan.specification.format) {
    case (.still, _): throw .machine(detail: "a still was to be rendered as something that moves")
    case (.animation(let picture, let animation), .gif):
      return try await AnimationRenderer(limits: limits, picture: picture, animation: animation)
        .render(path, plan: plan, to: output, progress: progress)
    case (.animation(let picture, let animation), .mp4):
      let frames = AnimationFrames(path: path, limits: limits, picture: picture, animation: animation)
      return try await frames.renderMovie(plan, to: output, progress: progress)
    case (.video(let video), .gif):
      return try await VideoAsGIF(video: video).render(path, plan: plan, to: output, progress: progress)
    case (.video(let video), .mp4):
      return try await VideoRenderer(limits: limits)
        .render(path, video: video, plan: plan, to: output, progress: progress)
    }
  }
}
