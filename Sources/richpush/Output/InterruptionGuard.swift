import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tidies up when a person or the system ends the process: no folder of ours stays among what is published. Workers end by
/// themselves, as their input does.
final class InterruptionGuard {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter tidy: called on interrupt, termination and hang-up, before the process ends with 128 and the signal's number.
  init(tidy: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler {
        tidy()
        _exit(128 + number)
      }
      source.resume()
      return source
    }
  }
}
