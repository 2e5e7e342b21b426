import Yams

/// One value of a YAML document and where it stands.
package struct YAMLValue {
  /// The file, line, column and key path.
  package let subject: Diagnostic.Subject
  let content: Content

  /// What a value is before anyone asks for a type. YAML's own guesses (`no`, `2:1`, `0x10`) play no part: plain text
  /// stays as it was written until a key says what it means.
  enum Content {
    /// No text at all, `~` or `null`.
    case nothing
    case text(String, isQuoted: Bool)
    case list([Node])
    case mapping([(key: Node, value: Node)])
    /// A value with a tag of the author's own, as in `!include other.yml`.
    case tagged(String)
  }

  init(_ node: Node?, _ subject: Diagnostic.Subject) {
    self.subject = subject.moved(to: node?.mark)
    content = Content(node)
  }

  /// The value's kind, as a diagnostic names it.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text, isQuoted: true): "the quoted text \(text.quoted)"
    case .text(let text, isQuoted: false): text.quoted
    case .list: "a list"
    case .mapping: "a mapping of keys"
    case .tagged(let tag): "a value with the tag \(tag.quoted)"
    }
  }
}

extension YAMLValue.Content {
  init(_ node: Node?) {
    if let tag = node?.tag.rawValue, !tag.isEmpty, tag != "!", !tag.hasPrefix("tag:yaml.org,2002:") {
      self = .tagged(tag)
      return
    }
    switch node {
    case .scalar(let scalar) where scalar.style != .plain: self = .text(scalar.string, isQuoted: true)
    case .scalar(let scalar) where ["", "~", "null", "Null", "NULL"].contains(scalar.string): self = .nothing
    case .scalar(let scalar): self = .text(scalar.string, isQuoted: false)
    case .sequence(let sequence): self = .list(Array(sequence))
    case .mapping(let mapping): self = .mapping(Array(mapping))
    case .alias, nil: self = .nothing
    }
  }
}

extension Diagnostic.Subject {
  /// The same subject at another place of its file.
  func moved(line: Int, column: Int) -> Self {
    var subject = self
    (subject.line, subject.column) = (line, column)
    return subject
  }

  /// The same subject at a mark of the parser's.
  func moved(to mark: Mark?) -> Self {
    mark.map { moved(line: $0.line, column: $0.column) } ?? self
  }

  /// The subject of a key below this one.
  func key(_ key: String) -> Self {
    var subject = self
    subject.keyPath = keyPath.map { "\($0).\(key)" } ?? key
    return subject
  }

  /// The subject of an element of this list, counted from 0.
  func element(_ index: Int) -> Self {
    var subject = self
    subject.keyPath = "\(keyPath ?? "")[\(index)]"
    return subject
  }
}
