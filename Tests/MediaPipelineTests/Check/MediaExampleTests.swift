import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Every example of the rules about media files breaks its own rule and no other, or none.
@Suite(.serialized, .timeLimit(.minutes(10))) struct MediaExampleTests {
  /// One example, by the name of its rule.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: RuleIdentifier
    let example: MediaExample
    let fails: Bool
    var testDescription: String { "\(rule) \(fails ? "broken by" : "kept by") \(example.name) \(example.flags)" }
  }

  static let cases = RuleCatalog.standard.descriptions.flatMap { rule in
    cases(rule, rule.failingExamples, fails: true) + cases(rule, rule.passingExamples, fails: false)
  }

  private static func cases(_ rule: RuleDescription, _ examples: [RuleExample], fails: Bool) -> [Case] {
    examples.compactMap { example in
      if case .media(let example) = example { Case(rule: rule.id, example: example, fails: fails) } else { nil }
    }
  }

  @Test(arguments: cases) func breaksItsOwnRuleAlone(_ each: Case) async throws {
    let folder = try TemporaryFolder()
    try await folder.make(each.example.commands)
    let report = try await CheckRun(each.example.flags)([.media(path: folder.absolute(each.example.name))])
    #expect(report.diagnostics.map(\.rule) == (each.fails ? [each.rule] : []), "\(report.diagnostics)")
  }

  @Test func everyRuleHasExamplesOfBothKinds() {
    let rules = RuleCatalog.standard.descriptions.filter { $0.area == .media }
    #expect(rules.count > 30)
    #expect(rules.filter { $0.failing.isEmpty || $0.passing.isEmpty }.map(\.id) == [])
  }
}
