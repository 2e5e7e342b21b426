import Findings
import PushDelivery

/// A diagnostic in words: where, which rule, what and why, and the remedy on a line of its own.
struct DiagnosticText {
  let diagnostic: Diagnostic
  let style: Style

  init(_ diagnostic: Diagnostic, style: Style) {
    self.diagnostic = diagnostic
    self.style = style
  }

  var lines: [String] {
    let head = "\(diagnostic.severity.word(style)) \(style.bold(place))  \(style.dim(diagnostic.rule.rawValue))"
    let remedy = diagnostic.remedy.isEmpty ? [] : ["  remedy: \(diagnostic.remedy.printable)"]
    return [head, "  \(diagnostic.message.printable)"] + remedy
  }

  private var place: String {
    let subject = diagnostic.subject
    let name = subject.name.printable
    let position = [subject.line, subject.column].compactMap { $0.map { ":\($0)" } }.joined()
    let key = subject.keyPath.map { " (\($0))" } ?? ""
    return subject.kind == .message && !position.isEmpty
      ? "message \(name) (line \(subject.line ?? 0))" : "\(name)\(position)\(key)"
  }
}

extension Diagnostic.Severity {
  /// In the colour that it has.
  func word(_ style: Style) -> String {
    switch self {
    case .error: style.red("error")
    case .warning: style.yellow("warning")
    case .note: style.dim("note")
    }
  }
}
