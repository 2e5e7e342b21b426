import Dispatch
import Foundation
import MediaPipeline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Acts when a person or the system ends the process.
final class InterruptionGuard {
  private let sources: [any DispatchSourceSignal]

  /// Tidies up: no folder of ours stays among what is published, nor among the system's temporary files. Workers end by
  /// themselves, as their input does.
  ///
  /// - Parameter tidy: called on interrupt, termination and hang-up, before the process ends with 128 and the signal's number.
  convenience init(tidy: @escaping @Sendable () -> Void) {
    self.init(handle: { number in
      tidy()
      TemporaryFiles.removeAll()
      _exit(128 + number)
    })
  }

  /// - Parameter handle: called with the signal's number on interrupt, termination and hang-up, which do nothing else then.
  init(handle: @escaping @Sendable (Int32) -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler { handle(number) }
      source.resume()
      return source
    }
  }
}
