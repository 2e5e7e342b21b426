import PushDelivery

/// Turns plans into renditions: out of the cache where it can, by a worker otherwise.
struct RenderStage: Sendable {
  let workers: WorkerPool
  let cache: RenderCache?
  let limits: SourceLimits
  /// Where workers write to; ours alone.
  let workFolder: String

  /// What the file at an absolute path is.
  ///
  /// - Throws: `MediaProblem`.
  func inspect(_ path: String, source: SourceFile) async throws(MediaProblem) -> Inspection {
    if let known = cache?.inspection(of: source) { return known }
    let inspection = try await workers.inspect(path, limits: limits)
    cache?.store(inspection, of: source)
    return inspection
  }

  /// A rendition that meets the plan.
  ///
  /// - Throws: `MediaProblem`.
  func render(
    _ path: String, source: SourceFile, inspection: Inspection, plan: RenderPlan
  ) async throws(MediaProblem) -> (rendition: Rendition, fromCache: Bool) {
    if let known = cache?.rendition(of: source, plan: plan) { return (known, true) }
    let output = workFolder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    defer { DurableFile.remove(output) }
    let record = try await workers.render(path, limits: limits, inspection: inspection, plan: plan, to: output)
    let rendition = try measure(output, plan: plan, record: record)
    cache?.store(rendition, of: source, plan: plan)
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
