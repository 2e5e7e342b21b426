import Csystem
import Essentials
import Libraries
import PushDelivery
import Subprocess
import Synchronization
import SystemPackage

/// A slot of the pool: a process that does jobs, and its successors.
struct WorkerProcess: Sendable {
  let command: WorkerConfiguration
  let ground: WorkerGround
  let board: JobBoard
  let sandbox: SandboxRecord

  /// Works until the board is closed and empty.
  func serve() async {
    while let assignment = await board.next() {
      var next: Assignment? = assignment
      while let current = next { next = await runProcess(startingWith: current) }
    }
  }

  /// Runs one process until it dies or there are no more jobs.
  /// - Returns: the job during which it died, if it had done others before: those may be the cause, so a fresh process tries again.
  private func runProcess(startingWith first: Assignment) async -> Assignment? {
    // Outside the process's closure, so that the current job gets exactly one reply however it ends.
    let life = Mutex(Life(unanswered: first))
    var mediaError: MediaError
    do {
      let place = try ground.newPlace()
      defer { place.remove() }
      let result = try await run(
        configuration(in: place, await ground.sandbox()), input: .inputWriter, output: .sequence, error: .discarded
      ) { execution in
        let group = ProgramGroup()
        group.begin(execution.processIdentifier.value)
        await work(in: execution, group: group, at: place, life: life)
        // In any case: it may ignore the end of its input and leave programs running. The process must not be waited for before this.
        try? await execution.standardInputWriter.finish()
        await group.finish()
      }
      mediaError = life.withLock {
        let wasEndedHere = $0.wasEndedHere || $0.hasTimedOut
        return WorkerEnding(status: result.terminationStatus, wasReady: $0.isReady, wasEndedHere: wasEndedHere).error
      }
    } catch {
      let isShort = error.reason.contains(Errno.resourceTemporarilyUnavailable.description)
      let remedy = isShort ? " (use fewer `jobs`, or raise `ulimit -u` or the container's limit)" : ""
      mediaError = .refused("cannot run a worker process" + remedy, by: error)
    }
    let end = life.withLock { $0 }
    guard let assignment = end.unanswered else { return nil }
    if end.hasTimedOut, end.isReady { mediaError = assignment.job.timeout(command.limits) }
    if end.answeredCount > 0, !end.hasTimedOut { return assignment }
    assignment.answer(.failed(mediaError))
    return nil
  }

  /// A process's current job and its history.
  private struct Life: Sendable {
    var unanswered: Assignment?
    var answeredCount = 0
    /// Whether it was ready for files.
    var isReady = false
    var hasTimedOut = false
    /// Whether it was alive when given up, so that this process ended it.
    var wasEndedHere = false
  }

  private func configuration(in place: WorkerPlace, _ sandbox: WorkerSandbox) -> Configuration {
    let sandboxing = sandbox.variables(command.environment, executable: command.executable, in: place)
    let variables = command.environment.merging(sandboxing) { $1 }.merging(["TMPDIR": place.outputFolder]) { $1 }
    var options = PlatformOptions()
    // Its own group, so that a time limit also ends the programs it started.
    options.processGroupID = 0
    return Configuration(
      executable: .at(command.executable), arguments: Arguments(command.arguments),
      environment: .seeing(variables), platformOptions: options)
  }

  private typealias Running = Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>

  private func work(
    in execution: Running, group: ProgramGroup, at place: WorkerPlace, life: borrowing Mutex<Life>
  ) async {
    var lines = execution.standardOutput
      .strings(separatedBy: .unicodeScalarSequence(["\n"]), bufferingPolicy: .maxLineLength(1 << 20))
      .makeAsyncIterator()
    while let assignment = life.withLock({ $0.unanswered }) {
      // Before the clock starts: a slow disk is not the file's fault.
      let admitted = await BlockingThreads.forFiles.run {
        Result { () throws(MediaError) in try place.admit(assignment.job) }
      }
      let clock = TimeLimit(seconds: assignment.job.timeLimit(command.limits)) { group.end() }
      do {
        let reply = try await perform(admitted, progress: assignment.progress, in: execution, lines: &lines) {
          life.withLock { $0.isReady = true }
        }
        // In time too: the worker may keep filling the folder that is emptied.
        let refusal = place.release(assignment.job)
        clock.cancel()
        life.withLock {
          $0.unanswered = nil
          $0.answeredCount += 1
        }
        assignment.answer(refusal.map { .failed(.refused("what a worker made cannot be taken over", by: $0)) } ?? reply)
      } catch {
        clock.cancel()
        // A process that ends may have closed its output before.
        let isAlive = error is WorkerSilence ? await group.outlives(.milliseconds(200)) : true
        life.withLock { ($0.hasTimedOut, $0.wasEndedHere) = (clock.hasPassed, isAlive) }
        // After any such error, this process is not trusted with another job.
        group.end()
        return
      }
      let next = await board.next()
      life.withLock { $0.unanswered = next }
    }
  }

  private func perform(
    _ admitted: Result<WorkerJob, MediaError>, progress: @Sendable (Double) -> Void, in execution: Running,
    lines: inout SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator, whenReady: () -> Void
  ) async throws -> WorkerReply {
    let job: WorkerJob
    do throws(MediaError) { job = try admitted.get() } catch { return .failed(error) }
    let line = Array(try JSONEncoder().encode(job)) + [UInt8(ascii: "\n")]
    _ = try await execution.standardInputWriter.write(line)
    return try await reply(from: &lines, progress: progress, whenReady: whenReady)
  }

  /// The final reply about a job; progress before it goes to `progress`.
  private func reply(
    from lines: inout SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator,
    progress: @Sendable (Double) -> Void, whenReady: () -> Void
  ) async throws -> WorkerReply {
    while let text = try await lines.next() {
      let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8))
      if let part = reply.partDone {
        progress(part)
        continue
      }
      switch reply {
      case .started(let gaps): sandbox.add(gaps)
      case .ready: whenReady()
      default: return reply
      }
    }
    throw WorkerSilence()
  }
}

/// The process ended, or wrote no valid reply.
private struct WorkerSilence: Error {}

/// How a worker ended, and what that says about its current file.
struct WorkerEnding: Sendable {
  /// A worker's exit status if libraries do not start (`EX_SOFTWARE` of sysexits.h).
  static let cannotStartStatus: Int32 = 70
  /// A worker's exit status if a required sandbox failed (Csystem; `EX_OSERR`).
  private static let cannotLockInStatus: Int32 = 71

  let status: TerminationStatus
  /// Whether it was ready for files: an earlier end is never the file's fault.
  let wasReady: Bool
  /// Whether it was alive when given up, so that this process ended it.
  let wasEndedHere: Bool

  /// Why the current file has no other reply. Timeouts on files are reported elsewhere.
  var error: MediaError {
    if let fault = machineFault { return .machine(detail: fault) }
    if case .exited(VipsLibrary.outOfMemoryStatus) = status, wasReady { return .outOfMemory }
    return wasReady ? .crashed(detail: words) : .machine(detail: neverReady)
  }

  /// The machine's fault, according to the worker or the system.
  private var machineFault: String? {
    switch status {
    // Systems use 126 and 127 if a program cannot run or its libraries are missing.
    case .exited(Self.cannotStartStatus), .exited(126), .exited(127):
      "a worker process cannot start; are libvips and its libraries installed?"
    case .exited(Self.cannotLockInStatus):
      "a worker cannot lock itself in, and worker.sandbox is `require`; allow Landlock and seccomp here, or write `auto`"
    case .exited(CSYSTEM_NO_PROCESSES_STATUS):
      "the system gives no more processes or threads; use fewer `jobs`, or raise `ulimit -u` or the container's limit"
    case .signaled(SIGKILL) where !wasEndedHere:
      "the system ended a worker, as it does when memory is short; use fewer `jobs`, or give it more memory"
    default: nil
    }
  }

  private var neverReady: String {
    let end = wasEndedHere ? "did not get ready to look at a file" : "ended before it had looked at any file (\(words))"
    return
      "a worker \(end), as where the system gives too few processes, too little memory or a wrong clock; use fewer `jobs`, or "
      + "raise `ulimit -u`, `ulimit -v` or the container's limits"
  }

  private var words: String {
    switch status {
    case .exited(let code): "exit status \(code)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
