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
    /// How much of the videos in work is done, 0 to 1, with their bytes.
    var parts: [String: (part: Double, bytes: Int)] = [:]
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
    case .progressed(let path, let part, let bytes):
      state.withLock {
        $0.parts[path] = (part, bytes)
        draw(&$0)
      }
    }
  }

  /// Takes the bar off the screen.
  func end() {
    if console.showsProgress { console.redraw("") }
  }

  private func advance(_ state: inout State, by bytes: Int, outcome: AssetOutcome) {
    state.doneFiles += 1
    state.doneBytes += bytes
    state.parts[outcome.path] = nil
    guard console.showsProgress else {
      return console.complain(
        "[\(state.doneFiles)/\(state.files)] \(outcome.path.printable): \(outcome.status.rawValue)")
    }
    draw(&state, always: state.doneFiles == state.files)
  }

  private func draw(_ state: inout State, always: Bool = false) {
    guard console.showsProgress, always || state.lastDrawn.duration(to: .now) >= .milliseconds(80) else { return }
    state.lastDrawn = .now
    console.redraw(line(state))
  }

  private func line(_ state: State) -> String {
    let doneBytes = state.doneBytes + state.parts.values.reduce(0) { $0 + Int($1.part * Double($1.bytes)) }
    let part = state.bytes > 0 ? Double(doneBytes) / Double(state.bytes) : 1
    let facts =
      " \(state.doneFiles)/\(state.files) files  \(readable(bytes: doneBytes))/\(readable(bytes: state.bytes))"
      + "\(videos(state))  \(timeLeft(state, part: part))"
    // A line that wraps cannot be redrawn: what does not fit is left out, the bar first.
    let room = console.columns - 1
    let width = min(30, room - facts.count - 2)
    guard width >= 5 else { return String(facts.dropFirst().prefix(room)) }
    let filled = min(width, Int(part * Double(width)))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(console.error.green(bar))]\(facts)"
  }

  /// The videos in work, since a single one may take as long as hundreds of pictures.
  private func videos(_ state: State) -> String {
    state.parts.sorted { $0.key < $1.key }.prefix(2).map { path, progress in
      let name = path.split(separator: "/").last.map { String($0.prefix(20)) } ?? path
      return "  \(name.printable) \(Int(progress.part * 100)) %"
    }.joined()
  }

  private func timeLeft(_ state: State, part: Double) -> String {
    let elapsed = state.start.duration(to: .now) / .seconds(1)
    guard part > 0.02, elapsed > 0.5 else { return "" }
    let seconds = Int((elapsed / part - elapsed).rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }
}
