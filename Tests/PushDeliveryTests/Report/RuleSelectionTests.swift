import Findings
import PushDelivery
import TestSupport
import Testing

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
