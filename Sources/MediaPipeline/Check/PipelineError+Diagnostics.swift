public import Findings
import PushDelivery

extension PipelineError {
  /// The same as findings of a check.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .campaign(let problems): problems
    case .fileSystem(let error):
      [
        Diagnostic(
          .machineFailed, .init(.file, error.path),
          "cannot \(error.operation) it: \(error.reason), so not everything was checked",
          remedy: "mend that and check again")
      ]
    }
  }
}
