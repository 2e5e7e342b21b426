import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct IncidentCatalogTests {
  @Test func isSortedWithEachOnce() {
    let names = IncidentCatalog.all.map(\.id.rawValue)
    #expect(names == Set(names).sorted())
  }

  @Test func describesNoRuleOfTheCheck() {
    #expect(IncidentCatalog.all.filter { RuleCatalog.rule($0.id) != nil } == [])
  }

  @Test func isWrittenInSentences() {
    for incident in IncidentCatalog.all {
      #expect(incident.meaning.hasSuffix("."), "\(incident.id)")
      #expect(incident.remedy.hasSuffix("."), "\(incident.id)")
    }
  }

  /// docs/diagnostics.md has one row for each, and no other row that begins like them.
  @Test func saysWhatTheDocumentSays() throws {
    let document = try String(contentsOfFile: packageRoot + "/docs/diagnostics.md", encoding: .utf8)
    let groups = Set(IncidentCatalog.all.map { $0.id.rawValue.prefix { $0 != "." } }).subtracting(["message"])
    let rows = document.matches(of: /(?m)^\| `([a-z]+)\.([a-z-]+)` \| ([a-z, ]+) \| (.*) \| (.*) \|$/).filter { row in
      groups.contains(row.1) || IncidentCatalog.incident(RuleIdentifier(rawValue: "\(row.1).\(row.2)")) != nil
    }
    let expected = IncidentCatalog.all.map { [$0.id.rawValue, $0.severity.rawValue, $0.meaning, $0.remedy] }
    let written = rows.map { ["\($0.1).\($0.2)", String($0.3), String($0.4), String($0.5)] }
    #expect(written.sorted { $0[0] < $1[0] } == expected)
  }

  @Test func theNearestNameIsFoundAmongAll() {
    #expect(KnownRules.nearest(to: "machine.disc-full") == "machine.disk-full")
    for rule in RuleCatalog.all { #expect(KnownRules.nearest(to: rule.id.rawValue) == rule.id) }
  }
}
