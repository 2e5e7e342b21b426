import MediaPipeline
import PushDelivery

/// How a check ended.
struct CheckOutcome {
  let report: CheckReport
  /// What a new baseline is to say; nil: none is wanted, or not everything could be looked at.
  let baseline: Baseline?
  /// nil: it got to its end, and the report says the rest.
  private let failure: ExitStatus?

  init(report: CheckReport, baseline: Baseline?) {
    (self.report, self.baseline, failure) = (report, baseline, nil)
  }

  /// A check that ended early: the report says why, and what was found before.
  init(failure error: PipelineError, after findings: [Diagnostic]) {
    let (problems, status) = error.findings
    report = CheckReport(subjects: [], diagnostics: findings + problems)
    (baseline, failure) = (nil, status)
  }

  func status(failingOn gravity: Diagnostic.Severity) -> ExitStatus {
    failure ?? ExitStatus(report, failingOn: gravity)
  }
}

extension PipelineError {
  fileprivate var findings: ([Diagnostic], ExitStatus) {
    switch self {
    case .campaign(let problems): (problems, .usage)
    case .fileSystem(let error):
      ([.machine(.init(.file, error.path), "cannot \(error.operation) it: \(error.reason)")], .environment)
    case .workers(let detail):
      ([.machine(.init(.program, "richpush"), "the workers failed: \(detail)")], .environment)
    }
  }
}

extension Diagnostic {
  fileprivate static func machine(_ subject: Subject, _ message: String) -> Diagnostic {
    Diagnostic(
      "machine.failed", .error, subject, message + ", so not everything was checked",
      remedy: "mend that and check again")
  }
}
