import Essentials
import Findings
import MediaPipeline
import PushDelivery
import Synchronization

/// Shows the progress of a run or a check: a redrawn bar on a terminal; elsewhere a line for each file of a run, if requested.
final class Progress: Sendable {
  private let console: Console
  /// What the finished ones are called.
  private let unit: String
  private let state: Mutex<State>

  private struct State {
    var bar: ProgressBar
    var files = 0
    var bytes = 0
    var doneFiles = 0
    var doneBytes = 0
    /// The finished part of each current video, 0 to 1, with its bytes.
    var parts: [String: (part: Double, bytes: Int)] = [:]
    /// The last one begun.
    var inHand = ""
    /// The current wait until work continues, and how long to show it at least while other files progress.
    var waiting: (words: String, readable: ContinuousClock.Instant)?
    /// Reported reasons for retries, and until when: several transfers that wait for one store are reported once.
    var told: [String: ContinuousClock.Instant] = [:]

    /// Another file progresses: a wait that was shown long enough is no longer news.
    mutating func getOn() { if let waiting, waiting.readable < .now { self.waiting = nil } }
  }

  /// How long a wait is shown at least.
  private static let readingTime = Duration.seconds(2)

  /// - Parameter words: the first activity. Reading a large table takes time, and an empty screen looks like a hanging program.
  init(console: Console, beginning words: String = "reading the campaign", unit: String = "files") {
    (self.console, self.unit) = (console, unit)
    let bar = ProgressBar(console: console)
    bar.show(words)
    state = Mutex(State(bar: bar))
  }

  /// Records an event. Called from several tasks at once.
  func observe(_ event: PipelineEvent) {
    switch event {
    case .began(let path):
      console.detail("begun: \(path.printable)")
      state.withLock {
        $0.inHand = path
        $0.getOn()
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
        $0.waiting = nil
        $0.bar.restart()
      }
    case .finished(let path, let status, let bytes): state.withLock { advance(&$0, by: bytes, path, status) }
    case .progressed(let path, let part, let bytes):
      state.withLock {
        $0.parts[path] = (part, bytes)
        $0.getOn()
        draw(&$0)
      }
    }
  }

  /// The same of a check. Elsewhere than on a terminal nothing is shown: job logs are for findings.
  func observe(_ event: CheckEvent) {
    state.withLock { state in
      switch event {
      case .found(let count): state.files += count
      case .began(let name): state.inHand = name
      case .finished: state.doneFiles += 1
      }
      if state.files > 0 { draw(&state, always: state.doneFiles == state.files) }
    }
  }

  /// Removes the bar.
  func end() { state.withLock { $0.bar.clear() } }

  /// `attempt 3 of 12 failed, again in 4 s: there is no connection to it`. The bar says the reason first, since a narrow screen cuts it off.
  private func retrying(_ notice: RetryNotice) {
    func seconds(_ time: Duration) -> Int { Int((time / .seconds(1)).rounded()) }
    let (reason, wait) = (notice.reason.printable, seconds(notice.wait))
    let count = notice.mostAttempts.map { " of \($0)" } ?? ""
    let left = notice.mostAttempts == nil ? " (\(seconds(notice.timeLeft)) s left)" : ""
    let moment = (wait > 0 ? "again in \(wait) s" : "again at once") + left
    state.withLock { state in
      state.waiting = ("\(reason), \(moment)", .now + Self.readingTime)
      if isNews(notice, to: &state) { console.wait("attempt \(notice.attempts)\(count) failed, \(moment): \(reason)") }
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
    console.line("[\(state.doneFiles)/\(state.files)] \(path.printable): \(status)")
    draw(&state, always: state.doneFiles == state.files)
  }

  private func draw(_ state: inout State, always: Bool = false) {
    let (files, bytes) = ("\(state.doneFiles)/\(state.files) \(unit)", state.bytes)
    let doneBytes = state.doneBytes + state.parts.values.reduce(0) { $0 + Int($1.part * Double($1.bytes)) }
    let part = bytes > 0 ? Double(doneBytes) / Double(bytes) : Double(state.doneFiles) / Double(max(1, state.files))
    var line = ProgressLine(count: files)
    (line.waiting, line.work) = (state.waiting?.words, work(state))
    if bytes > 0 { line.bytes = "\(readable(bytes: doneBytes))/\(readable(bytes: bytes))" }
    state.bar.draw(part, always: always) { seconds in
      if bytes > 0, seconds > 1 { line.rate = "\(readable(bytes: Int(Double(doneBytes) / seconds)))/s" }
      return line
    }
  }

  /// The current videos, since one may take as long as hundreds of pictures; else the last file begun.
  private func work(_ state: State) -> [ProgressLine.Work] {
    if state.parts.isEmpty { return state.inHand.isEmpty ? [] : [ProgressLine.Work(state.inHand)] }
    return state.parts.sorted { $0.key < $1.key }.prefix(2).map { path, progress in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return ProgressLine.Work(name, part: "\(Int(progress.part * 100)) %")
    }
  }
}
