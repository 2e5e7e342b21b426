import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct BaselineTests {
  private let base = PathBase(folder: "ci", workingDirectory: "/home/me/shop")

  @Test func namesPathDigestAndRuleAndNothingElse() throws {
    let digests = [ReportExample.digest, ReportExample.otherDigest].map { JSON.string($0?.hex ?? "") }
    let findings: JSON = [
      ["path": "-", "rule": "message.id"],
      ["path": "../../pictures/b.jpg", "rule": "suppression.unused", "digest": digests[1]],
      ["path": "../p/a.json", "rule": "message.image", "digest": digests[0]],
      ["path": "https://cdn.example.com/c d.jpg", "rule": "message.json"],
    ]
    let text = String(decoding: try ReportExample.report.baseline(from: base).json(), as: UTF8.self)
    #expect(try JSON(text) == ["version": 1, "findings": findings])
  }

  @Test func hidesWhatItWasMadeOf() throws {
    let baseline = ReportExample.report.baseline(from: base)
    let read = Baseline.read(try baseline.json(), file: "b.json")
    #expect(read == Checked(baseline))
    let judged = ReportExample.report.applying(baseline, from: base)
    #expect(
      judged
        == CheckReport(
          subjects: ReportExample.subjects, diagnostics: [],
          suppressed: ReportExample.report.suppressed + ReportExample.report.diagnostics))
  }

  @Test func hidesTheSameInAMovedCheckout() {
    let baseline = ReportExample.report.baseline(from: base)
    var moved = ReportExample.report
    moved.subjects[1].name = "/srv/pictures/b.jpg"
    moved.diagnostics[2].subject.name = "/srv/pictures/b.jpg"
    let there = PathBase(folder: "/srv/other/ci", workingDirectory: "/srv/other")
    #expect(moved.applying(baseline, from: there).diagnostics == [])
  }

  @Test func aChangedFileIsNotHidden() {
    let baseline = ReportExample.report.baseline(from: base)
    var changed = ReportExample.report
    changed.subjects[0].digest = ReportExample.otherDigest
    #expect(changed.applying(baseline, from: base).diagnostics == Array(ReportExample.report.diagnostics[0...1]))
  }

  @Test func holdsNeitherTheMachineNorTheConfiguration() {
    let findings = [
      ReportExample.error("machine.failed"),
      ReportExample.warning("suppression.unused", .configuration, "pipeline.yml"),
    ]
    let report = CheckReport(subjects: ReportExample.subjects, diagnostics: findings)
    #expect(report.baseline(from: base) == Baseline(findings: []))
    let wide = Baseline(
      findings: findings.map {
        .init(
          path: "../" + $0.subject.name, digest: $0.subject.name == "p/a.json" ? ReportExample.digest : nil,
          rule: $0.rule)
      })
    #expect(report.applying(wide, from: base) == report)
  }

  @Test func isSortedWithEachEntryOnce() {
    let entries = ["b", "a", "b"].map { Baseline.Entry(path: $0, digest: nil, rule: "message.id") }
    #expect(Baseline(findings: entries).findings == [entries[1], entries[0]])
  }

  @Test(arguments: [
    ("", "it is no JSON of the form that is expected"), ("[]", "it is no JSON of the form that is expected"),
    (#"{"version": 1}"#, "it is no JSON of the form that is expected"),
    (
      #"{"version": 1, "findings": [{"path": "a", "rule": "b", "digest": "c"}]}"#,
      "it is no JSON of the form that is expected"
    ),
    (#"{"version": 2, "findings": []}"#, "its version is not 1"),
  ])
  func saysWhatIsNoBaseline(text: String, problem: String) {
    #expect(
      Baseline.read(Array(text.utf8), file: "b.json")
        == Checked(
          nil,
          [
            Diagnostic(
              "configuration.baseline", .error, .init(.configuration, "b.json"),
              "the baseline cannot be read: \(problem)",
              remedy: "make it again with `--update-baseline`, or correct its path")
          ]))
  }

  @Test func messagesOfACampaignAreKnownByItsFile() {
    let report = CheckReport(
      subjects: [CheckedSubject(.campaign, "c/campaign.yml", digest: ReportExample.digest)],
      diagnostics: [ReportExample.error("message.id", .message, "sale", line: 4)])
    #expect(
      report.baseline(from: base).findings
        == [.init(path: "../c/campaign.yml", digest: ReportExample.digest, rule: "message.id")])
  }
}
