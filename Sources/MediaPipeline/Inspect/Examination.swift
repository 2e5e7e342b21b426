import MediaFacts
import PushDelivery

/// How thoroughly files are examined.
enum Thoroughness: Hashable, Sendable {
  /// Only headers: nothing is decoded.
  case headers
  /// Decodes as much as a plan needs.
  case planning
  /// Decodes all, so that damage shows; makes stills only if needed to see how they look.
  case whole
  /// Decodes everything and makes all stills.
  case rendering
}

/// Examines files as thoroughly as requested: picture headers in this process, everything else in workers.
struct Examination: Sendable {
  let workers: WorkerPool
  let limits: SourceLimits
  let thoroughness: Thoroughness
  /// The picture formats that are read. Workers read all of them.
  var formats = PictureFormat.allCases

  /// A file's facts, by absolute path.
  func inspect(_ path: String) async throws(MediaError) -> Inspection {
    let inspection = try await thoroughness == .headers ? inspectHeaders(path) : workers.inspect(path, limits: limits)
    try limits.check(inspection)
    return inspection
  }

  /// A decoder's complaint without giving up; nil if it has none, or if nothing is decoded.
  ///
  /// - Parameter withSound: whether a video's sound counts too.
  /// - Throws: `MediaError` if it gives up.
  func damage(_ path: String, _ inspection: Inspection, withSound: Bool = true) async throws(MediaError) -> String? {
    guard thoroughness == .whole || thoroughness == .rendering else { return nil }
    if case .animation = inspection { return nil }
    return try await workers.verify(path, inspection: inspection, withSound: withSound)
  }

  private func inspectHeaders(_ path: String) async throws(MediaError) -> Inspection {
    switch try HeaderInspector(limits: limits, formats: formats).inspect(path) {
    case .known(let inspection): inspection
    case .video(let format): try await workers.probe(path, format: format, limits: limits)
    case .unmeasured: try await workers.inspect(path, limits: limits)
    }
  }
}
