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

  /// A path starts from its folder, an address is one as it is, and the last day is a whole one.
  @Test func movesWhatItCovers() {
    let (image, text) = (ReportExample.error(), ReportExample.error("message.json"))
    let judged = report(image, text).applying([suppression("message.image", "p/*")], from: base, now: lastSecond)
    #expect(judged == CheckReport(subjects: ReportExample.subjects, diagnostics: [text], suppressed: [image]))
    for (folder, pattern) in [("p", "*.json"), ("x/y", "../../p/a.json"), (".", "**/a.json")] {
      let judged = report(image).applying(
        [suppression("message.image", pattern)], from: PathBase(folder: folder, workingDirectory: "/work"), now: 0)
      #expect(judged.suppressed == [image] && judged.diagnostics.isEmpty, "\(folder)")
    }
    let finding = ReportExample.error("message.json", .url, "https://cdn.example.com/c.jpg")
    let address = suppression("message.json", "https://cdn.example.com/*")
    #expect(report(finding).applying([address], from: base, now: 0).suppressed == [finding])
    let lasting = suppression("message.image", until: "2027-01-31")
    #expect(report(image).applying([lasting], from: base, now: lastSecond).suppressed == [image])
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

@Suite struct RuleSelectionTests {
  private static let note = Diagnostic("file.extension", .note, .init(.file, "a.jpg"), "it is a PNG")
  private static let machine = Diagnostic("machine.network", .error, .init(.url, "https://a.test/b.jpg"), "it is away")
  private static let report = CheckReport(
    subjects: [],
    diagnostics: [
      ReportExample.error("message.image"), ReportExample.error("url.scheme"),
      ReportExample.warning("suppression.unused", .file, "b"), note, machine,
    ], suppressed: [ReportExample.error("url.scheme")])

  private func rules(_ selection: RuleSelection, reportsNotes: Bool = false) -> [String] {
    Self.report.choosing(selection, reportsNotes: reportsNotes).diagnostics.map(\.rule.rawValue)
  }

  private func patterns(_ texts: String...) throws -> [RulePattern] { try texts.map { try #require(RulePattern($0)) } }

  @Test func rulesAreChosenByNameAndGroup() throws {
    #expect(rules(.init()) == ["message.image", "url.scheme", "suppression.unused", "machine.network"])
    #expect(rules(.init(), reportsNotes: true).contains("file.extension"))
    #expect(rules(.init(selected: try patterns("url"))) == ["url.scheme", "machine.network"])
    #expect(rules(.init(selected: try patterns("file.extension"))) == ["file.extension", "machine.network"])
    #expect(rules(.init(extended: try patterns("file.extension"))).contains("file.extension"))
    let both = RuleSelection(extended: try patterns("file"), ignored: try patterns("file.extension", "url"))
    #expect(rules(both) == ["message.image", "suppression.unused", "machine.network"])
    // What keeps the check from its end is always told.
    let all = try patterns("message", "url", "suppression", "file", "machine")
    #expect(rules(.init(ignored: all)) == ["machine.network"])
    #expect(Self.report.choosing(.init(ignored: try patterns("url")), reportsNotes: false).suppressed.isEmpty)
    #expect(Self.report.choosing(.init(), reportsNotes: false).suppressed.count == 1)
  }

  @Test(arguments: ["", ".", "u", "url.", "url.sch", "url.scheme.more", "nothing", "*"])
  func whatNamesNoRuleIsNone(text: String) { #expect(RulePattern(text) == nil) }
}
