import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

extension PipelineSetup {
  /// Reports what keeps a run from beginning; to be thrown.
  static func explain(_ diagnostics: [Diagnostic], status: ExitStatus = .usage) -> ExitCode {
    Console.standard.say(diagnostics)
    return ExitCode(status.rawValue)
  }

  /// An impossible path is its author's mistake; other refusals of the system may be temporary.
  private static func explain(_ error: FileSystemError, _ message: String) -> ExitCode {
    guard error.isAboutThePath else {
      return explain([error.failure(message, remedy: error.remedy)], status: .environment)
    }
    let remedy = error.remedy ?? "correct the path, or what lies there"
    return explain([Diagnostic(.configurationValue, .init(.file, error.path), message, remedy: remedy)])
  }

  /// Says why there is no report; to be thrown.
  static func explain(_ error: PipelineError, consequence: String = "") -> ExitCode {
    switch error {
    case .campaign(let diagnostics): explain(diagnostics)
    case .store(let diagnostic):
      explain([diagnostic], status: diagnostic.rule.isEnvironmental ? .environment : .usage)
    case .fileSystem(let error):
      explain(error, error.message + consequence)
    }
  }
}

extension Diagnostic {
  /// A format that a command cannot print.
  static func unknownFormat(_ name: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .configurationValue, .init(.configuration, Setting.format.flag), "there is no format \(name.quoted)",
      remedy: "give " + known.dropLast().joined(separator: ", ") + " or " + (known.last ?? ""))
  }
}

/// Runs a pipeline.
///
/// - Throws: the exit status, after saying why there is no report.
func explainingFailure(_ body: () async throws(PipelineError) -> RunReport) async throws -> RunReport {
  do throws(PipelineError) {
    return try await body()
  } catch {
    throw PipelineSetup.explain(error, consequence: "; the former requests are untouched")
  }
}
