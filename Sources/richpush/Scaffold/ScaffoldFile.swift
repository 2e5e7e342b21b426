import Findings

/// A file that richpush writes for a user to start from. Then it belongs to the user.
package struct ScaffoldFile: Hashable, Sendable {
  /// Its name in the target folder.
  package let name: String
  package let text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }

  /// A template with its holes filled.
  ///
  /// - Parameters:
  ///   - template: its path in Resources. Its last component decides how texts are quoted, and is the file's name unless `name` is given.
  ///   - values: the replacements of `{{name}}`, by name. Other braces stay.
  package init(template: String, name: String? = nil, _ values: [String: TemplateValue] = [:]) {
    let ownName = template.split(separator: "/").last.map(String.init) ?? template
    let isData = [".json", ".yaml", ".yml"].contains(where: ownName.hasSuffix)
    // One pass from left to right, so that a value's own braces stay.
    let text = EmbeddedFile.text(template).replacing(#/\{\{([a-z-]+)\}\}/#) { hole in
      values[String(hole.1)]?.written(asData: isData) ?? String(hole.0)
    }
    self.init(name: name ?? ownName, text: text)
  }
}

/// A value for a hole of a template. Texts are quoted, so they cannot be taken for anything else.
package enum TemplateValue: Hashable, Sendable {
  /// Written as it is, everywhere.
  case plain(String)
  /// A user's text: a string in JSON and YAML, a word in shell scripts and in a README's commands.
  case text(String)
  /// Texts of a command: strings of a list in JSON and YAML, and words in shell scripts.
  case words([String])

  static func number(_ number: Int) -> TemplateValue { .plain("\(number)") }

  /// In JSON and YAML, or for a shell.
  fileprivate func written(asData isData: Bool) -> String {
    switch self {
    case .plain(let text): text
    case .text(let text): isData ? Self.quoted(text) : ShellWord.plain(text)
    case .words(let texts): isData ? texts.map(Self.quoted).joined(separator: ", ") : ShellWord.command(texts)
    }
  }

  /// A JSON string, which is also a double-quoted YAML string. YAML allows fewer unescaped characters than JSON.
  static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case " "..."~", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}": String(scalar)
      default: String(scalar).utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
      }
    }
    return "\"\(inner.joined())\""
  }
}
