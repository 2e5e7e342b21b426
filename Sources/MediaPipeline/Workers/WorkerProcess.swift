import Foundation
import PushDelivery
import Subprocess
import Synchronization
import Vips

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// One place of the pool: a process that does jobs, and its successors.
struct WorkerProcess: Sendable {
  let command: WorkerCommand
  let board: JobBoard

  /// Works until the board is closed and empty.
  func serve() async {
    while let assignment = await board.next() {
      await runProcess(startingWith: assignment)
    }
  }

  /// How one process's life ended.
  private struct Ending: Sendable {
    /// The job that it died over.
    var unanswered: Assignment?
    var answeredCount = 0
    var hasTimedOut = false
  }

  private func runProcess(startingWith first: Assignment) async {
    do {
      let result = try await run(
        configuration, input: .inputWriter, output: .sequence, error: .discarded
      ) { execution in
        await work(on: first, in: execution)
      }
      await settle(result.closureResult, status: result.terminationStatus)
    } catch {
      // Thrown before the process was there, so the first job is still unanswered.
      first.answer(.failed(.machine(detail: "cannot start a worker process: \(error)")))
    }
  }

  /// No credentials, no proxies, no configuration of libraries: only what finds programs and the system's libraries.
  private var configuration: Configuration {
    let inherited = ProcessInfo.processInfo.environment
    let kept = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"].compactMap { key in
      inherited[key].map { (Environment.Key(stringLiteral: key), $0) }
    }
    var environment = Dictionary(uniqueKeysWithValues: kept)
    // A crash is expected of hostile files and reported by the pool; a backtrace would only cost time.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    var options = PlatformOptions()
    // A group of its own, so that a time limit ends the programs it started as well.
    options.processGroupID = 0
    return Configuration(
      executable: .path(FilePath(command.executable)), arguments: Arguments(command.arguments),
      environment: .custom(environment), platformOptions: options)
  }

  private typealias Running = Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>

  private func work(on first: Assignment, in execution: Running) async -> Ending {
    var ending = Ending(unanswered: first)
    var lines = execution.standardOutput
      .strings(separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .maxLineLength(1 << 20))
      .makeAsyncIterator()
    while let assignment = ending.unanswered {
      let clock = TimeLimit(seconds: command.limits.seconds) {
        try? execution.send(signal: .kill, toProcessGroup: true)
      }
      defer { clock.cancel() }
      do {
        var line = try JSONEncoder().encode(assignment.job)
        line.append(UInt8(ascii: "\n"))
        _ = try await execution.standardInputWriter.write(Array(line))
        guard let text = try await lines.next() else { throw WorkerSilence() }
        assignment.answer(try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8)))
      } catch {
        ending.hasTimedOut = clock.hasPassed
        // Whatever it was, this process is not to be trusted with another job.
        try? execution.send(signal: .kill, toProcessGroup: true)
        return ending
      }
      ending.answeredCount += 1
      ending.unanswered = await board.next()
    }
    return ending
  }

  private func settle(_ ending: Ending, status: TerminationStatus) async {
    guard let assignment = ending.unanswered else { return }
    if ending.hasTimedOut {
      assignment.answer(.failed(.timedOut(seconds: command.limits.seconds)))
    } else if ending.answeredCount > 0, !assignment.isRetry {
      // It may have suffered from the files before; a fresh process decides.
      await board.retry(assignment)
    } else {
      assignment.answer(.failed(problem(from: status)))
    }
  }

  private func problem(from status: TerminationStatus) -> MediaProblem {
    switch status {
    case .exited(VipsLibrary.outOfMemoryStatus): .outOfMemory
    case .exited(let code): .crashed(detail: "exit status \(code)")
    case .signaled(let signal): .crashed(detail: "signal \(signal)")
    }
  }
}

/// The process ended, or said something that is no reply.
private struct WorkerSilence: Error {}

/// Does something when time is up, unless cancelled before.
private final class TimeLimit: Sendable {
  private let passed = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(seconds: Int, then action: @escaping @Sendable () -> Void) {
    let started = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil, let self else { return }
      self.passed.store(true, ordering: .sequentiallyConsistent)
      action()
    }
    task.withLock { $0 = started }
  }

  var hasPassed: Bool { passed.load(ordering: .sequentiallyConsistent) }

  func cancel() { task.withLock { $0?.cancel() } }
}
