import TestSupport

/// Counts the worker processes of a run while it goes on. A run and its workers are known by their working directory.
struct WorkerCensus {
  private let observer: PeriodicObserver<Int>

  /// - Parameter folder: the working directory of the run, with every link resolved.
  init(folder: String) {
    observer = PeriodicObserver(0) { most in
      let processes = ProcessTable.all(workingIn: folder)
      // A run asks other programs what they need as well.
      let workers = processes.filter { process in
        ProcessTable.parent(of: process).map(processes.contains) == true
          && ProcessTable.command(of: process).contains(" worker ")
      }
      most = max(most, workers.count)
    }
  }

  /// Stops counting. The most workers that were there at one time.
  func end() -> Int { observer.end() }
}
