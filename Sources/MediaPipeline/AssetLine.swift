import PushDelivery

/// One source's way through the stages, from its path to its URLs.
struct AssetLine: Sendable {
  let reader: SourceReader
  let stage: RenderStage
  let profiles: [Profile]
  /// nil to stop after planning.
  let destination: (any Destination)?
  /// Paths that messages name: such a file is never passed over.
  let namedPaths: Set<String>

  /// What became of a source, and what there is to say about it.
  struct Result: Sendable {
    var outcome: AssetOutcome
    var diagnostics: [Diagnostic] = []
  }

  /// Takes one source through all stages. Never fails: what goes wrong is in the result.
  func process(_ request: AssetRequest) async -> Result {
    var result = Result(
      outcome: AssetOutcome(path: request.path, focalPoint: request.focalPoint, status: .refused))
    do {
      try await process(request, into: &result)
    } catch let problem as MediaProblem {
      refuse(problem, request, in: &result)
    } catch let error as PublishError {
      fail(error.diagnostic(for: request.path), in: &result)
    } catch {
      fail(MediaProblem.machine(detail: "\(error)").diagnostic(for: request.path), in: &result)
    }
    return result
  }

  private func process(_ request: AssetRequest, into result: inout Result) async throws {
    let source = try reader.read(request.path)
    result.outcome.source = source.file
    let inspection = try await stage.inspect(source)
    result.outcome.inspection = inspection
    result.diagnostics += inspection.notes(for: request.path)
    for profile in profiles {
      let plan = RenderPlan(
        for: inspection, source: source.file, profile: profile, focalPoint: request.focalPoint)
      result.outcome.plans.append(plan)
      guard let destination else { continue }
      let (rendition, fromCache) = try await stage.render(source, inspection: inspection, plan: plan)
      result.diagnostics += rendition.record.notes(for: request.path)
      let asset = try await destination.publish(rendition, slug: request.slug)
      result.outcome.renditions.append(RenditionOutcome(rendition, at: asset, fromCache: fromCache))
    }
    result.outcome.status = destination == nil ? .planned : .published
  }

  private func refuse(_ problem: MediaProblem, _ request: AssetRequest, in result: inout Result) {
    if problem.isNoPicture, !MediaFormat.isMediaName(request.path), !namedPaths.contains(request.path) {
      result.outcome.status = .ignored
      result.diagnostics.append(.ignored(request.path))
    } else {
      fail(problem.diagnostic(for: request.path), in: &result)
    }
  }

  /// Where the machine is at fault, the picture is not refused.
  private func fail(_ diagnostic: Diagnostic, in result: inout Result) {
    if diagnostic.rule.isEnvironmental { result.outcome.status = .failed }
    result.diagnostics.append(diagnostic)
  }
}

/// A source to be made ready, for one focal point where messages name some.
struct AssetRequest: Hashable, Sendable {
  var path: String
  var byteCount: Int
  var focalPoint: FocalPoint?

  /// Made of the file's name alone: how its owner sorts files is nobody's business at a public address.
  var slug: String { Slug(path: path.split(separator: "/").last.map(String.init) ?? path).text }
}

extension MediaProblem {
  /// True when the file does not even claim to be a picture by its bytes.
  fileprivate var isNoPicture: Bool {
    switch self {
    case .unrecognised, .unsupported, .empty: true
    default: false
    }
  }
}

extension Inspection {
  fileprivate func notes(for path: String) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    if case .animation(_, let animation) = self {
      notes.append(
        Diagnostic(
          "image.animated", .warning, .init(.file, path),
          "it has \(animation.frameCount) frames and only the first is published, since Android and web push show no motion",
          remedy: "make sure that the first frame stands alone"))
    }
    if let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      MediaFormat.isMediaName(path),
      !format.trueExtensions.contains(name[name.index(after: dot)...].lowercased())
    {
      notes.append(
        Diagnostic(
          "file.extension", .note, .init(.file, path),
          "its bytes are \(format.displayName), whatever its name says; the rendition gets a true extension"))
    }
    return notes
  }
}

extension RenderRecord {
  fileprivate func notes(for path: String) -> [Diagnostic] {
    guard let damage else { return [] }
    return [
      Diagnostic(
        "image.damaged-slightly", .warning, .init(.file, path),
        "the decoder complained and went on (\(damage)); parts of the picture may be wrong",
        remedy: "look at the rendition, or export the picture again")
    ]
  }
}

extension Diagnostic {
  fileprivate static func ignored(_ path: String) -> Diagnostic {
    Diagnostic("file.ignored", .note, .init(.file, path), "it is no picture and no message names it; passed over")
  }
}
