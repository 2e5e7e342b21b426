import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct SuppressionReadingTests {
  private func read(_ suppress: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("check:\n  suppress:\n" + suppress, file: "c.yml")
  }

  @Test func readsEveryKey() {
    let text = """
          - rule: message.image
            path: "banners/*"
            reason: the old campaign
            until: 2027-01-31
          - {rule: message.id, reason: known}
      """
    let expected = [
      Suppression(
        rule: "message.image", path: PathPattern("banners/*"), reason: "the old campaign",
        until: CalendarDay("2027-01-31"),
        subject: .init(.configuration, "c.yml", line: 6, column: 14, keyPath: "check.suppress[0].until")),
      Suppression(
        rule: "message.id", reason: "known",
        subject: .init(.configuration, "c.yml", line: 7, column: 7, keyPath: "check.suppress[1]")),
    ]
    #expect(read(text) == Checked(PipelineConfiguration(suppressions: expected)))
  }

  @Test(arguments: ["check:", "check: {}", "check: {suppress: []}"]) func mayBeEmpty(text: String) {
    #expect(PipelineFile.standard.read(text) == Checked(PipelineConfiguration()))
  }

  @Test(arguments: [
    ("- {reason: x}", ["configuration.missing-key check.suppress[0].rule"]),
    ("- {rule: message.id}", ["configuration.missing-key check.suppress[0].reason"]),
    ("- {rule: message.id, reason: \" \"}", ["configuration.value check.suppress[0].reason"]),
    ("- {rule: message.id, reason: x, until: tomorrow}", ["configuration.value check.suppress[0].until"]),
    ("- {rule: message.id, reason: x, until: 2027-02-30}", ["configuration.value check.suppress[0].until"]),
    ("- {rule: message.id, reason: x, until: 27-2-3}", ["configuration.value check.suppress[0].until"]),
    ("- {rule: machine.failed, reason: x}", ["configuration.value check.suppress[0].rule"]),
    ("- {rule: message.id, reason: x, paths: y}", ["configuration.unknown-key check.suppress[0].paths"]),
    ("- message.id", ["configuration.type check.suppress[0]"]),
    ("{rule: message.id}", ["configuration.type check.suppress"]),
  ])
  func saysWhatIsWrong(text: String, problems: [String]) {
    let checked = read("    " + text)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map { "\($0.rule) \($0.subject.keyPath ?? "")" } == problems)
  }

  @Test func anUnknownRuleGetsTheNearestName() {
    #expect(
      read("    - {rule: mesage.image, reason: x}").diagnostics == [
        Diagnostic(
          "configuration.value", .error,
          .init(.configuration, "c.yml", line: 3, column: 14, keyPath: "check.suppress[0].rule"),
          "`mesage.image` is no rule", remedy: "the nearest is `message.image`; `richpush explain` lists all")
      ])
  }
}
