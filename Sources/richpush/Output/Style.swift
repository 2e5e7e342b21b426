import Findings

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
