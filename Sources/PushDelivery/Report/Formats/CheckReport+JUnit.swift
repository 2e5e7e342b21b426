public import Findings

extension CheckReport {
  /// JUnit's XML, which GitLab, Jenkins and others show as a list of tests. Each subject is a test, and a grave enough finding fails it. A
  /// server shows one failure of a test, so all findings are in one.
  ///
  /// - Parameter gravity: the mildest severity that fails a test.
  /// - Returns: the whole document, with a line break at its end.
  public func junit(failingOn gravity: Diagnostic.Severity) -> String {
    let cases = SubjectDiagnostics.all(in: self).map { testCase($0, failingOn: gravity) }
    func count(_ name: String) -> String { "\(cases.count { $0.children.first?.name == name })" }
    let attributes = [
      ("name", "richpush check"), ("tests", "\(cases.count)"), ("failures", count("failure")),
      ("errors", count("error")),
    ]
    let suite = XMLElement(name: "testsuite", attributes: attributes, children: cases)
    let root = XMLElement(name: "testsuites", attributes: attributes, children: [suite])
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n") + "\n"
  }
}

/// The findings about one subject, as one test. What could not be checked is an error, and comes first.
private func testCase(_ subject: SubjectDiagnostics, failingOn gravity: Diagnostic.Severity) -> XMLElement {
  let judged = subject.findings.filter { !$0.rule.isEnvironmental }
  let children = [
    element("error", subject.findings.filter(\.rule.isEnvironmental)),
    element("failure", judged.filter { $0.severity >= gravity }),
    element("system-out", judged.filter { $0.severity < gravity }),
  ].compactMap(\.self)
  let file = subject.isFile ? [("file", subject.name)] : []
  return XMLElement(
    name: "testcase", attributes: [("classname", "richpush.\(subject.kind)"), ("name", subject.name)] + file,
    children: children)
}

private func element(_ name: String, _ findings: [Diagnostic]) -> XMLElement? {
  guard let first = findings.first else { return nil }
  let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
  return XMLElement(
    name: name,
    attributes: name == "system-out" ? [] : [("message", first.message + more), ("type", first.rule.rawValue)],
    text: findings.map(\.plainLines).joined(separator: [""]).joined(separator: "\n"))
}

extension Diagnostic {
  /// The finding in plain text: severity, place and rule, then the problem, then the remedy.
  fileprivate var plainLines: [String] {
    let position = [subject.line, subject.column].compactMap { $0.map { ":\($0)" } }.joined()
    let key = subject.keyPath.map { " (\($0))" } ?? ""
    return ["\(severity.rawValue) \(subject.name)\(position)\(key)  \(rule)", message]
      + (remedy.isEmpty ? [] : ["remedy: \(remedy)"])
  }
}

/// An XML 1.0 element, written here: a library would be larger than the part that is needed.
private struct XMLElement {
  let name: String
  var attributes: [(String, String)] = []
  var text = ""
  var children: [XMLElement] = []

  /// The element's lines, each child's two columns further right.
  func lines(indentation: String = "") -> [String] {
    // An attribute would lose its line breaks and tabs.
    let list = attributes.map { " \($0)=\"\(Self.escaped($1, references: "\t\n\r"))\"" }.joined()
    let start = indentation + "<" + name + list
    guard !text.isEmpty || !children.isEmpty else { return [start + "/>"] }
    guard !children.isEmpty else { return ["\(start)>\(Self.escaped(text, references: "\r"))</\(name)>"] }
    return ["\(start)>"] + children.flatMap { $0.lines(indentation: indentation + "  ") } + ["\(indentation)</\(name)>"]
  }

  /// Markup escaped, and characters replaced that XML 1.0 forbids even as references (https://www.w3.org/TR/xml/#charsets).
  private static func escaped(_ text: String, references: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where references.unicodeScalars.contains(scalar): escaped += "&#\(scalar.value);"
      case "\t", "\n", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        escaped.unicodeScalars.append(scalar)
      default: escaped += "\u{FFFD}"
      }
    }
  }
}
