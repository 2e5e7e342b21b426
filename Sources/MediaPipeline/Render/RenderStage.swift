import MediaFacts
import PushDelivery

/// Turns plans into renditions: out of the cache where it can, by a worker otherwise.
struct RenderStage: Sendable {
  let workers: WorkerPool
  let cache: RenderCache?
  let limits: SourceLimits
  /// Where workers write to; ours alone.
  let workFolder: String
  /// How files are looked at before anything is made of them.
  var thoroughness = Thoroughness.planning

  /// A rendition, and whether it was there before.
  struct Made<Rendition: PublishableRendition>: Sendable {
    var rendition: Rendition
    var fromCache: Bool
  }

  /// What a source is.
  ///
  /// - Throws: `MediaProblem`.
  func inspect(_ source: SourceOnDisk) async throws(MediaProblem) -> Inspection {
    if let known = cache?.inspection(of: source.file) {
      // It may have been found under wider limits than today's.
      try limits.check(known)
      return known
    }
    let inspection = try await examination.inspect(source.path)
    try source.checkUnchanged()
    cache?.store(inspection, of: source.file)
    return inspection
  }

  /// What a decoder complains about without giving up; nil when nothing, and where not all is to be decoded.
  ///
  /// - Throws: `MediaProblem` when it gives up.
  func damage(
    of source: SourceOnDisk, _ inspection: Inspection, withSound: Bool
  ) async throws(MediaProblem) -> String? {
    let damage = try await examination.damage(source.path, inspection, withSound: withSound)
    try source.checkUnchanged()
    return damage
  }

  private var examination: Examination {
    Examination(workers: workers, limits: limits, thoroughness: thoroughness)
  }

  /// A still that meets the plan.
  ///
  /// - Throws: `MediaProblem`.
  func render(
    _ source: SourceOnDisk, inspection: Inspection, plan: RenderPlan
  ) async throws(MediaProblem) -> Made<Rendition> {
    if let known = cache?.rendition(of: source.file, plan: plan) { return Made(rendition: known, fromCache: true) }
    let output = newOutput()
    defer { removeAll(output) }
    let record = try await workers.render(
      source.path, limits: limits, inspection: inspection, plan: plan, to: output)
    let rendition = try measure(output, limit: plan.specification.maximumBytes) { bytes, digest in
      try Rendition(bytes, digest: digest, meeting: plan.specification, record: record)
    }
    try source.checkUnchanged()
    cache?.store(rendition, of: source.file, plan: plan)
    return Made(rendition: rendition, fromCache: false)
  }

  /// Something that moves and meets the plan.
  ///
  /// - Parameter progress: told how much is done, 0 to 1.
  /// - Throws: `MediaProblem`.
  func renderMotion(
    _ source: SourceOnDisk, inspection: Inspection, plan: MotionPlan, progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaProblem) -> Made<MotionRendition> {
    if let known = cache?.rendition(of: source.file, plan: plan) { return Made(rendition: known, fromCache: true) }
    let output = newOutput()
    defer { removeAll(output) }
    let record = try await workers.renderMotion(
      source.path, limits: limits, inspection: inspection, plan: plan, to: output, progress: progress)
    let rendition = try measure(output, limit: plan.specification.maximumBytes) { bytes, digest in
      try MotionRendition(bytes, digest: digest, meeting: plan.specification, record: record)
    }
    try source.checkUnchanged()
    cache?.store(rendition, of: source.file, plan: plan)
    return Made(rendition: rendition, fromCache: false)
  }

  private func newOutput() -> String { workFolder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// With what a worker that was killed left beside it.
  private func removeAll(_ output: String) {
    FileSystem.remove(output)
    for case .name(let name) in (try? FileSystem.entries(of: workFolder)) ?? [] {
      let path = workFolder + "/" + name
      if path.hasPrefix(output) { FileSystem.remove(path) }
    }
  }

  /// The worker is not believed: its bytes are a rendition only if they measure up.
  private func measure<Made>(
    _ output: String, limit: Int, _ make: ([UInt8], ContentDigest) throws -> Made
  ) throws(MediaProblem) -> Made {
    do {
      let bytes = try FileReading.bytes(of: output, limit: limit)
      return try make(bytes, ContentDigest(of: bytes))
    } catch {
      throw .untrustworthy(detail: "\(error)")
    }
  }
}
