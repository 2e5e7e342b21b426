import MediaPipeline
import Synchronization

/// Shows on a terminal how far a check is. Elsewhere it shows nothing: the log of a job is for what was found.
final class CheckProgress: Sendable {
  private let state: Mutex<State>

  private struct State {
    var bar: ProgressBar
    var total = 0
    var done = 0
    /// What was begun last.
    var inHand: String?
    /// Nothing is drawn any more.
    var isOver = false
  }

  init(console: Console) { state = Mutex(State(bar: ProgressBar(console: console))) }

  /// Takes note of what happened. Called from several tasks at once.
  func observe(_ event: CheckEvent) {
    state.withLock { state in
      switch event {
      case .found(let count): state.total += count
      case .began(let name): state.inHand = name
      case .finished: state.done += 1
      }
      if !state.isOver, state.total > 0 { draw(&state) }
    }
  }

  /// Takes the bar off the screen, for good.
  func end() {
    state.withLock { state in
      if !state.isOver { state.bar.clear() }
      state.isOver = true
    }
  }

  private func draw(_ state: inout State) {
    let (done, total) = (state.done, state.total)
    var line = ProgressLine(count: "\(done)/\(total) checked")
    if done < total { line.work = state.inHand.map { [ProgressLine.Work($0)] } ?? [] }
    state.bar.draw(Double(done) / Double(total), always: done == total) { _ in line }
  }
}
