import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RuleCatalogTests {
  private let catalog = RuleCatalog.standard

  @Test(arguments: RuleCatalog.standard.descriptions) func summariesAreSentences(_ rule: RuleDescription) {
    #expect(rule.summary.first?.isLowercase == false && rule.summary.hasSuffix("."), "\(rule.id): \(rule.summary)")
    #expect(rule.why.hasSuffix(".") && !rule.remedy.isEmpty && !rule.remedy.hasSuffix(".") && !rule.source.isEmpty)
  }

  @Test func rulesAndIncidentsAreSortedWithEachOnce() {
    let names = catalog.descriptions.map(\.id.rawValue)
    #expect(names == Set(names).sorted())
    #expect(catalog.incidents == Incident.all)
    #expect(catalog.identifiers.map(\.rawValue) == (names + Incident.all.map(\.id.rawValue)).sorted())
  }

  @Test func noIncidentIsARule() {
    #expect(catalog.incidents.filter { catalog.rule($0.id) != nil } == [])
    #expect(catalog.descriptions.map(\.id).filter { catalog.incident($0) != nil } == [])
  }

  @Test func theNearestNameIsFoundAmongAll() {
    #expect(catalog.nearest(to: "machine.disc-full") == "machine.disk-full")
    for id in catalog.identifiers { #expect(catalog.nearest(to: id.rawValue) == id) }
  }
}
