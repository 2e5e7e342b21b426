import Findings
import MediaFacts
public import PushDelivery

/// Renditions from an earlier run, and where their bytes are.
public struct RenderedFiles: Sendable {
  /// As `PublishedAsset.name` gives it, sorted.
  let names: [String]
  private let folder: String?
  /// The file's sources, from a run report.
  private let origins: [String: Origin]

  private struct Origin {
    var outcome: AssetOutcome
    var rendition: RenditionOutcome
  }

  /// Every file of a folder that is named as richpush names renditions.
  ///
  /// - Throws: `PipelineError.campaign` if it has none; `.fileSystem` if the folder cannot be read.
  public init(folder: String) throws(PipelineError) {
    names = try PipelineError.wrapping(try PublishedNames.files(in: folder))
    guard !names.isEmpty else { throw .campaign([.nothingRendered(folder)]) }
    self.folder = folder
    origins = [:]
  }

  /// The files that a run report names. Files published to a bucket are only in the render cache.
  ///
  /// - Parameters:
  ///   - path: the report's path.
  ///   - folder: the folder to search first; nil without one.
  /// - Throws: `PipelineError.campaign` if it names none.
  public init(report: RunReport, at path: String, folder: String?) throws(PipelineError) {
    let made = report.assets.flatMap { outcome in
      outcome.renditions.map { ($0.path, Origin(outcome: outcome, rendition: $0)) }
    }
    origins = Dictionary(made) { first, _ in first }
    names = origins.keys.sorted()
    guard !names.isEmpty else { throw .campaign([.nothingRendered(path)]) }
    self.folder = folder
  }

  /// Reads a file.
  ///
  /// - Throws: `MediaError` if its bytes do not match the name, or are not found.
  func file(_ name: String, cache: RenderCache?) async throws(MediaError) -> PublishedFile {
    if let folder, FileSystem.kind(of: folder + "/" + name) != .missing { return try PublishedFile(name, in: folder) }
    guard let bytes = await cachedBytes(name, cache) else { throw .unreadable(detail: Self.nowhere(folder)) }
    return try PublishedFile(name, bytes: bytes)
  }

  private static func nowhere(_ folder: String?) -> String {
    "it is " + (folder.map { "neither in \($0.quoted) nor" } ?? "not") + " in the render cache"
  }

  private func cachedBytes(_ name: String, _ cache: RenderCache?) async -> [UInt8]? {
    guard let cache, let origin = origins[name], let source = origin.outcome.source,
      let inspection = origin.outcome.inspection
    else { return nil }
    let digest = origin.rendition.digest
    for plan in origin.outcome.plans {
      let known = await cache.rendition(of: source, inspection, plan: plan)
      if let known, known.digest == digest { return known.bytes }
    }
    guard let plan = origin.outcome.motionPlan,
      let known = await cache.rendition(of: source, inspection, plan: plan)
    else { return nil }
    return known.digest == digest ? known.bytes : nil
  }
}

extension Diagnostic {
  fileprivate static func nothingRendered(_ path: String) -> Diagnostic {
    Diagnostic(
      .argumentEmpty, .init(.file, path), "it has no file that richpush rendered, so nothing would be published",
      remedy:
        "name the folder that renditions were published to, such as `public`, or the report of a run that published some"
    )
  }

  /// About an earlier run's bytes that no longer exist.
  static func lostRendition(_ name: String, _ error: MediaError) -> Diagnostic {
    var diagnostic = error.diagnostic(for: name)
    if case .unreadable = error {
      diagnostic.remedy = "name the folder that holds it with --from, or run again, which renders and publishes it"
    }
    return diagnostic
  }
}
