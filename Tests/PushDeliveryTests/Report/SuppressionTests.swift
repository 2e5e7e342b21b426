import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct SuppressionTests {
  private let place = Diagnostic.Subject(.configuration, "pipeline.yml", line: 4, column: 7)
  private let base = PathBase(workingDirectory: "/work")
  /// 2027-01-31, 23:59:59 in UTC.
  private let lastSecond = 1_801_439_999

  private func report(_ diagnostics: Diagnostic...) -> CheckReport {
    CheckReport(subjects: ReportExample.subjects, diagnostics: diagnostics)
  }

  private func suppression(_ rule: RuleIdentifier, _ path: String? = nil, until: String? = nil) -> Suppression {
    Suppression(
      rule: rule, path: path.map(PathPattern.init), reason: "known", until: until.flatMap { CalendarDay($0) },
      subject: place)
  }

  @Test func movesWhatItCovers() {
    let (image, text) = (ReportExample.error(), ReportExample.error("message.json"))
    let judged = report(image, text).applying([suppression("message.image", "p/*")], from: base, now: lastSecond)
    #expect(judged == CheckReport(subjects: ReportExample.subjects, diagnostics: [text], suppressed: [image]))
  }

  @Test func pathsStartFromItsFolder() {
    let image = ReportExample.error()
    for (folder, pattern) in [("p", "*.json"), ("x/y", "../../p/a.json"), (".", "**/a.json")] {
      let judged = report(image).applying(
        [suppression("message.image", pattern)], from: PathBase(folder: folder, workingDirectory: "/work"), now: 0)
      #expect(judged.suppressed == [image] && judged.diagnostics.isEmpty, "\(folder)")
    }
  }

  @Test func addressesAreCoveredAsTheyAre() {
    let finding = ReportExample.error("message.json", .url, "https://cdn.example.com/c.jpg")
    let judged = report(finding).applying(
      [suppression("message.json", "https://cdn.example.com/*")], from: base, now: 0)
    #expect(judged.suppressed == [finding])
  }

  @Test func lastsThroughItsLastDay() {
    let image = ReportExample.error()
    let judged = report(image).applying(
      [suppression("message.image", until: "2027-01-31")], from: base, now: lastSecond)
    #expect(judged == CheckReport(subjects: ReportExample.subjects, diagnostics: [], suppressed: [image]))
  }

  @Test func isSaidWhenOver() {
    let image = ReportExample.error()
    let judged = report(image).applying(
      [suppression("message.image", until: "2027-01-31")], from: base, now: lastSecond + 1)
    #expect(
      judged
        == report(
          image,
          Diagnostic(
            "suppression.expired", .warning, place, "message.image was accepted until 2027-01-31, and that is over",
            remedy: "fix what it covers and delete it, or give it another `until`")))
  }

  @Test func isSaidWhenUnused() {
    let judged = report().applying([suppression("message.image", "p/b.json")], from: base, now: 0)
    #expect(
      judged
        == report(
          Diagnostic(
            "suppression.unused", .warning, place,
            "nothing that was checked breaks message.image at `p/b.json`, so the suppression hides nothing",
            remedy: "delete it, or correct its path, which starts from the folder of pipeline.yml")))
  }

  @Test func oneThatIsOverHidesNoOther() {
    let image = ReportExample.error()
    let both = [suppression("message.image", until: "2020-01-01"), suppression("message.image", "p/*")]
    let judged = report(image).applying(both, from: base, now: lastSecond)
    #expect(judged.suppressed == [image])
    #expect(judged.diagnostics.map(\.rule) == ["suppression.expired"])
  }

  @Test func neverHidesThatSomethingCouldNotBeLookedAt() {
    let failure = ReportExample.error("machine.failed")
    let judged = report(failure).applying([suppression("machine.failed")], from: base, now: 0)
    #expect(judged == report(failure))
  }
}
