import Essentials
import MediaPipeline

/// Whether the requests are still those from before a run: for an interrupted run's last words.
struct RequestSetState: Sendable {
  /// The file that is replaced last.
  private let index: String
  private let former: Mark?

  /// Distinguishes a file from another that replaced it.
  private struct Mark: Hashable {
    let number: UInt64
    let bytes: Int

    /// nil without a file.
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

  /// The current state, for the line about the interruption.
  @Sendable func words() -> String {
    let now = Mark(index)
    let untouched = now == nil ? "no requests were written" : "the former requests are untouched"
    let requests = now == former ? untouched : "the new requests are in their place"
    return "\(requests), and the next run goes on where this one ended"
  }
}
