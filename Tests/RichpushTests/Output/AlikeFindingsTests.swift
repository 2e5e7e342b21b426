import Findings
import Foundation
import TestSupport
import Testing
import richpush

/// Identical findings are reported once, by every command.
@Suite(.timeLimit(.minutes(10))) struct AlikeFindingsTests {
  private func findings(_ count: Int) -> [Diagnostic] {
    (1...count).map { line in
      Diagnostic(
        rule: RuleIdentifier(rawValue: "message.link"), severity: .error,
        subject: .init(.configuration, "campaign.yml", line: line), message: "it is wrong", remedy: "fix it",
        platforms: nil)
    }
  }

  @Test func fewStandOneByOne() { #expect(DiagnosticsText(findings(3)).lines.count == 9) }

  @Test func manyAreSaidOnce() {
    #expect(
      DiagnosticsText(findings(47)).lines == [
        "error campaign.yml:1, campaign.yml:2, campaign.yml:3 and 44 more  message.link", "  it is wrong",
        "  remedy: fix it",
      ])
    #expect(DiagnosticsText(findings(47), isDetailed: true).lines.count == 141)
  }

  /// With three examples where each names its own file or number; two unknown keys are two mistakes.
  @Test func whatDiffersInNamesAndNumbersIsSaidOnce() {
    let missing = findings(5).map { finding in
      var finding = finding
      finding.message = "there is no `\(finding.subject.line ?? 0).jpg`, \(finding.subject.line ?? 0) % of it"
      finding.subject.keyPath = "messages[\(finding.subject.line ?? 0)].media"
      return finding
    }
    let lines = DiagnosticsText(missing).lines
    #expect(lines.count == 5 && lines[0].contains(" and 2 more  ") && lines[3] == "  there is no `3.jpg`, 3 % of it")
    let keys = zip(missing, ["titel", "bodi", "tpic", "linc", "mdia"]).map { finding, key in
      var finding = finding
      finding.subject.keyPath = key
      return finding
    }
    #expect(DiagnosticsText(keys).lines.count == 15)
  }

  /// Decoders say the same damage in many ways.
  @Test func detailsInParenthesesDoNotPartACause() {
    let details = ["no end", "bad table 0xc3; a seek", "row 3 (of 9)", "no end"]
    let damaged = zip(findings(4), details).map { finding, detail in
      var finding = finding
      finding.message = "it is damaged (\(detail))"
      return finding
    }
    let lines = DiagnosticsText(damaged).lines
    #expect(lines.count == 5 && lines[0].contains(" and 1 more  "), "\(lines)")
    #expect(
      lines[1...3] == [
        "  it is damaged (no end)", "  it is damaged (bad table 0xc3; a seek)", "  it is damaged (row 3 (of 9))",
      ])
  }

  /// With the site, whichever of its URLs it is.
  @Test func whatIsSaidOfTheURLsOfASiteIsSaidOnce() {
    let sites = ["https://a.example/", "https://b.example:8443/"]
    let told = sites.flatMap { site in
      findings(5).map { finding in
        var finding = finding
        finding.message = "\(site)\(finding.subject.line ?? 0).jpg: it cannot be loaded: no answer"
        return finding
      }
    }
    let words = DiagnosticsText(told).lines.filter { $0.contains("loaded") }
    #expect(
      words == [
        "  https://a.example: it cannot be loaded: no answer",
        "  https://b.example:8443: it cannot be loaded: no answer",
      ])
    let few = DiagnosticsText(Array(told.prefix(2))).lines.filter { $0.contains("loaded") }
    #expect(few.last == "  https://a.example/2.jpg: it cannot be loaded: no answer")
  }
}
