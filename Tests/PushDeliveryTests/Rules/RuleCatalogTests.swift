import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct RuleCatalogTests {
  private let catalog = RuleCatalog.standard

  @Test(arguments: RuleCatalog.standard.descriptions) func textsAreInHouseStyle(_ rule: RuleDescription) {
    #expect(rule.summary.first?.isLowercase == false, "\(rule.id): \(rule.summary)")
    for sentence in [rule.summary, rule.why] { #expect(sentence.hasSuffix("."), "\(rule.id): \(sentence)") }
    for phrase in [rule.remedy, rule.source] {
      #expect(!phrase.isEmpty && !phrase.hasSuffix("."), "\(rule.id): \(phrase)")
    }
    #expect(rule.id.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+/) != nil)
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

@Suite struct ClientLimitsTests {
  @Test(arguments: ClientLimit.allCases) func isANumberWithASource(_ limit: ClientLimit) {
    #expect(limit.value > 0)
    #expect(!limit.reason.isEmpty)
    #expect(limit.source.contains("/"))
  }

  /// 416 x 284 dp at the densest screens' four pixels each.
  @Test func visibleSizeIsFourPixelsADip() {
    #expect(ClientLimit.androidVisibleWidth.value == 416 * 4)
    #expect(ClientLimit.androidVisibleHeight.value == 284 * 4)
  }

  @Test func composerIsTheStrictest() {
    #expect(ClientLimit.composerImageBytes.value < ClientLimit.androidImageBytes.value)
    #expect(ClientLimit.androidImageBytes.value < ClientLimit.appleImageBytes.value)
    #expect(ClientLimit.topicPayloadBytes.value < ClientLimit.payloadBytes.value)
    #expect(ClientLimit.androidImageBytes.value == 1_048_576)
  }
}

/// Every rule that speaks of formats says the same of each: of a file, of an address, of an answer.
@Suite struct FormatSupportTests {
  private func platformsWithoutPicture(_ diagnostics: [Diagnostic]) -> Set<Platform> {
    Set(Platform.allCases).subtracting(
      Verdict.of(Set(Platform.allCases), after: diagnostics).filter { $0.shows != .no }.map(\.platform))
  }

  @Test(arguments: PictureFormat.allCases) func filesAndAddressesAgree(_ format: PictureFormat) {
    let file = MediaFile(
      name: nil, byteCount: 1000,
      inspection: .still(Picture(format: format, size: PixelSize(width: 1200, height: 600))),
      platforms: Set(Platform.allCases), linkSpeed: 1_600_000)
    let address = URLCandidate("https://static.e.com/tulips.\(format.rawValue == "jpeg" ? "jpg" : format.rawValue)")
    #expect(
      platformsWithoutPicture(MediaRules.all.diagnostics(about: .init(.file, "x"), in: file))
        == platformsWithoutPicture(URLRules.all.diagnostics(about: .init(.url, "x"), in: address)))
  }
}
