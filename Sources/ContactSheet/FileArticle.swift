import Findings
import PushDelivery

/// A file of the campaign that no message shows, with its renditions.
struct FileArticle {
  private let file: ContactSheetContents.File
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ file: ContactSheetContents.File, number: Int, parts: PageParts) {
    self.file = file
    anchor = .file(number)
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("article", ["class": "card", "id": "\(anchor)"]) {
      HTML.tag("header") {
        HTML.tag("h3", ["dir": "auto", "lang": ""]) { file.path.printable }
        HTML.tag("p", ["class": "status"]) { file.status.words }
      }
      if !file.findings.isEmpty { DiagnosticList(file.findings, in: .subject).html }
      if !file.renditions.isEmpty {
        HTML.tag("section", ["class": "files"]) {
          for rendition in file.renditions { RenditionFigure(rendition, clients: [], parts: parts).html }
        }
      }
    }
  }
}

extension AssetOutcome.Status {
  fileprivate var words: String {
    switch self {
    case .published: "Published."
    case .planned: "Not published yet."
    case .refused: "Refused: nothing was published."
    case .failed: "Not finished, by no fault of its own."
    case .unused: "Not published: no message shows it."
    case .ignored: "Passed over."
    }
  }
}

/// Findings with their remedies.
struct DiagnosticList {
  private let findings: [Diagnostic]
  private let surroundings: Surroundings

  /// What the page around already says.
  enum Surroundings {
    /// The file or message.
    case subject
    /// The message, but not which of its files.
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

  /// With a full stop, which findings do not have.
  fileprivate var sentence: String { capitalizedSentence + "." }
}

/// A name and its value.
struct Fact {
  private let name: String
  private let value: String
  private let address: String?

  /// - Parameter address: where a click leads; only https and http addresses become links.
  init(_ name: String, _ value: String, address: String? = nil) {
    self.name = name
    self.value = value
    self.address = address.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
  }

  var html: HTML {
    HTML.tag("div") {
      HTML.tag("dt") { name }
      HTML.tag("dd") {
        if let address {
          HTML.tag("a", ["href": address, "rel": "noreferrer noopener"]) { value.printable }
        } else {
          HTML.tag("bdi") { value.printable }
        }
      }
    }
  }
}
