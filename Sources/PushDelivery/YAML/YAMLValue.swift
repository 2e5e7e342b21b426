import Essentials
package import Findings

/// One value of a YAML document, with its place.
package struct YAMLValue: Sendable {
  /// The file, line, column and key path.
  package let subject: Diagnostic.Subject
  let content: Content

  /// A value before a key gives it a type. YAML's own guesses (`no`, `2:1`, `0x10`) are ignored: plain text is unchanged until a key
  /// defines its meaning.
  enum Content: Sendable {
    /// Empty, `~` or `null`.
    case nothing
    case text(String, Style)
    case list([YAMLValue])
    case mapping([Member])
    /// A value with the author's own tag, as in `!include other.yml`, or one of YAML's (`!!binary`) other than that for text.
    case tagged(String)
    /// A text with a character that texts cannot have; only an escape can write it.
    case unsound(Unicode.Scalar)
    /// A text for people that lost a part in YAML: a comment that begins within it, or an anchor.
    case cut(String, lost: String)
    /// Its problem was reported; no other will be.
    case unusable
  }

  /// The origin of a text.
  enum Style: Sendable {
    /// Written without quotes.
    case plain
    case quoted
    /// Inserted by the campaign: a table's cell, or a text with a placeholder. Like plain text, it may be a number, but never more than
    /// text.
    case inserted
  }

  struct Member: Sendable {
    let key: YAMLValue
    let value: YAMLValue

    /// The key's place, with the path to the value.
    var place: Diagnostic.Subject { key.place }
  }

  init(_ content: Content, _ subject: Diagnostic.Subject) {
    (self.subject, self.content) = (subject, content)
  }

  /// A text that may be a number or a keyword: not one in quotes.
  var unquotedText: String? {
    switch content {
    case .text(let text, .plain), .text(let text, .inserted): text
    default: nil
    }
  }

  var membersByName: [String: YAMLValue] {
    guard case .mapping(let members) = content else { return [:] }
    return Dictionary(members.compactMap { member in member.key.name.map { ($0, member.value) } }) { first, _ in first }
  }

  /// The value's kind, as a diagnostic names it.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text, .quoted): "the quoted text \(text.quoted)"
    case .text(let text, _): text.quoted
    case .list: "a list"
    case .mapping: "a mapping of keys"
    case .tagged(let tag): "a value with the tag \(tag.quoted)"
    case .unsound(let scalar): "a text with \(scalar.codePoint) in it"
    case .cut(_, let lost): "a text without its part \(lost.quoted)"
    case .unusable: "a value that cannot be used"
    }
  }

  var name: String? { if case .text(let name, _) = content { name } else { nil } }

  /// The place of this key's value, by its path; of a column's name, its own.
  var place: Diagnostic.Subject {
    if case .text(_, .inserted) = content { subject } else { name.map { subject.key($0.keyPathComponent) } ?? subject }
  }
}

extension String {
  /// A key as key paths write it.
  fileprivate var keyPathComponent: String { String(quoted.dropFirst().dropLast()) }
}

extension Diagnostic.Subject {
  /// The longest key path: otherwise a file of long, deeply nested names would fill the memory.
  private static let longestKeyPath = 400

  /// The same subject at another place in its file.
  func moved(line: Int, column: Int) -> Self {
    var subject = self
    (subject.line, subject.column) = (line, column)
    return subject
  }

  /// The same subject at a mark of the parser's.
  func moved(to mark: YAMLMark?) -> Self { mark.map { moved(line: $0.line, column: $0.column) } ?? self }

  /// The file and the line, as in `messages.csv:12`.
  var lineName: String { [name, line.map(String.init)].compactMap(\.self).joined(separator: ":") }

  func key(_ key: String) -> Self { extended(by: keyPath == nil ? key : ".\(key)") }

  /// The subject of an element of this list, counted from 0.
  func element(_ index: Int) -> Self { extended(by: "[\(index)]") }

  private func extended(by component: String) -> Self {
    let path = keyPath ?? ""
    guard path.utf8.count < Self.longestKeyPath else { return self }
    var subject = self
    subject.keyPath = path + component
    return subject
  }

  /// Keys with texts for people, in any language.
  private static let keysOfWords: Set<Substring> = ["title", "body", "subtitle", "ticker", "data", "values"]

  /// Whether this key's value is text for people.
  var isOfWords: Bool {
    keyPath?.split(whereSeparator: ".[".contains).contains(where: Self.keysOfWords.contains) ?? false
  }
}

/// The lines of a YAML text as written, for the parts that YAML leaves out of a value.
struct YAMLLines {
  private let lines: [ArraySlice<UInt8>]

  init(_ text: [UInt8]) { lines = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") } }

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
      && comment.dropFirst(2).first.map(isDigit) == true
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
