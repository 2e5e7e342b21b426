import Findings
import PushDelivery
import Testing

/// Addresses of pages, each with that of the file itself.
@Suite struct SharedPageTests {
  @Test(arguments: TextRow.table("pages", in: "URLs")) func namesTheAddressThatWorks(_ row: TextRow) {
    let found = findings(row[0])
    #expect(found.contains { $0.remedy.hasPrefix("write \(row[1])") }, "\(found.map(\.remedy))")
    #expect(!findings(row[1]).contains { $0.rule.rawValue == "url.page" })
  }

  @Test func onlyPagesAreNamedSo() {
    let isPage = { (row: TextRow) in self.findings(row[0]).contains { $0.rule.rawValue == "url.page" } }
    for row in TextRow.table("pages of unknown files", in: "URLs") { #expect(isPage(row), "\(row)") }
    for row in TextRow.table("files", in: "URLs") { #expect(!isPage(row), "\(row)") }
  }

  private func findings(_ url: String) -> [Diagnostic] {
    URLRules.all.diagnostics(about: .init(.url, url), in: URLCandidate(url))
  }
}
