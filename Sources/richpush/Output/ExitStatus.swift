import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// What the exit status says.
enum ExitStatus: Int32 {
  case success = 0
  /// An asset or a message is refused, or a check found something: trying again without a change is of no use.
  case refused = 1
  /// The command, the configuration or the access to the destination is wrong.
  case usage = 2
  /// The machine or the network failed: trying again may help.
  case environment = 3

  init(_ report: RunReport) {
    if report.hasEnvironmentalErrors {
      self = .environment
    } else if report.hasDestinationErrors {
      self = .usage
    } else {
      self = report.totals.errors > 0 ? .refused : .success
    }
  }

  /// - Parameter gravity: the mildest finding that counts.
  init(_ report: CheckReport, failingOn gravity: Diagnostic.Severity) {
    if report.diagnostics.contains(where: \.rule.isEnvironmental) {
      self = .environment
    } else {
      self = report.diagnostics.contains { $0.severity >= gravity } ? .refused : .success
    }
  }

  init(_ report: PublicationReport) {
    if report.hasEnvironmentalErrors {
      self = .environment
    } else if report.hasDestinationErrors {
      self = .usage
    } else {
      self = report.diagnostics.contains { $0.severity == .error } ? .refused : .success
    }
  }

  /// Ends the process unless all is well.
  func leave() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}
