import Essentials
import Findings
import PushDelivery

/// The rules for programs. The form is described in docs/report.md.
struct RuleJSON: Encodable {
  var version = 1
  var rules: [Entry]

  struct Entry: Encodable {
    var id: RuleIdentifier
    var area: RuleDescription.Area
    var severity: Diagnostic.Severity
    var platforms: [Platform]
    var summary: String
    var why: String
    var remedy: String
    var source: String
    var failing: [String]
    var passing: [String]
  }

  init(_ rules: [RuleDescription]) { self.rules = rules.map(Entry.init) }

  /// Indented, keys sorted.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension RuleJSON.Entry {
  init(_ rule: RuleDescription) {
    func texts(_ examples: [RuleExample]) -> [String] { examples.map { ExampleText($0).lines.joined(separator: "\n") } }
    self.init(
      id: rule.id, area: rule.area, severity: rule.severity, platforms: rule.platforms.sorted(), summary: rule.summary,
      why: rule.why, remedy: rule.remedy, source: rule.source, failing: texts(rule.failing),
      passing: texts(rule.passing))
  }
}
