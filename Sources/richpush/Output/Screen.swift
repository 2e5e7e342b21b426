import Essentials
import Findings
import Synchronization
import SystemPackage

/// Standard error, with a redrawn bar on its last line: other output removes the bar first. An error in writing to it cannot be
/// reported.
package final class Screen: Sendable {
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  /// - Parameter write: gets the output for a terminal.
  package init(
    write: @escaping @Sendable (String) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0.utf8) }
  ) {
    self.write = write
  }

  private struct State {
    var hasBar = false
    /// The last words have been said.
    var isClosed = false

    /// Text that removes the bar.
    mutating func erasure() -> String {
      defer { hasBar = false }
      return hasBar ? Screen.erasure : ""
    }
  }

  private static let erasure = "\r\u{1B}[K"

  /// Replaces the bar; an empty one removes it.
  package func draw(_ bar: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.hasBar = !bar.isEmpty
      write(Self.erasure + bar)
    }
  }

  /// Removes the bar, if any.
  package func clear() { state.withLock { if $0.hasBar, !$0.isClosed { write($0.erasure()) } } }

  /// Separate lines.
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

extension Screen {
  /// The smallest screen that a summary fits.
  static let (rows, columns) = (24, 80)

  /// The rows that a line takes there.
  static func rows(of line: String) -> Int { max(1, (TextWidth.letters(of: line) + columns - 1) / columns) }
}

extension String {
  /// With spaces after it, so that what follows is aligned: letters of some scripts and emoji are as wide as two.
  func padded(toColumns width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.letters(of: self)))
  }

  /// Its beginning, with an ellipsis if it is wider.
  func cut(toColumns width: Int) -> String {
    guard TextWidth.letters(of: self) > width else { return self }
    var room = width - 1
    let beginning = prefix { character in
      room -= TextWidth.letters(of: String(character))
      return room >= 0
    }
    return beginning + "…"
  }
}

/// Colours, or none, and the width of lines.
struct Style: Sendable {
  let isColored: Bool
  /// The columns of the terminal; nil elsewhere: programs read whole lines.
  var columns: Int?

  /// A line without colours, broken at spaces where it is wider than the terminal. The rest is indented two columns more.
  func wrapped(_ line: String) -> [String] {
    guard let columns, columns > 40, !line.contains("\u{1B}"), TextWidth.letters(of: line) > columns else {
      return [line]
    }
    let indentation = String(line.prefix { $0 == " " })
    var (lines, current): ([String], String?) = ([], nil)
    for word in line.dropFirst(indentation.count).split(separator: " ", omittingEmptySubsequences: false) {
      let longer = current.map { $0 + " " + word } ?? indentation + word
      if let full = current, TextWidth.letters(of: longer) > columns {
        lines.append(full)
        current = indentation + "  " + word
      } else {
        current = longer
      }
    }
    return lines + [current].compactMap(\.self)
  }

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
