import Findings

/// Colours, or none, and the width of lines.
package struct Style: Sendable {
  let isColored: Bool
  /// The columns of the terminal; nil elsewhere: programs read whole lines.
  private let columns: Int?

  package init(isColored: Bool, columns: Int? = nil) { (self.isColored, self.columns) = (isColored, columns) }

  /// Lines, broken at spaces where they are wider than the terminal. Commands stay whole, so that you can copy them.
  package func wrapped(_ text: String) -> String {
    guard let columns, columns >= Self.narrowest else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { Self.wrapped(String($0), columns) }.joined(separator: "\n")
  }

  /// Terminals break lines where less is shown.
  private static let narrowest = 20

  /// A line of columns goes on in its last one, any other two columns further in.
  private static func wrapped(_ line: String, _ columns: Int) -> String {
    let shown = line.withoutColors
    guard TextWidth.letters(of: shown) > columns else { return line }
    let indentation = shown.prefix { $0 == " " }.count
    let last = shown.ranges(of: /\ {2,}/).last.map { TextWidth.letters(of: String(shown[..<$0.upperBound])) } ?? 0
    let column = last > indentation ? last : indentation + 2
    // Far to the right, there is no room for words.
    let (start, margin) = column <= columns / 2 ? (indentation, column) : (min(indentation, 2), 4)
    var (text, end) = (spaces(start), start)
    for match in line.dropFirst(indentation).matches(of: /( *)((?:`richpush [^`]*`|[^ ])+)/) {
      let (gap, word) = (match.1.count, String(match.2))
      let width = TextWidth.letters(of: word.withoutColors)
      let fits = end == start || end + gap + width <= columns
      text += (fits ? spaces(gap) : "\n" + spaces(margin)) + word
      end = (fits ? end + gap : margin) + width
    }
    return text
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The code for a terminal.
  enum Look: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green, yellow
    case cyan = 36
  }

  func bold(_ text: String) -> String { styled(text, .bold) }
  func dim(_ text: String) -> String { styled(text, .dim) }
  func red(_ text: String) -> String { styled(text, .red) }
  func green(_ text: String) -> String { styled(text, .green) }
  func yellow(_ text: String) -> String { styled(text, .yellow) }
  func cyan(_ text: String) -> String { styled(text, .cyan) }

  /// - Parameter look: nil: as it is.
  func styled(_ text: String, _ look: Look?) -> String {
    guard isColored, let look else { return text }
    return "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m"
  }
}

/// Texts with an empty line between; those without lines are left out.
func paragraphs(_ texts: [[String]]) -> String {
  texts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
}

extension String {
  /// Without what styles a terminal.
  var withoutColors: String { contains("\u{1B}") ? replacing(/\u{1B}\[[0-9;]*m/, with: "") : self }

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
