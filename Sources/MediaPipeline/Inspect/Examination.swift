import MediaFacts
import PushDelivery

/// How thoroughly files are looked at.
enum Thoroughness: Hashable, Sendable {
  /// Headers alone: nothing is decoded.
  case headers
  /// As much is decoded as a plan needs.
  case planning
  /// All is decoded, so that damage shows; stills are made where only that tells how they look.
  case whole
  /// All is decoded, and all stills are made.
  case rendering
}

/// Has files looked at as thoroughly as is asked for: headers of pictures in this process, all else by workers.
struct Examination: Sendable {
  let workers: WorkerPool
  let limits: SourceLimits
  let thoroughness: Thoroughness
  /// The formats of pictures that are read. Workers read all that there are.
  var formats = PictureFormat.allCases

  /// What the file at an absolute path is.
  ///
  /// - Throws: `MediaError`.
  func inspect(_ path: String) async throws(MediaError) -> Inspection {
    let inspection = try await thoroughness == .headers ? inspectHeaders(path) : workers.inspect(path, limits: limits)
    try limits.check(inspection)
    return inspection
  }

  /// What a decoder complains about without giving up; nil when nothing, and where nothing is to be decoded.
  ///
  /// - Parameter withSound: whether a video's sound counts too.
  /// - Throws: `MediaError` when it gives up.
  func damage(
    _ path: String, _ inspection: Inspection, withSound: Bool = true
  ) async throws(MediaError) -> String? {
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
