public import Findings

/// What texts are written in that richpush does not read, by the ends of their names.
///
/// They may well hold messages, of which nothing would be found: that is said, and they are taken for nothing else, however they begin.
public enum UnreadText {
  /// What a file of this name is written in; nil where it may be read or the name tells nothing.
  ///
  /// - Parameter start: its first bytes, some hundreds.
  public static func language(ofFile name: String, beginningWith start: some Sequence<UInt8>) -> String? {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let end = name[name.index(after: dot)...].lowercased()
    if let language = languages[end] { return language }
    guard let kind = notes[end] else { return nil }
    // Requests alone may stand in them.
    switch RequestSyntax(textBeginningWith: start) {
    case .json, .jsonLines, .http, .shell: return nil
    case .javaScript, .python, nil: return kind
    }
  }

  private static let languages = [
    "java": "Java", "kt": "Kotlin", "kts": "Kotlin", "swift": "Swift", "cs": "C#", "fs": "F#", "vb": "Visual Basic",
    "rs": "Rust", "go": "Go", "php": "PHP", "rb": "Ruby", "ps1": "PowerShell", "psm1": "PowerShell", "dart": "Dart",
    "tf": "Terraform", "hcl": "HCL", "vue": "Vue", "svelte": "Svelte", "scala": "Scala", "groovy": "Groovy",
    "gradle": "Gradle", "clj": "Clojure", "ex": "Elixir", "exs": "Elixir", "erl": "Erlang", "lua": "Lua", "pl": "Perl",
    "r": "R", "c": "C", "h": "C", "cc": "C++", "cpp": "C++", "hpp": "C++", "m": "Objective-C", "mm": "Objective-C",
    "bat": "batch files", "cmd": "batch files", "ipynb": "Jupyter notebooks", "html": "HTML", "htm": "HTML",
    "xml": "XML", "sql": "SQL", "md": "Markdown", "markdown": "Markdown", "rst": "reStructuredText", "adoc": "AsciiDoc",
  ]

  private static let notes = ["yaml": "YAML", "yml": "YAML", "toml": "TOML", "log": "logs"]
}

extension Diagnostic {
  /// That a text is not read.
  ///
  /// - Parameter language: what it is written in.
  public static func unread(_ path: String, in language: String) -> Diagnostic {
    Diagnostic(
      .argumentKind, .init(.file, path),
      "richpush does not read \(language): no message in it was looked at",
      remedy:
        "check the JSON that it sends: put the body into a .json file, or give it on standard input: `richpush check -`"
    )
  }
}
