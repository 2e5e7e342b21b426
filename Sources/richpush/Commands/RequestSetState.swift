import Essentials
import MediaPipeline

/// Whether the requests are still those that were there when a run began: for whoever ends it and wants to know what holds.
struct RequestSetState: Sendable {
  /// The file that is replaced last.
  private let index: String
  private let former: Mark?

  /// What tells a file from another that has taken its place.
  private struct Mark: Hashable {
    let number: UInt64
    let bytes: Int

    /// nil where there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (number, bytes) = (UInt64(status.st_ino), Int(status.st_size))
    }
  }

  init(_ settings: PipelineSettings) {
    index = settings.requestFolder + "/index.json"
    former = Mark(index)
  }

  /// What holds now, for the line that says that the run was ended.
  @Sendable func words() -> String {
    let now = Mark(index)
    let untouched = now == nil ? "no requests were written" : "the former requests are untouched"
    let requests = now == former ? untouched : "the new requests are in their place"
    return "\(requests), and the next run goes on where this one ended"
  }
}
