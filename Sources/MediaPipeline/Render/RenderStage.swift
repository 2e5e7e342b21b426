import MediaFacts
import PushDelivery

/// Turns plans into renditions: from the cache if possible, by a worker otherwise.
struct RenderStage: Sendable {
  let workers: WorkerPool
  let cache: RenderCache?
  let limits: SourceLimits
  /// How thoroughly files are examined before rendering.
  var thoroughness = Thoroughness.planning

  /// A source's facts.
  func inspect(_ source: SourceOnDisk) async throws(MediaError) -> Inspection {
    let known = await cache?.inspection(of: source.file) { headers(of: source) }
    if let known {
      // It may have been found under wider limits.
      try limits.check(known)
      return known
    }
    let inspection = try await examination.inspect(source.path)
    try source.checkUnchanged()
    await cache?.store(inspection, of: source.file)
    return inspection
  }

  /// The facts in a picture's headers, which facts from elsewhere must match.
  private func headers(of source: SourceOnDisk) -> Inspection? {
    guard case .known(let inspection)? = try? HeaderInspector(limits: limits).inspect(source.path) else { return nil }
    return inspection
  }

  /// A decoder's complaint without giving up; nil if it has none, or if not everything is decoded.
  func damage(of source: SourceOnDisk, _ inspection: Inspection, withSound: Bool) async throws(MediaError) -> String? {
    let damage = try await examination.damage(source.path, inspection, withSound: withSound)
    try source.checkUnchanged()
    return damage
  }

  private var examination: Examination { Examination(workers: workers, limits: limits, thoroughness: thoroughness) }

  /// A rendition that meets the plan.
  func render<Specification>(
    _ source: SourceOnDisk, inspection: Inspection, plan: RenderPlan<Specification>,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(MediaError) -> Rendition<Specification> {
    if var known = await cache?.rendition(of: source.file, inspection, plan: plan) {
      known.isFromCache = true
      return known
    }
    let output = workers.outputFolder + "/" + String.randomName
    defer { FileSystem.removeAll(output) }
    let record = try await workers.render(
      source.path, limits: limits, inspection: inspection, plan: plan, to: output, progress: progress)
    let rendition = try measure(output, plan.specification, record)
    try source.checkUnchanged()
    await cache?.store(rendition, of: source.file, inspection, plan: plan)
    return rendition
  }

  /// The worker is not trusted: its bytes must meet the specification.
  private func measure<Specification>(
    _ output: String, _ specification: Specification, _ record: Specification.Record
  ) throws(MediaError) -> Rendition<Specification> {
    do {
      let bytes = try FileReading.bytes(of: output, limit: specification.maximumBytes)
      return try Rendition(bytes, digest: ContentDigest(of: bytes), meeting: specification, record: record)
    } catch let error as FileSystemError where error.isOfTheMachine {
      throw .refused("a rendition cannot be read back just now", by: error)
    } catch {
      throw .untrustworthy(detail: error.reason)
    }
  }
}
