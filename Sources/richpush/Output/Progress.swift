import Essentials
import Findings
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
    /// What was begun last.
    var inHand = ""
    /// What is waited for, until something gets on.
    var waiting: String?
    /// Why something is tried again, and until when that is known: several transfers that wait for one store are told once.
    var told: [String: ContinuousClock.Instant] = [:]
  }

  /// - Parameter words: what is done first. Reading a large table takes its time, and an empty screen looks like a program that hangs.
  init(console: Console, beginning words: String = "reading the campaign") {
    self.console = console
    let bar = ProgressBar(console: console)
    bar.show(words)
    state = Mutex(State(bar: bar))
  }

  /// Takes note of what happened. Called from several tasks at once.
  func observe(_ event: PipelineEvent) {
    switch event {
    case .began(let path):
      console.detail("begun: \(path.printable)")
      state.withLock {
        $0.inHand = path
        draw(&$0)
      }
    case .retrying(let notice): retrying(notice)
    case .waiting(let folder): console.hint("another run works on \(folder); waiting for it to end")
    case .deploying(let command):
      end()
      console.hint("deploying: \(command.joined(separator: " ").printable)")
    case .started(let files, let bytes):
      state.withLock {
        $0.files = files
        $0.bytes = bytes
        $0.bar.restart()
      }
    case .settled(let path, let status):
      state.withLock { advance(&$0, by: 0, path, status) }
    case .finished(let outcome, let bytes):
      state.withLock { advance(&$0, by: bytes, outcome.path, outcome.status.rawValue) }
    case .progressed(let path, let part, let bytes):
      state.withLock {
        $0.parts[path] = (part, bytes)
        draw(&$0)
      }
    }
  }

  /// Takes the bar off the screen.
  func end() { state.withLock { $0.bar.clear() } }

  /// `attempt 3 of 12 failed, again in 4 s: there is no connection to it`: a narrow terminal cuts the end.
  private func retrying(_ notice: RetryNotice) {
    let count = notice.mostAttempts.map { " of \($0)" } ?? ""
    let seconds = Int((notice.wait / .seconds(1)).rounded())
    let moment = seconds > 0 ? "again in \(seconds) s" : "again at once"
    let words = "attempt \(notice.attempts)\(count) failed, \(moment): \(notice.reason.printable)"
    state.withLock { state in
      state.waiting = words
      guard console.showsProgress else {
        if isNews(notice, to: &state) { console.line(words) }
        return
      }
      draw(&state, always: true)
    }
  }

  private func isNews(_ notice: RetryNotice, to state: inout State) -> Bool {
    let now = ContinuousClock.now
    if let end = state.told[notice.reason], now < end { return false }
    state.told[notice.reason] = now + max(notice.wait, .seconds(1))
    return true
  }

  private func advance(_ state: inout State, by bytes: Int, _ path: String, _ status: String) {
    state.waiting = nil
    state.doneFiles += 1
    state.doneBytes += bytes
    state.parts[path] = nil
    guard console.showsProgress else {
      return console.line(
        "[\(state.doneFiles)/\(state.files)] \(path.printable): \(status)")
    }
    draw(&state, always: state.doneFiles == state.files)
  }

  private func draw(_ state: inout State, always: Bool = false) {
    let (files, bytes) = ("\(state.doneFiles)/\(state.files)", state.bytes)
    let doneBytes = state.doneBytes + state.parts.values.reduce(0) { $0 + Int($1.part * Double($1.bytes)) }
    let now = state.waiting.map { "  \($0)" } ?? videos(state)
    let part = bytes > 0 ? Double(doneBytes) / Double(bytes) : Double(state.doneFiles) / Double(max(1, state.files))
    state.bar.draw(part, always: always) { seconds in
      guard bytes > 0 else { return "\(files) files\(now)" }
      let speed = seconds > 1 ? "  \(readable(bytes: Int(Double(doneBytes) / seconds)))/s" : ""
      return "\(files) files  \(readable(bytes: doneBytes))/\(readable(bytes: bytes))\(speed)\(now)"
    }
  }

  /// The videos in work, since a single one may take as long as hundreds of pictures; else the file that was begun last.
  private func videos(_ state: State) -> String {
    if state.parts.isEmpty { return state.inHand.isEmpty ? "" : "  \(String(state.inHand.suffix(24)).printable)" }
    return state.parts.sorted { $0.key < $1.key }.prefix(2).map { path, progress in
      let name = path.split(separator: "/").last.map { String($0.prefix(20)) } ?? path
      return "  \(name.printable) \(Int(progress.part * 100)) %"
    }.joined()
  }
}

/// A line that redraws itself on a terminal: a bar, some facts and the time that is left. Elsewhere nothing is drawn.
struct ProgressBar {
  private let console: Console
  private var start = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now - .seconds(1)

  init(console: Console) { self.console = console }

  /// Counts the time from now on.
  mutating func restart() { start = .now }

  /// Draws the line, unless the last one is too young to have been seen.
  ///
  /// - Parameters:
  ///   - part: how much is done, 0 to 1.
  ///   - always: draws it however young the last one is.
  ///   - facts: given the seconds since the start.
  mutating func draw(_ part: Double, always: Bool = false, facts: (Double) -> String) {
    guard console.showsProgress, always || lastDrawn.duration(to: .now) >= .milliseconds(80) else { return }
    lastDrawn = .now
    console.redraw(line(part, facts: " \(facts(start.duration(to: .now) / .seconds(1)))  \(timeLeft(part))"))
  }

  /// Shows words alone, where nobody knows how much there is to do.
  func show(_ words: String) {
    if console.showsProgress { console.redraw(String("\(words) …".prefix(max(1, console.columns - 1)))) }
  }

  /// Takes the line off the screen.
  func clear() {
    if console.showsProgress { console.redraw("") }
  }

  /// A line that wraps cannot be redrawn: what does not fit is left out, the bar first.
  private func line(_ part: Double, facts: String) -> String {
    let room = console.columns - 1
    let width = min(30, room - facts.count - 2)
    guard width >= 5 else { return String(facts.dropFirst().prefix(room)) }
    let filled = min(width, Int(part * Double(width)))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(console.error.green(bar))]\(facts)"
  }

  private func timeLeft(_ part: Double) -> String {
    let elapsed = start.duration(to: .now) / .seconds(1)
    guard part > 0.02, elapsed > 0.5 else { return "" }
    let seconds = Int((elapsed / part - elapsed).rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }
}

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
      state.bar.draw(Double(done) / Double(total), always: done == total) { _ in "\(done)/\(total) checked" }
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
