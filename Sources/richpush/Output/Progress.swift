import Findings
import Foundation
import MediaPipeline
import PushDelivery
import Synchronization

/// Shows how far a run is: a bar that redraws itself on a terminal, a line for each file elsewhere.
final class Progress: Sendable {
  private let console: Console
  private let state: Mutex<State>

  private struct State {
    var bar: ProgressBar
    var files = 0
    var bytes = 0
    var doneFiles = 0
    var doneBytes = 0
    /// How much of the videos in work is done, 0 to 1, with their bytes.
    var parts: [String: (part: Double, bytes: Int)] = [:]
  }

  init(console: Console) {
    self.console = console
    state = Mutex(State(bar: ProgressBar(console: console)))
  }

  /// Takes note of what happened. Called from several tasks at once.
  func observe(_ event: PipelineEvent) {
    switch event {
    case .waiting(let folder): console.complain("another run works on \(folder); waiting for it to end")
    case .started(let files, let bytes):
      state.withLock {
        $0.files = files
        $0.bytes = bytes
        $0.bar.restart()
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
  func end() { state.withLock { $0.bar.clear() } }

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
    let (files, bytes) = ("\(state.doneFiles)/\(state.files)", state.bytes)
    let doneBytes = state.doneBytes + state.parts.values.reduce(0) { $0 + Int($1.part * Double($1.bytes)) }
    let videos = videos(state)
    state.bar.draw(bytes > 0 ? Double(doneBytes) / Double(bytes) : 1, always: always) {
      "\(files) files  \(readable(bytes: doneBytes))/\(readable(bytes: bytes))\(videos)"
    }
  }

  /// The videos in work, since a single one may take as long as hundreds of pictures.
  private func videos(_ state: State) -> String {
    state.parts.sorted { $0.key < $1.key }.prefix(2).map { path, progress in
      let name = path.split(separator: "/").last.map { String($0.prefix(20)) } ?? path
      return "  \(name.printable) \(Int(progress.part * 100)) %"
    }.joined()
  }
}
