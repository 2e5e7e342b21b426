import ArgumentParser
import Dispatch
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The meanings of the exit status.
enum ExitStatus: Int32 {
  case success = 0
  /// An asset or a message is refused, or a check has findings: trying again without a change does not help.
  case refused = 1
  /// The command, the configuration or the access to the destination is wrong.
  case usage = 2
  /// The machine or the network failed: trying again may help.
  case environment = 3

  init(_ report: RunReport) {
    self = report.hasDestinationErrors ? .usage : report.totals.errors > 0 ? .refused : .success
    if report.hasEnvironmentalErrors { self = .environment }
  }

  /// - Parameter gravity: the mildest finding that counts.
  init(_ report: CheckReport, failingOn gravity: Diagnostic.Severity) {
    if report.diagnostics.contains(where: \.rule.isEnvironmental) {
      self = .environment
    } else {
      let isRefused = report.diagnostics.contains {
        $0.severity >= gravity && !(report.hasJudgedNothing && $0.rule == Incident.argumentKind.id)
      }
      self = isRefused ? .refused : report.hasJudgedNothing ? .usage : .success
    }
  }

  init(_ report: VerificationReport) {
    let isGood = report.proof == .proven && !report.diagnostics.contains { $0.severity == .error }
    self = report.hasEnvironmentalErrors ? .environment : isGood ? .success : .refused
  }

  init(_ report: PublicationReport) {
    let hasErrors = report.diagnostics.contains { $0.severity == .error }
    self = report.hasDestinationErrors ? .usage : hasErrors ? .refused : .success
    if report.hasEnvironmentalErrors { self = .environment }
  }

  /// Ends the process unless all is well.
  func leave() throws { if self != .success { throw ExitCode(rawValue) } }
}

/// Acts when a person or the system ends the process.
final class InterruptionGuard {
  private let sources: [any DispatchSourceSignal]

  /// Reports the current state and cleans up: no folder of ours stays in published folders or the system's temporary files. Workers
  /// and other programs in their own groups are ended with everything they started.
  ///
  /// - Parameters:
  ///   - words: the state although the command did not finish.
  ///   - tidy: called on interrupt, termination and hang-up, before the process ends with 128 and the signal's number.
  convenience init(saying words: @escaping @Sendable () -> String, tidy: @escaping @Sendable () -> Void = {}) {
    self.init(handle: { number in
      Self.say("interrupted: \(words())")
      tidy()
      ProgramGroup.endAll()
      TemporaryFiles.removeAll()
      _exit(128 + number)
    })
  }

  /// The last words, on a separate line. A stopped terminal, or a reader that does not read, does not prevent ending.
  private static func say(_ words: String) {
    let said = DispatchSemaphore(value: 0)
    DispatchQueue(label: "richpush.last-words").async {
      Console.standard.close(with: words)
      said.signal()
    }
    _ = said.wait(timeout: .now() + 1)
  }

  /// - Parameter handle: called with the signal's number on interrupt, termination and hang-up, which do nothing else. Signals
  ///   ignored at the program's start stay so, as `nohup` and shells need for background jobs.
  init(handle: @escaping @Sendable (Int32) -> Void) {
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !ProcessPreparation.isIgnored($0) }
    let registrations = DispatchSemaphore(value: 0)
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler { handle(number) }
      source.setRegistrationHandler { registrations.signal() }
      source.resume()
      return source
    }
    // A source only listens some time later. Signals are not ignored before that, since they would be lost: they end the process as
    // usual. On Linux a source replaces the signal's action; elsewhere it only observes.
    for _ in sources { _ = registrations.wait(timeout: .now() + 10) }
    #if canImport(Darwin)
      for number in numbers { signal(number, SIG_IGN) }
    #endif
  }
}
