public import Findings

extension CheckReport {
  /// JUnit's XML, which GitLab, Jenkins and others show as a list of tests. Each subject is a test, and a grave enough finding fails it. A
  /// server shows one failure of a test, so all findings are in one.
  ///
  /// - Parameter gravity: the mildest severity that fails a test.
  /// - Returns: the whole document, with a line break at its end.
  public func junit(failingOn gravity: Diagnostic.Severity) -> String {
    let subjects = SubjectDiagnostics.all(in: self)
    let judged = subjects.filter { !$0.findings.contains(where: \.rule.isEnvironmental) }
    let failures = judged.count { $0.findings.contains { $0.severity >= gravity } }
    let attributes = [
      ("name", "richpush check"), ("tests", "\(subjects.count)"), ("failures", "\(failures)"),
      ("errors", "\(subjects.count - judged.count)"),
    ]
    let suite = element("testsuite", attributes, subjects.map { testCase($0, failingOn: gravity) })
    let lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + element("testsuites", attributes, [suite])
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The findings about one subject, as one test. What could not be checked is an error, and comes first.
private func testCase(_ subject: SubjectDiagnostics, failingOn gravity: Diagnostic.Severity) -> [String] {
  let judged = subject.findings.filter { !$0.rule.isEnvironmental }
  let children = [
    findings("error", subject.findings.filter(\.rule.isEnvironmental)),
    findings("failure", judged.filter { $0.severity >= gravity }),
    findings("system-out", judged.filter { $0.severity < gravity }),
  ].compactMap(\.self)
  let file = subject.isFile ? [("file", subject.name)] : []
  return element("testcase", [("classname", "richpush.\(subject.kind)"), ("name", subject.name)] + file, children)
}

private func findings(_ name: String, _ findings: [Diagnostic]) -> [String]? {
  guard let first = findings.first else { return nil }
  let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
  return element(
    name, name == "system-out" ? [] : [("message", first.message + more), ("type", first.rule.rawValue)],
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

/// The lines of an XML 1.0 element, written here: a library would be larger than the part that is needed. Each child's are two columns
/// further right.
private func element(
  _ name: String, _ attributes: [(String, String)], text: String = "", _ children: [[String]] = []
) -> [String] {
  // An attribute would lose its line breaks and tabs.
  let start = "<" + name + attributes.map { " \($0)=\"\(escaped($1, references: "\t\n\r"))\"" }.joined()
  if !children.isEmpty { return ["\(start)>"] + children.joined().map { "  " + $0 } + ["</\(name)>"] }
  return [text.isEmpty ? start + "/>" : "\(start)>\(escaped(text, references: "\r"))</\(name)>"]
}

/// Markup escaped, and characters replaced that XML 1.0 forbids even as references (https://www.w3.org/TR/xml/#charsets).
private func escaped(_ text: String, references: String) -> String {
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
