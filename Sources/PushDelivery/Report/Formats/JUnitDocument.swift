public import Findings

/// A report as JUnit's XML, which GitLab, Jenkins and others show as a list of tests. Each subject is a test, and a grave enough finding
/// fails it. A server shows one failure of a test, so all findings are in one.
public struct JUnitDocument: Hashable, Sendable {
  /// The whole document, with a line break at its end.
  public let text: String

  /// - Parameter gravity: the mildest severity that fails a test.
  public init(_ report: CheckReport, failingOn gravity: Diagnostic.Severity) {
    let cases = SubjectDiagnostics.all(in: report).map { TestCase($0, failingOn: gravity) }
    let counts: [(String, String)] = [
      ("tests", "\(cases.count)"), ("failures", "\(cases.count { $0.outcome == .failure })"),
      ("errors", "\(cases.count { $0.outcome == .error })"),
    ]
    let suite = XMLElement("testsuite", [("name", "richpush check")] + counts, children: cases.map(\.element))
    let root = XMLElement("testsuites", [("name", "richpush check")] + counts, children: [suite])
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n") + "\n"
  }
}

/// The findings about one subject, as one test.
private struct TestCase {
  let outcome: Outcome
  let element: XMLElement

  enum Outcome { case success, failure, error }

  init(_ subject: SubjectDiagnostics, failingOn gravity: Diagnostic.Severity) {
    let couldNotLook = subject.findings.filter(\.rule.isEnvironmental)
    let failing = subject.findings.filter { $0.severity >= gravity && !$0.rule.isEnvironmental }
    let others = subject.findings.filter { $0.severity < gravity && !$0.rule.isEnvironmental }
    outcome = !couldNotLook.isEmpty ? .error : !failing.isEmpty ? .failure : .success
    let children = [
      Self.element("error", couldNotLook), Self.element("failure", failing), Self.output(others),
    ].compactMap { $0 }
    let file: [(String, String)] = subject.isFile ? [("file", subject.name)] : []
    element = XMLElement(
      "testcase", [("classname", "richpush.\(subject.kind)"), ("name", subject.name)] + file, children: children)
  }

  private static func element(_ name: String, _ findings: [Diagnostic]) -> XMLElement? {
    guard let first = findings.first else { return nil }
    let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
    return XMLElement(name, [("message", first.message + more), ("type", first.rule.rawValue)], text: text(findings))
  }

  private static func output(_ findings: [Diagnostic]) -> XMLElement? {
    findings.isEmpty ? nil : XMLElement("system-out", text: text(findings))
  }

  private static func text(_ findings: [Diagnostic]) -> String {
    findings.map(\.plainLines).joined(separator: [""]).joined(separator: "\n")
  }
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

/// Text as part of an XML 1.0 document.
enum XMLText {
  /// Text between tags: markup escaped, and characters replaced that XML 1.0 forbids even as references
  /// (https://www.w3.org/TR/xml/#charsets).
  static func content(_ text: String) -> String { escaped(text, references: "\r") }

  /// The same for an attribute's value, which would lose its line breaks and tabs.
  static func attribute(_ text: String) -> String { escaped(text, references: "\t\n\r") }

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

/// An XML element, written here: a library would be larger than the part that is needed.
struct XMLElement: Hashable, Sendable {
  let name: String
  let attributes: [Attribute]
  let text: String
  let children: [XMLElement]

  struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  init(_ name: String, _ attributes: [(String, String)] = [], text: String = "", children: [XMLElement] = []) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0.0, value: $0.1) }
    self.text = text
    self.children = children
  }

  /// The element's lines, each child's two columns further right.
  func lines(indentation: String = "") -> [String] {
    let start = indentation + "<" + name + attributes.map { " \($0.name)=\"\(XMLText.attribute($0.value))\"" }.joined()
    guard !text.isEmpty || !children.isEmpty else { return [start + "/>"] }
    guard !children.isEmpty else { return ["\(start)>\(XMLText.content(text))</\(name)>"] }
    return ["\(start)>"] + children.flatMap { $0.lines(indentation: indentation + "  ") } + ["\(indentation)</\(name)>"]
  }
}
