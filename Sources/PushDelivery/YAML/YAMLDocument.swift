import Essentials
import Findings

/// Reads the root value of a YAML document from text. A text with a syntax error gives one diagnostic.
enum YAMLDocument {
  /// The longest text that is read, in bytes: some ten thousand messages.
  static let maximumBytes = 1_000_000

  /// The root value of `text`; `nothing` for an empty document.
  static func root(of text: String, file: String) -> Checked<YAMLValue> {
    let start = Diagnostic.Subject(.configuration, file, line: 1, column: 1)
    do throws(YAMLFault) {
      // Windows editors write a mark before the first letter, which is not part of the text.
      let bytes = Array(
        text.utf8.starts(with: byteOrderMark) ? text.utf8.dropFirst(byteOrderMark.count) : text.utf8[...])
      try checkContents(of: bytes)
      if bytes.count > maximumBytes { throw YAMLFault("bytes", nil, "\(maximumBytes)") }
      try checkDirectives(of: bytes)
      try checkLetters(of: bytes)
      return Checked(try root(of: bytes, start))
    } catch { return Checked(nil, [error.diagnostic(start)]) }
  }

  private static func root(of text: [UInt8], _ start: Diagnostic.Subject) throws(YAMLFault) -> YAMLValue {
    do throws(YAMLFault) { return try YAMLComposer.root(of: text, start) } catch { throw error.explained(in: text) }
  }

  /// A file that is not UTF-8 text is reported by its kind, not by the first lost letter.
  private static func checkContents(of text: [UInt8]) throws(YAMLFault) {
    var start = text.prefix(64)
    // A byte order mark of UTF-16 was read as two lost letters.
    while start.starts(with: replacement) { start = start.dropFirst(replacement.count) }
    guard let contents = ForeignContents(start) else { return }
    throw YAMLFault("foreign", nil, contents.name)
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The replacement for a letter that could not be read, now or earlier, would be shown to people.
  private static func checkLetters(of text: [UInt8]) throws(YAMLFault) {
    guard let index = text.indices.first(where: { text[$0] == 0xEF && text[$0...].starts(with: replacement) })
    else { return }
    throw YAMLFault("letter", YAMLMark(ofByte: index, in: text))
  }

  /// The parser compares each `%TAG` line with all others, so that a hundred thousand would take minutes. Authors need none.
  private static let mostTagDirectives = 100

  private static func checkDirectives(of text: [UInt8]) throws(YAMLFault) {
    let directive = Array("%TAG".utf8)
    let count = text.indices.count { text[$0] == directive[0] && text[$0...].starts(with: directive) }
    if count > mostTagDirectives { throw YAMLFault("directives", nil, "\(mostTagDirectives)") }
  }
}

/// Why a text cannot be read, with the place.
struct YAMLFault: Error {
  private let words: ErrorWords
  /// nil: the beginning of the text.
  private let mark: YAMLMark?
  /// Instead of the words' own.
  private var remedy: String?

  /// - Parameter name: of a line of texts/errors.txt.
  init(_ name: String, _ mark: YAMLMark?, _ details: String...) {
    (words, self.mark) = (ErrorWords("yaml", name, details), mark)
  }

  /// The parser's error.
  init(_ error: YAMLError) { self.init("parser", error.mark, error.detail) }

  /// The same, with the fix if the line shows the cause: word processors change quotes, and tabs are typed by accident.
  fileprivate func explained(in text: [UInt8]) -> YAMLFault {
    guard words.id == Incident.configurationSyntax.id, let mark, let line = Self.line(mark.line, of: text) else {
      return self
    }
    var fault = self
    if line.prefix(while: \.isWhitespace).contains("\t") {
      fault.remedy = "replace the tab before this line's first letter with spaces"
    } else if let quote = Self.turnedQuote(in: line) {
      fault.remedy = "write straight quotes, \" or ', around the text: \(quote) is a letter like any other in YAML"
    } else if let text = Self.bareText(in: line) {
      fault.remedy = "put the whole text in quotes: " + "\"\(text.replacing("\"", with: "\\\""))\"".quoted
    }
    return fault
  }

  /// A line's text without quotes that YAML reads as something else: one with a second colon, or with a sign of YAML at its beginning.
  private static func bareText(in line: String) -> String? {
    guard let colon = line.firstRange(of: ": "), !line[..<colon.lowerBound].contains(where: { "{[\"'#".contains($0) })
    else { return nil }
    let text = line[colon.upperBound...].trimmed
    guard let first = text.first, !"\"'{[|>".contains(first) else { return nil }
    return text.contains(": ") || "*&!@%`".contains(first) ? text : nil
  }

  /// One that begins a key or a value; within a text they are right.
  private static func turnedQuote(in line: String) -> Character? {
    var last: Character?
    for letter in line where letter != " " {
      if "“”„‟‘‚«»".contains(letter), last.map(":[{,-".contains) ?? true { return letter }
      last = letter
    }
    return nil
  }

  private static func line(_ number: Int, of text: [UInt8]) -> String? {
    let lines = text.split(maxSplits: number, omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
    return lines.indices.contains(number - 1) ? String(decoding: lines[number - 1], as: UTF8.self) : nil
  }

  /// The same in words. `start`: the beginning of the text.
  func diagnostic(_ start: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(words, start.moved(to: mark), remedy: remedy)
  }
}

/// The kind of a file that is named like a text but cannot be read as one, by its first bytes.
package enum ForeignContents: Hashable, Sendable {
  /// Text whose letters all take two bytes or more.
  case wideText(String)
  /// A spreadsheet program's own format, under any name.
  case workbook
  /// A formatted text, as word processors write it.
  case richText

  /// nil: it may be a text in UTF-8.
  package init?(_ start: some Sequence<UInt8>) {
    let start = Array(start.prefix(512))
    if let encoding = Self.encoding(start) {
      self = .wideText(encoding)
    } else if Self.workbooks.contains(where: start.starts) {
      self = .workbook
    } else if start.starts(with: "{\\rtf".utf8) {
      self = .richText
    } else {
      return nil
    }
  }

  /// ZIP, as in Excel, LibreOffice and Numbers; and Excel's earlier format.
  private static let workbooks: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
  ]

  /// By a byte order mark, or because zero bytes are next to ASCII letters, which UTF-8 texts do not have.
  private static func encoding(_ start: [UInt8]) -> String? {
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard start.count >= 4 else { return nil }
    let areEmpty = start.prefix(4).map { $0 == 0 }
    return areEmpty == [false, true, false, true] || areEmpty == [true, false, true, false] ? "UTF-16" : nil
  }

  /// With an article.
  package var name: String {
    switch self {
    case .wideText("UTF-16"): "text in UTF-16, which Excel calls \"Unicode Text\""
    case .wideText(let encoding): "text in \(encoding)"
    case .workbook: "a workbook (of Excel, LibreOffice or Numbers)"
    case .richText: "rich text (RTF)"
    }
  }

  /// The ASCII letters among the first bytes, in any encoding.
  static func letters(_ start: [UInt8]) -> [UInt8] {
    guard case .wideText? = ForeignContents(start) else { return start }
    return start.filter { $0 != 0 && $0 < 0x80 }
  }
}
