import Essentials
import Synchronization
import SystemPackage

/// Standard error, on whose last line a bar may stand that is redrawn: whatever else is said takes it off first. Nothing can be said
/// about an error that cannot be written.
package final class Screen: Sendable {
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  /// - Parameter write: takes what a terminal gets.
  package init(
    write: @escaping @Sendable (String) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0.utf8) }
  ) {
    self.write = write
  }

  private struct State {
    var hasBar = false
    /// The last words are said.
    var isClosed = false

    /// What takes the bar off.
    mutating func erasure() -> String {
      defer { hasBar = false }
      return hasBar ? Screen.erasure : ""
    }
  }

  private static let erasure = "\r\u{1B}[K"

  /// Replaces the bar; an empty one is none.
  package func draw(_ bar: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.hasBar = !bar.isEmpty
      write(Self.erasure + bar)
    }
  }

  /// Takes the bar off, where there is one.
  package func clear() { state.withLock { if $0.hasBar, !$0.isClosed { write($0.erasure()) } } }

  /// Lines of their own.
  package func say(_ text: String) {
    state.withLock { if !$0.isClosed { write($0.erasure() + text + "\n") } }
  }

  /// The last line.
  package func close(with text: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      write(state.erasure() + text + "\n")
      state.isClosed = true
    }
  }
}

/// Colours, or none.
struct Style: Sendable {
  let isColored: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
