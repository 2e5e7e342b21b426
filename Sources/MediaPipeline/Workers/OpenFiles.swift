import Csystem
import PushDelivery

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
        "only \(limit) files may be open at once, which is too few for a worker; raise the limit (`ulimit -n`) to 256 or more"
    )
  }
}
