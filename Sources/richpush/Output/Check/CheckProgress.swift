import MediaPipeline
import Synchronization

/// Shows on a terminal how far a check is. Elsewhere it shows nothing: the log of a job is for what was found.
final class CheckProgress: Sendable {
  private let state: Mutex<State>

  private struct State {
    var bar: ProgressBar
    var total = 0
    var done = 0
    /// Nothing is drawn any more.
    var isOver = false
  }

  init(console: Console) { state = Mutex(State(bar: ProgressBar(console: console))) }

  /// Takes note of what happened. Called from several tasks at once.
  func observe(_ event: CheckEvent) {
    state.withLock { state in
      switch event {
      case .found(let count): state.total += count
      case .finished: state.done += 1
      }
      guard !state.isOver, state.total > 0 else { return }
      let (done, total) = (state.done, state.total)
      state.bar.draw(Double(done) / Double(total), always: done == total) { "\(done)/\(total) checked" }
    }
  }

  /// Takes the bar off the screen, for good.
  func end() {
    state.withLock { state in
      if !state.isOver { state.bar.clear() }
      state.isOver = true
    }
  }
}
