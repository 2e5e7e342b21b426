import Csandbox
import Csystem
import Essentials
public import Findings
import PushDelivery

/// What a program settles with the system before anything else.
public enum ProcessPreparation {
  /// Keeps other processes of the same user from reading this one's memory and its variables, in which credentials may be, and the
  /// system from writing them to a file when it ends badly; on macOS it does nothing. Lets it open as many files as it may. A defect
  /// ends it at once: Swift's own handler starts a program to tell where, and waits for ever where none can be started. What is
  /// ignored stays so.
  public static func begin() {
    csandbox_hide_process()
    _ = csystem_raise_open_files(65_536)
    let fatal = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT]
    for number in fatal where !isIgnored(number) { signal(number, SIG_DFL) }
  }

  /// Whether nothing comes of a signal, as `nohup` and shells want it for what runs behind.
  public static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if os(Linux)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    #endif
  }

  /// What a program needs beside what it has at its start: eight megabytes for the stack of each thread, and what it reads.
  private static let neededAddressSpace: Int64 = 768 << 20

  /// Why nothing can be done in this process; nil where something can. Libraries end a process in the middle of their work where they get no
  /// memory, some without a word.
  public static var shortage: Diagnostic? { shortageOfStack ?? shortageOfAddressSpace }

  /// Threads get stacks of as many bytes as the first one may have, and what overruns its stack ends the process.
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

  /// Why this process cannot start programs or listen for clients; nil where it can. What starts them ends a process that has no files left
  /// for it, in the middle of its work.
  public static var shortageOfFiles: Diagnostic? { OpenFiles.refusal?.diagnostic(about: .init(.program, "richpush")) }
}

/// How many files this process may have open, and what follows from that for its workers.
enum OpenFiles {
  /// What everything else needs: streams, locks, connections, files that are read and written.
  private static let others = 96
  /// Pipes to a worker and back, what tells of its end, and what is open while it is started.
  private static let ofWorker = 12

  /// As many workers as there can be; at least one.
  static var mostWorkers: Int { max(1, (Int(clamping: csystem_open_files()) - others) / ofWorker) }

  /// Why there can be none; nil where there can.
  static var refusal: MediaError? {
    let limit = Int(clamping: csystem_open_files())
    guard limit < ofWorker * 4 else { return nil }
    return .machine(
      detail:
        "only \(limit) files may be open at once, which is too few to start programs or serve clients; raise the limit "
        + "(`ulimit -n`) to 256 or more"
    )
  }
}

/// Pipes and connections whose other end is gone.
package enum BrokenPipes {
  /// Has writing to one fail instead of ending this process: a worker may die, a client leave, a reader of standard output have had enough.
  /// The library calls it where it starts a worker or listens, and a program before it writes anything.
  package static func makeErrors() { csystem_ignore_broken_pipes() }
}
