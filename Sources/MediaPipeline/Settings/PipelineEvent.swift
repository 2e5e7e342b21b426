public import Findings
public import PushDelivery

/// What a run tells while it goes on, for whoever shows progress.
public enum PipelineEvent: Sendable {
  /// Another run works on this folder; this one waits for it.
  case waiting(folder: String)
  /// What there is to do is known. Of files that an earlier run made nobody has counted the bytes: 0.
  case started(files: Int, bytes: Int)
  /// Work on a source begins.
  case began(path: String)
  /// A place that is published to did not answer as it should, and is asked again after a while.
  case retrying(RetryNotice)
  /// This part, 0 to 1, of a long rendering is done.
  case progressed(path: String, part: Double, bytes: Int)
  /// A command takes what was published to where it is served.
  case deploying(command: [String])
  /// What is to be done with one file that an earlier run made is done, and what became of it: `published`, `proven`.
  case settled(path: String, status: String)
  /// One source is through all its stages.
  case finished(AssetOutcome, bytes: Int)
}

/// What became of a source, and what there is to say about it.
struct AssetResult: Hashable, Sendable, Codable {
  var outcome: AssetOutcome
  var diagnostics: [Diagnostic] = []
}

/// Why a run ended before anything was committed. Whatever concerns one file is a `Diagnostic` in the report instead.
public enum PipelineError: Error, Hashable, Sendable {
  /// campaign.yml or a message in it is wrong: nothing was done.
  case campaign([Diagnostic])
  /// The machine refused something that the whole run needs.
  case fileSystem(FileSystemError)
  /// A bucket that the whole run needs refused something, or cannot be reached.
  case store(Diagnostic)
}

extension PipelineError {
  /// The same as findings of a check.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .campaign(let diagnostics): diagnostics
    case .store(let diagnostic): [diagnostic]
    case .fileSystem(let error):
      [
        error.failure(
          error.message + ", so not everything was checked", remedy: error.remedy ?? "mend that and check again")
      ]
    }
  }
}
