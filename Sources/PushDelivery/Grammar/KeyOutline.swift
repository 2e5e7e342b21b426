package import Findings

/// One key without the type of its value: what texts about it are made of.
package struct KeyOutline: Sendable {
  package let name: String
  package var isRequired = false
  package let schema: @Sendable () -> JSONValue
  var example = Example.standard
  package let body: Body
  /// What the handbook says of it; nil where it says nothing.
  package let words: @Sendable () -> HandbookSection?

  /// What stands under it in a file to start from.
  package enum Example: Sendable {
    /// What holds when it is left out.
    case standard
    case written(String)
    /// The key is part of a comment, since leaving it out is something else.
    case commentedOut(String)
    /// These lines, written below it.
    case lines(@Sendable () -> [String])
    /// The key is not there.
    case absent
  }

  package enum Body: Sendable {
    /// A value, and what holds when the key is left out, as YAML.
    case value(String?)
    /// Keys beneath it.
    case section([KeyOutline])
    /// A list of mappings with these keys.
    case list([KeyOutline])
  }

  /// A schema with what editors show about it.
  func described(_ schema: JSONValue) -> JSONValue {
    words().map { schema.merging(["description": .string($0.parts.summary)]) } ?? schema
  }
}

/// The texts that `richpush init` writes: keys with what the handbook says of them as comments, and what holds when they are left out.
package enum SectionTemplate {
  /// The lines of a mapping's keys.
  package static func lines(_ keys: [KeyOutline], withComments: Bool = true) -> [String] {
    keys.flatMap { (withComments ? comment($0) : []) + value($0) }
  }

  /// The lines of one element of a list: a mapping's keys behind a dash.
  package static func element(_ keys: [KeyOutline], withComments: Bool = true) -> [String] {
    guard let first = keys.first else { return [] }
    let marked = value(first).enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
    return (withComments ? comment(first) : []) + marked
      + lines(Array(keys.dropFirst()), withComments: withComments).map { "  " + $0 }
  }

  /// The whole file: an empty line before each key.
  static func document(header: String, _ keys: [KeyOutline]) -> String {
    let parts = [commented(header)] + keys.map { lines([$0]) }.filter { !$0.isEmpty }
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  static func commented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "#" : "# " + $0 }
  }

  /// A text as comments in lines of at most 100 characters.
  static func paragraph(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let line = lines.last, line.count + word.count < 100 {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append("# \(word)")
      }
    }
  }

  /// What it means and, of a value, its form; also what holds without it where the value below is another.
  static func comment(_ key: KeyOutline) -> [String] {
    guard let parts = key.words()?.parts else { return [] }
    guard case .value = key.body else {
      if case .absent = key.example { return [] }
      return paragraph(parts.summary)
    }
    let facts = parts.facts
    switch key.example {
    case .absent: return []
    case .standard: return paragraph("\(parts.summary) (\(facts[0]))")
    case .written, .commentedOut, .lines:
      return paragraph("\(parts.summary) (\(facts[0]); \(facts.dropFirst().first ?? "no default"))")
    }
  }

  private static func value(_ key: KeyOutline) -> [String] {
    switch (key.example, key.body) {
    case (.absent, _): []
    case (.written(let text), _): ["\(key.name): \(text)"]
    case (.commentedOut(let text), _): ["# \(key.name): \(text)"]
    case (.lines(let lines), _): ["\(key.name):"] + lines().map { "  " + $0 }
    case (.standard, .section(let keys)): ["\(key.name):"] + lines(keys).map { "  " + $0 }
    case (.standard, .value(let text?)): ["\(key.name): \(text)"]
    case (.standard, .value(nil)), (.standard, .list): []
    }
  }
}
