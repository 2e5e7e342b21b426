import PushDelivery
import Synchronization

/// Tells how far a job of several steps is.
final class ProgressMeter: Sendable {
  private let progress = Mutex(StepwiseProgress())
  private let report: @Sendable (Double) -> Void

  init(_ report: @escaping @Sendable (Double) -> Void) { self.report = report }

  func advance(to part: Double) { tell { $0.advance(to: part) } }
  func beginNextStep() { tell { $0.beginNextStep() } }
  func finish() { tell { $0.finish() } }

  /// Reports only what is new.
  private func tell(_ change: (inout StepwiseProgress) -> Void) {
    let news: Double? = progress.withLock { progress in
      let before = progress.done
      change(&progress)
      return progress.done > before ? progress.done : nil
    }
    if let news { report(news) }
  }
}
