import Findings

/// What is said of a key to people.
package struct KeyWords: Sendable {
  /// A sentence, which editors show.
  let summary: String
  /// Form and range, as the reference says it in Markdown.
  var type: String
  /// The range of a number as YAML writes it.
  let range: String?
  /// What stands above it in a file to start from, line by line; nil: the summary and the range.
  var comment: String?
  var example = Example.standard
  /// The meaning, and why, in the reference; nil: the summary.
  var reference: String?
  /// What holds when it is left out, in the reference; nil: the value itself.
  var standard: String?
  /// The keys of the elements, where it is a list of mappings.
  var elements: KeyOutline.Body?

  /// What stands under a key in a file to start from.
  package enum Example: Sendable {
    /// What holds when it is left out.
    case standard
    case written(String)
    /// The key is part of a comment, since leaving it out is something else.
    case commentedOut(String)
    /// These lines, written below it.
    case lines([String])
    /// The key is not there.
    case absent
  }
}

/// One key without the type of its value: what texts about it are made of.
package struct KeyOutline: Sendable {
  package let name: String
  let isRequired: Bool
  let words: KeyWords
  let body: Body

  enum Body: Sendable {
    /// A value, and what holds when the key is left out, as YAML.
    case value(String?)
    /// Keys beneath it.
    case section([KeyOutline])
    /// A list of mappings with these keys.
    case list([KeyOutline])
  }
}

extension KeyOutline {
  /// Whether it has no keys beneath it.
  var isValue: Bool { if case .value = body { true } else { false } }

  /// The same without its comment.
  var uncommented: KeyOutline { with { $0.comment = "" } }

  /// The same with another meaning and form in the reference.
  func referring(to text: String, type: String) -> KeyOutline {
    with { words in
      words.reference = text
      words.type = type
    }
  }

  private func with(_ change: (inout KeyWords) -> Void) -> KeyOutline {
    var words = words
    change(&words)
    return KeyOutline(name: name, isRequired: isRequired, words: words, body: body)
  }
}

/// The texts that `richpush init` writes: keys with comments, and what holds when they are left out.
package enum SectionTemplate {
  /// The lines of a mapping's keys.
  package static func lines(_ keys: [KeyOutline]) -> [String] { keys.flatMap { comment($0) + value($0) } }

  /// The lines of one element of a list: a mapping's keys behind a dash.
  package static func element(_ keys: [KeyOutline]) -> [String] {
    guard let first = keys.first else { return [] }
    let marked = value(first).enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
    return comment(first) + marked + lines(Array(keys.dropFirst())).map { "  " + $0 }
  }

  /// The whole file: an empty line before each key.
  static func document(header: String, _ keys: [KeyOutline]) -> String {
    let parts = [commented(header)] + keys.map { comment($0) + value($0) }.filter { !$0.isEmpty }
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  static func commented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "#" : "# " + $0 }
  }

  private static func comment(_ key: KeyOutline) -> [String] {
    if case .absent = key.words.example { return [] }
    let summary = key.words.range.map { "\(key.words.summary.dropLast()), \($0)." } ?? key.words.summary
    let text = (key.words.comment ?? summary).replacing("{range}", with: key.words.range ?? "")
    return text.isEmpty ? [] : commented(text)
  }

  private static func value(_ key: KeyOutline) -> [String] {
    switch (key.words.example, key.body) {
    case (.absent, _): []
    case (.written(let text), _): ["\(key.name): \(text)"]
    case (.commentedOut(let text), _): ["# \(key.name): \(text)"]
    case (.lines(let lines), _): ["\(key.name):"] + lines.map { "  " + $0 }
    case (.standard, .section(let keys)): ["\(key.name):"] + lines(keys).map { "  " + $0 }
    case (.standard, .value(let text?)): ["\(key.name): \(text)"]
    case (.standard, .value(nil)), (.standard, .list): []
    }
  }
}

/// The tables of docs/configuration.md.
package enum ReferenceTable {
  private static let header = ["| key | type and range | default | meaning, and why |", "|---|---|---|---|"]

  /// A table in Markdown with a row for each key; those beneath a key follow it under its name.
  ///
  /// - Parameter prefix: what stands before each name, as in `cache.`.
  package static func text(_ keys: [KeyOutline], prefix: String = "") -> String {
    (header + rows(keys, prefix: prefix)).joined(separator: "\n")
  }

  private static func rows(_ keys: [KeyOutline], prefix: String) -> [String] {
    keys.flatMap { key -> [String] in
      let name = prefix + key.name
      switch key.body {
      case .value: return [row(key, name)]
      case .list(let elements): return [row(key, name)] + rows(elements, prefix: name + "[].")
      case .section(let keys): return (key.words.type.isEmpty ? [] : [row(key, name)]) + rows(keys, prefix: name + ".")
      }
    }
  }

  private static func row(_ key: KeyOutline, _ name: String) -> String {
    "| `\(name)` | \(key.words.type) | \(standard(key)) | \(key.words.reference ?? key.words.summary) |"
  }

  private static func standard(_ key: KeyOutline) -> String {
    if let words = key.words.standard { return words }
    if key.isRequired { return "required" }
    guard case .value(let text?) = key.body else { return "none" }
    let isNumber = text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") }
    return isNumber ? text.replacing("_", with: ",") : "`\(text)`"
  }
}
