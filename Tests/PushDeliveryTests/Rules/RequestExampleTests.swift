import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestExampleTests {
  static let descriptions = RuleCatalog.standard.descriptions.filter { $0.area == .request || $0.area == .url }

  @Test(arguments: descriptions) func failingExamplesBreakTheirRuleAlone(_ rule: RuleDescription) {
    #expect(!rule.failing.isEmpty)
    for example in rule.failingExamples {
      let found = relevant(example, to: rule)
      #expect(!found.isEmpty && found.allSatisfy { $0.rule == rule.id }, "\(found.map(\.rule)) in \(example)")
    }
  }

  @Test(arguments: descriptions) func passingExamplesBreakNoRule(_ rule: RuleDescription) {
    #expect(!rule.passing.isEmpty)
    for example in rule.passingExamples { #expect(relevant(example, to: rule).map(\.rule) == [], "\(example)") }
  }

  private static func isAboutNames(_ rule: RuleDescription) -> Bool {
    ["request.placeholder", "url.reserved-host"].contains(rule.id.rawValue)
  }

  /// Notes are reported only on request, so only a note of the rule itself counts.
  private func relevant(_ example: RuleExample, to rule: RuleDescription) -> [Diagnostic] {
    guard case .request(let text) = example else { return [] }
    // The examples have names of documents, which only the rules about such mind.
    let rules = Self.isAboutNames(rule) ? RuleCatalog.standard : RuleCatalog.standard.forTrial
    let isHTTP = RequestSyntax(textBeginningWith: text.utf8.prefix(20)) == .http
    return RequestFile(Array(text.utf8), in: isHTTP ? .http : .json)
      .diagnostics(about: .init(.request, "r.json"), now: 1_800_000_000, rules: rules)
      .filter { $0.severity > .note || rule.severity == .note && $0.rule == rule.id }
  }
}
