package import Findings
import YAML

/// One value of a YAML document and where it stands.
package struct YAMLValue: Sendable {
  /// The file, line, column and key path.
  package let subject: Diagnostic.Subject
  let content: Content

  /// What a value is before anyone asks for a type. YAML's own guesses (`no`, `2:1`, `0x10`) play no part: plain text
  /// stays as it was written until a key says what it means.
  enum Content: Sendable {
    /// No text at all, `~` or `null`.
    case nothing
    case text(String, Style)
    case list([YAMLValue])
    case mapping([Member])
    /// A value with a tag that says something else than the value itself: one of the author's own, as in `!include other.yml`, or one
    /// of YAML's that is not read (`!!binary`) or does not fit.
    case tagged(String)
    /// A text with a character in it that no text has; only an escape can say it.
    case unsound(Unicode.Scalar)
    /// A text of people of which YAML leaves a part out: a comment that begins within it, or an anchor.
    case cut(String, lost: String)
    /// Its problem has been told, and nobody is to tell another.
    case unusable
  }

  /// How a text came about.
  enum Style: Sendable {
    /// Written without quotes.
    case plain
    case quoted
    /// Put there by the campaign: the cell of a table, or a text with a placeholder. It may be a number, like plain text,
    /// and is never more than text.
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

  /// A text that may be a number or a word of ours: not one in quotes.
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
  /// Where the key stands, with the path to the value.
  var place: Diagnostic.Subject { key.place }
}

extension YAMLValue {
  /// The text of a key; nil: it is none.
  var name: String? {
    if case .text(let name, _) = content { name } else { nil }
  }

  /// Where what is under this key stands, by its path.
  var place: Diagnostic.Subject { name.map { subject.key($0.keyPathComponent) } ?? subject }
}

extension String {
  /// A key as it stands in a key path.
  fileprivate var keyPathComponent: String { String(quoted.dropFirst().dropLast()) }
}

extension Diagnostic.Subject {
  /// No key path grows any further: a file of long names, deeply nested, would fill the memory with them.
  private static let longestKeyPath = 400

  /// The same subject at another place of its file.
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
