public import Findings
import PushDelivery

/// Progress events of a run.
public enum PipelineEvent: Sendable {
  /// Another run uses this folder; this one waits for it.
  case waiting(folder: String)
  /// The work is known. The bytes of an earlier run's files are not counted: 0.
  case started(files: Int, bytes: Int)
  /// Work on a source begins.
  case began(path: String)
  /// A destination did not answer properly, and will be retried after a while.
  case retrying(RetryNotice)
  /// This part, 0 to 1, of a long rendering is done.
  case progressed(path: String, part: Double, bytes: Int)
  /// A command deploys the published files.
  case deploying(command: [String])
  /// A source has passed all its stages, or an earlier run's file is done: with its status, such as `published` or `proven`.
  case finished(path: String, status: String, bytes: Int = 0)
}

/// A source's outcome and its diagnostics.
struct AssetResult: Hashable, Sendable, Codable {
  var outcome: AssetOutcome
  var diagnostics: [Diagnostic] = []
}

/// Why a run ended before committing anything. Errors about one file are a `Diagnostic` in the report instead.
public enum PipelineError: Error, Hashable, Sendable {
  /// campaign.yml or a message in it is wrong: nothing was done.
  case campaign([Diagnostic])
  /// The machine refused something that the whole run needs.
  case fileSystem(FileSystemError)
  /// A bucket that the whole run needs refused something, or cannot be reached.
  case store(Diagnostic)
}

extension PipelineError {
  /// One error of the campaign, or of a path or a flag.
  static func refused(_ words: ErrorWords, _ subject: Diagnostic.Subject) -> PipelineError {
    .campaign([Diagnostic(words, subject)])
  }

  /// The result of `work`, whose refusal ends the run.
  static func wrapping<Value: ~Copyable>(
    _ work: @autoclosure () throws(FileSystemError) -> Value
  ) throws(PipelineError) -> Value {
    do throws(FileSystemError) { return try work() } catch { throw .fileSystem(error) }
  }

  /// As findings of a check.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .campaign(let diagnostics): diagnostics
    case .store(let diagnostic): [diagnostic]
    case .fileSystem(let error):
      [
        error.failure(
          error.message + ", so not everything was checked", remedy: error.remedy ?? "fix that and check again")
      ]
    }
  }
}
