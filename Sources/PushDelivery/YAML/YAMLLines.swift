import Findings
import YAML

/// The lines of a YAML text as written, for the parts that YAML leaves out of a value.
struct YAMLLines {
  private let lines: [ArraySlice<UInt8>]

  init(_ text: [UInt8]) {
    lines = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
  }

  /// A part that YAML reads as a comment although it continues a text without quotes: `#1 of the week` after `Deal`.
  ///
  /// A real comment has a space after its `#`; a number there may belong to the text.
  ///
  /// - Parameters:
  ///   - text: as YAML gives it, with one space for a line break.
  ///   - mark: its start.
  /// - Returns: nil if no comment follows, or a real one.
  func comment(within text: String, at mark: YAMLMark) -> String? {
    guard let end = end(of: text, at: mark) else { return nil }
    let rest = lines[end.line][end.offset...]
    let comment = rest.drop(while: Self.isBlank)
    guard comment.first == UInt8(ascii: "#"), comment.startIndex > rest.startIndex, let next = comment.dropFirst().first
    else { return nil }
    let isNumber =
      next == UInt8(ascii: " ") && comment.startIndex == rest.startIndex + 1
      && comment.dropFirst(2).first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
    guard !Self.isBlank(next) && next != UInt8(ascii: "#") || isNumber else { return nil }
    return String(decoding: comment.last == UInt8(ascii: "\r") ? comment.dropLast() : comment, as: UTF8.self)
  }

  /// The end of a text without quotes; nil if the lines do not contain it letter by letter.
  private func end(of text: String, at mark: YAMLMark) -> (line: Int, offset: Int)? {
    var line = mark.line - 1
    guard lines.indices.contains(line), var offset = lines[line].offset(ofScalar: mark.column - 1) else { return nil }
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      offset = lines[line][offset...].firstIndex { !Self.isBlank($0) } ?? lines[line].endIndex
      while offset == lines[line].endIndex {
        line += 1
        guard line < lines.count else { return nil }
        offset = lines[line].firstIndex { !Self.isBlank($0) } ?? lines[line].endIndex
      }
      guard lines[line][offset...].starts(with: word) else { return nil }
      offset += word.count
    }
    return (line, offset)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }
}

extension ArraySlice<UInt8> {
  /// The start of a scalar, counted from 0.
  fileprivate func offset(ofScalar number: Int) -> Int? {
    var rest = number
    for index in indices where self[index] & 0xC0 != 0x80 {
      if rest == 0 { return index }
      rest -= 1
    }
    return rest == 0 ? endIndex : nil
  }
}

extension Diagnostic.Subject {
  /// Keys with texts for people, in any language.
  private static let keysOfWords: Set<Substring> = ["title", "body", "subtitle", "ticker", "data", "values"]

  /// Whether this key's value is text for people.
  var isOfWords: Bool {
    keyPath?.split(whereSeparator: ".[".contains).contains(where: Self.keysOfWords.contains) ?? false
  }
}
