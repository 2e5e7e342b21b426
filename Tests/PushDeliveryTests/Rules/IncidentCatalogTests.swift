import PushDelivery
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

  @Test func theNearestNameIsFoundAmongAll() {
    #expect(KnownRules.nearest(to: "machine.disc-full") == "machine.disk-full")
    for rule in RuleCatalog.all { #expect(KnownRules.nearest(to: rule.id.rawValue) == rule.id) }
  }
}
