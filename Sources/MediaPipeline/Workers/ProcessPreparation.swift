import Csystem
import Essentials
public import Findings
import PushDelivery

/// The process settings that a program makes first.
public enum ProcessPreparation {
  /// Keeps other processes of the same user from reading this one's memory and variables, which may hold credentials, and the system from
  /// writing core dumps; on macOS it does nothing. Raises the limit of open files, and limits the heaps of threads. A crash ends the process
  /// at once: Swift's own handler starts a program to locate it, and waits for ever if it cannot start one. Ignored signals stay ignored.
  public static func begin() {
    csandbox_hide_process()
    csystem_spare_memory(Int32(ProcessInfo.processInfo.activeProcessorCount))
    _ = csystem_raise_open_files(65_536)
    let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT]
    for number in fatal where !isIgnored(number) { signal(number, SIG_DFL) }
  }

  /// Whether a signal is ignored, as `nohup` and shells set it for background programs.
  public static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if os(Linux)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #endif
  }

  /// The memory that a program needs beyond its start: eight megabytes for each thread's stack, and its data.
  private static let neededAddressSpace: Int64 = 768 << 20

  /// Why this process cannot work; nil if it can. Libraries end a process in the middle of their work if they get no memory, some silently.
  public static var shortage: Diagnostic? { shortageOfStack ?? shortageOfAddressSpace }

  /// Threads get stacks of the first one's size limit, and a stack overflow ends the process.
  private static let neededStack: Int64 = 1 << 20

  private static var shortageOfStack: Diagnostic? {
    let limit = csystem_stack_limit()
    guard limit < neededStack else { return nil }
    return Diagnostic(
      .machineFailed, .init(.program, "richpush"),
      "the stack of this process may have only \(limit >> 10) KiB, which is too little for what reads texts and pictures",
      remedy: "raise `ulimit -s` to 8192, which is usual; 1024 is the least")
  }

  private static var shortageOfAddressSpace: Diagnostic? {
    guard csystem_can_map(neededAddressSpace) == 0 else { return nil }
    return Diagnostic(
      .machineFailed, .init(.program, "richpush"),
      "this process may have too little address space: less than \(neededAddressSpace >> 20) MiB more than it has at its start",
      remedy:
        "raise `ulimit -v`, or leave it unlimited; `worker.max-memory` in pipeline.yml bounds what decoders may have")
  }

  /// Why this process cannot start programs or listen for clients; nil if it can. Otherwise the code that starts programs would end the
  /// process when it runs out of files.
  public static var shortageOfFiles: Diagnostic? { OpenFiles.refusal?.diagnostic(about: .init(.program, "richpush")) }
}

/// How many files this process may have open, and how many workers that permits.
enum OpenFiles {
  /// Files for everything else: streams, locks, connections, open files.
  private static let others = 96
  /// Pipes to and from a worker, the notice of its end, and files open during its start.
  private static let ofWorker = 12

  /// The maximum number of workers; at least one.
  static var mostWorkers: Int { max(1, (Int(clamping: csystem_open_files()) - others) / ofWorker) }

  /// Why not one is possible; else nil.
  static var refusal: MediaError? {
    let limit = Int(clamping: csystem_open_files())
    guard limit < ofWorker * 4 else { return nil }
    let reason = "only \(limit) files may be open at once, which is too few to start programs or serve clients"
    return .machine(detail: "\(reason); raise the limit (`ulimit -n`) to 256 or more")
  }
}

/// Pipes and connections with a closed end.
package enum BrokenPipes {
  /// Makes writing to one fail instead of ending this process: a worker may die, or a client or reader may leave. The library calls it
  /// before it starts a worker or listens, and a program before it writes anything.
  package static func makeErrors() { csystem_ignore_broken_pipes() }
}
