/// What was found, with what to do about it.
struct FindingList {
  private let findings: [Diagnostic]
  private let surroundings: Surroundings

  /// What the page around says already.
  enum Surroundings {
    /// Which file or message it is.
    case subject
    /// Which message it is, of which the files are to be told apart.
    case message
    case nothing
  }

  init(_ findings: [Diagnostic], in surroundings: Surroundings) {
    self.findings = findings.sorted { $0.severity > $1.severity }
    self.surroundings = surroundings
  }

  var html: HTML {
    HTML.tag("ul", ["class": "findings"]) {
      for finding in findings { item(finding) }
    }
  }

  private func item(_ finding: Diagnostic) -> HTML {
    HTML.tag("li", ["class": finding.severity.rawValue]) {
      HTML.tag("p") {
        HTML.tag("strong") { finding.severity.rawValue.capitalizedSentence }
        " "
        if namesPlace(of: finding) {
          HTML.tag("bdi") { place(finding.subject) + ":" }
          " "
        }
        finding.message.printable.sentence
      }
      if !finding.remedy.isEmpty { HTML.tag("p", ["class": "remedy"]) { finding.remedy.printable.sentence } }
      HTML.tag("code") { finding.rule.rawValue }
    }
  }

  private func namesPlace(of finding: Diagnostic) -> Bool {
    switch surroundings {
    case .subject: false
    case .message: finding.subject.kind == .file
    case .nothing: true
    }
  }

  private func place(_ subject: Diagnostic.Subject) -> String {
    subject.name.printable + (subject.line.map { ", line \($0)" } ?? "")
  }
}

extension String {
  fileprivate var capitalizedSentence: String { (first?.uppercased() ?? "") + dropFirst() }

  /// With a full stop, as findings have none.
  fileprivate var sentence: String { capitalizedSentence + "." }
}
