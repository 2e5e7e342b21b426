import PushDelivery

/// Turns plans into renditions: out of the cache where it can, by a worker otherwise.
struct RenderStage: Sendable {
  let workers: WorkerPool
  let cache: RenderCache?
  let limits: SourceLimits
  /// Where workers write to; ours alone.
  let workFolder: String

  /// What a source is.
  ///
  /// - Throws: `MediaProblem`.
  func inspect(_ source: SourceOnDisk) async throws(MediaProblem) -> Inspection {
    if let known = cache?.inspection(of: source.file) {
      // It may have been found under wider limits than today's.
      try limits.check(known)
      return known
    }
    let inspection = try await workers.inspect(source.path, limits: limits)
    try limits.check(inspection)
    try source.checkUnchanged()
    cache?.store(inspection, of: source.file)
    return inspection
  }

  /// A rendition that meets the plan.
  ///
  /// - Throws: `MediaProblem`.
  func render(
    _ source: SourceOnDisk, inspection: Inspection, plan: RenderPlan
  ) async throws(MediaProblem) -> (rendition: Rendition, fromCache: Bool) {
    if let known = cache?.rendition(of: source.file, plan: plan) { return (known, true) }
    let output = workFolder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    defer { DurableFile.remove(output) }
    let record = try await workers.render(
      source.path, limits: limits, inspection: inspection, plan: plan, to: output)
    let rendition = try measure(output, plan: plan, record: record)
    try source.checkUnchanged()
    cache?.store(rendition, of: source.file, plan: plan)
    return (rendition, false)
  }

  /// The worker is not believed: its bytes are a rendition only if they measure up.
  private func measure(
    _ output: String, plan: RenderPlan, record: RenderRecord
  ) throws(MediaProblem) -> Rendition {
    do {
      let bytes = try FileReading.bytes(of: output, limit: plan.specification.maximumBytes)
      return try Rendition(
        bytes, digest: ContentDigest(of: bytes), meeting: plan.specification, record: record)
    } catch {
      throw .untrustworthy(detail: "\(error)")
    }
  }
}
