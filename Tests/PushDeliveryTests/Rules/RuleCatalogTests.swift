import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RuleCatalogTests {
  private let catalog = RuleCatalog.standard

  /// Words that are written with a capital wherever they stand.
  private static let names: Set = ["Apple's", "Content-Length", "Content-Type"]

  /// They stand in tables and lists, all in one form: half a sentence that begins with a small letter and has no full stop.
  @Test(arguments: RuleCatalog.standard.descriptions) func summariesBeginSmall(_ rule: RuleDescription) {
    let first = String(rule.summary.prefix { $0 != " " })
    #expect(first.first?.isLowercase == true || Self.names.contains(first), "\(rule.id): \(rule.summary)")
    #expect(!rule.summary.hasSuffix("."))
  }

  @Test func rulesAndIncidentsAreSortedWithEachOnce() {
    let names = catalog.descriptions.map(\.id.rawValue)
    #expect(names == Set(names).sorted())
    #expect(catalog.incidents == Incident.all)
    #expect(catalog.identifiers.map(\.rawValue) == (names + Incident.all.map(\.id.rawValue)).sorted())
  }

  @Test func noIncidentIsARule() {
    #expect(catalog.incidents.filter { catalog.rule($0.id) != nil } == [])
    #expect(catalog.descriptions.filter { catalog.incident($0.id) != nil } == [])
  }

  @Test func theNearestNameIsFoundAmongAll() {
    #expect(catalog.nearest(to: "machine.disc-full") == "machine.disk-full")
    for id in catalog.identifiers { #expect(catalog.nearest(to: id.rawValue) == id) }
  }
}
