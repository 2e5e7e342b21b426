package import Findings
import YAML

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
    /// A value whose tag contradicts it: the author's own tag, as in `!include other.yml`, or one of YAML's that is not supported
    /// (`!!binary`) or does not fit.
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
  }

  init(_ content: Content, _ subject: Diagnostic.Subject) {
    self.subject = subject
    self.content = content
  }

  /// A text that may be a number or a keyword: not one in quotes.
  var unquotedText: String? {
    switch content {
    case .text(let text, .plain), .text(let text, .inserted): text
    default: nil
    }
  }

  /// The members of a mapping by their names.
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
}

extension YAMLValue.Member {
  /// The key's place, with the path to the value.
  var place: Diagnostic.Subject { key.place }
}

extension YAMLValue {
  /// The text of a key, or nil.
  var name: String? {
    if case .text(let name, _) = content { name } else { nil }
  }

  /// The place of this key's value, by its path.
  var place: Diagnostic.Subject { name.map { subject.key($0.keyPathComponent) } ?? subject }
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
  func moved(to mark: YAMLMark?) -> Self {
    mark.map { moved(line: $0.line, column: $0.column) } ?? self
  }

  /// The subject of a key below this one.
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
}
