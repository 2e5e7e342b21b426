import Foundation
import MediaPipeline
import PushDelivery
import Synchronization

/// Shows how far a run is: a bar that redraws itself on a terminal, a line for each file elsewhere.
final class Progress: Sendable {
  private let console: Console
  private let state = Mutex(State())

  private struct State {
    var files = 0
    var bytes = 0
    var doneFiles = 0
    var doneBytes = 0
    var start = ContinuousClock.now
    var lastDrawn = ContinuousClock.now - .seconds(1)
  }

  init(console: Console) { self.console = console }

  /// Takes note of what happened. Called from several tasks at once.
  func observe(_ event: PipelineEvent) {
    switch event {
    case .waiting(let folder): console.complain("another run works on \(folder); waiting for it to end")
    case .started(let files, let bytes):
      state.withLock {
        $0.files = files
        $0.bytes = bytes
        $0.start = .now
      }
    case .finished(let outcome, let bytes):
      state.withLock { advance(&$0, by: bytes, outcome: outcome) }
    }
  }

  /// Takes the bar off the screen.
  func end() {
    if console.showsProgress { console.redraw("") }
  }

  private func advance(_ state: inout State, by bytes: Int, outcome: AssetOutcome) {
    state.doneFiles += 1
    state.doneBytes += bytes
    guard console.showsProgress else {
      return console.complain(
        "[\(state.doneFiles)/\(state.files)] \(outcome.path.printable): \(outcome.status.rawValue)")
    }
    let isLast = state.doneFiles == state.files
    guard isLast || state.lastDrawn.duration(to: .now) >= .milliseconds(80) else { return }
    state.lastDrawn = .now
    console.redraw(line(state))
  }

  private func line(_ state: State) -> String {
    let part = state.bytes > 0 ? Double(state.doneBytes) / Double(state.bytes) : 1
    let facts =
      " \(state.doneFiles)/\(state.files) files  \(readable(bytes: state.doneBytes))/\(readable(bytes: state.bytes))"
      + "  \(timeLeft(state, part: part))"
    // A line that wraps cannot be redrawn: what does not fit is left out, the bar first.
    let room = console.columns - 1
    let width = min(30, room - facts.count - 2)
    guard width >= 5 else { return String(facts.dropFirst().prefix(room)) }
    let filled = min(width, Int(part * Double(width)))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(console.error.green(bar))]\(facts)"
  }

  private func timeLeft(_ state: State, part: Double) -> String {
    let elapsed = state.start.duration(to: .now) / .seconds(1)
    guard part > 0.02, elapsed > 0.5 else { return "" }
    let seconds = Int((elapsed / part - elapsed).rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }
}
