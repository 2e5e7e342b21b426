import MediaPipeline
import Synchronization

/// Shows a check's progress on a terminal. Elsewhere it shows nothing: job logs are for findings.
final class CheckProgress: Sendable {
  private let state: Mutex<State>

  private struct State {
    var bar: ProgressBar
    var total = 0
    var done = 0
    /// The last one begun.
    var inHand: String?
    /// Whether drawing has ended.
    var isOver = false
  }

  init(console: Console) { state = Mutex(State(bar: ProgressBar(console: console))) }

  /// Records an event. Called from several tasks at once.
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

  /// Removes the bar for good.
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
