package import Findings

/// One key without the type of its value, for texts about it.
package struct KeyOutline: Sendable {
  package let name: String
  package var isRequired = false
  package let schema: @Sendable () -> JSONValue
  var example = Example.standard
  package let body: Body
  /// Its section in the handbook; nil without one.
  package let words: @Sendable () -> HandbookSection?

  /// The value in a file from `richpush init`.
  package enum Example: Sendable {
    /// Its default.
    case standard
    case written(String)
    /// The key is in a comment, because leaving it out means something else.
    case commentedOut(String)
    /// These lines below it.
    case lines(@Sendable () -> [String])
    /// The key is left out.
    case absent
  }

  package enum Body: Sendable {
    /// A value and its default, as YAML.
    case value(String?)
    /// Keys below it.
    case section([KeyOutline])
    /// A list of mappings with these keys.
    case list([KeyOutline])
  }

  /// A schema with the texts that editors show.
  func described(_ schema: JSONValue) -> JSONValue {
    words().map { schema.merging(["description": .string($0.parts.summary)]) } ?? schema
  }
}

/// The texts that `richpush init` writes: keys with their defaults, and with the handbook's texts as comments.
package enum SectionTemplate {
  /// The lines of a mapping's keys.
  package static func lines(_ keys: [KeyOutline], withComments: Bool = true) -> [String] {
    keys.flatMap { (withComments ? comment($0) : []) + value($0) }
  }

  /// The lines of one list element: a mapping's keys after a dash.
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

  /// Its meaning and, for a value, its form; also its default if the value below differs.
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

/// The handbook's place for the keys of a mapping.
package struct HandbookPlace: Sendable {
  private let page: @Sendable () -> HandbookPage
  private let paths: [String]

  /// `page`: its page. `paths`: the mapping's key path, then that of a mapping whose keys it also has; empty for the file's own keys.
  package init(_ page: @autoclosure @escaping @Sendable () -> HandbookPage, _ paths: [String]) {
    (self.page, self.paths) = (page, paths)
  }

  package static func pipeline(_ paths: String...) -> HandbookPlace { HandbookPlace(.pipeline, paths) }
  package static func campaign(_ paths: String...) -> HandbookPlace { HandbookPlace(.campaign, paths) }

  /// The section of a key.
  func section(of key: String) -> HandbookSection {
    let page = page()
    let names = paths.isEmpty ? [key] : paths.map { "\($0).\(key)" }
    return names.lazy.compactMap { page[$0] }.first ?? page.section(names[0])
  }

  /// The section of the mapping.
  var mapping: HandbookSection { page().section(paths[0]) }
}
