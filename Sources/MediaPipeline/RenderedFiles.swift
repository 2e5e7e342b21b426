import Findings
import MediaFacts
public import PushDelivery

/// Renditions from an earlier run, and where their bytes are.
public struct RenderedFiles: Sendable {
  /// As `PublishedAsset.name` gives it, sorted.
  let names: [String]
  private let folder: String

  /// Every file of a folder that is named as richpush names renditions.
  ///
  /// - Throws: `PipelineError.campaign` if it has none; `.fileSystem` if the folder cannot be read.
  public init(folder: String) throws(PipelineError) {
    names = try PipelineError.wrapping(try PublishedNames.files(in: folder))
    guard !names.isEmpty else { throw .refused(.campaign("nothingRendered"), .init(.file, folder)) }
    self.folder = folder
  }

  /// The files that a run report names.
  ///
  /// - Parameters:
  ///   - path: the report's path.
  ///   - folder: the folder that has them.
  /// - Throws: `PipelineError.campaign` if it names none.
  public init(report: RunReport, at path: String, folder: String) throws(PipelineError) {
    names = Set(report.assets.flatMap(\.renditions).map(\.path)).sorted()
    guard !names.isEmpty else { throw .refused(.campaign("nothingRendered"), .init(.file, path)) }
    self.folder = folder
  }

  /// Reads a file.
  ///
  /// - Throws: `MediaError` if its bytes do not match the name, or are not found.
  func file(_ name: String) throws(MediaError) -> PublishedFile {
    guard FileSystem.kind(of: folder + "/" + name) != .missing else {
      throw .unreadable(detail: "it is not in \(folder.quoted)")
    }
    return try PublishedFile(name, in: folder)
  }
}

extension Diagnostic {
  /// About an earlier run's bytes that no longer exist.
  static func lostRendition(_ name: String, _ error: MediaError) -> Diagnostic {
    var diagnostic = error.diagnostic(for: name)
    if case .unreadable = error {
      diagnostic.remedy = "name the folder that holds it with --from, or publish from the campaign: `richpush run --to`"
    }
    return diagnostic
  }
}
