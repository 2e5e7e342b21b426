import Findings
import PushDelivery
import Testing

@Suite struct RuleCatalogTests {
  /// Words that are written with a capital wherever they stand.
  private static let names: Set = ["Apple's", "Content-Length", "Content-Type"]

  /// They stand in tables and lists, all in one form: half a sentence that begins with a small letter and has no full stop.
  @Test(arguments: RuleCatalog.all) func summariesBeginSmall(_ rule: RuleDescription) {
    let first = String(rule.summary.prefix { $0 != " " })
    #expect(first.first?.isLowercase == true || Self.names.contains(first), "\(rule.id): \(rule.summary)")
    #expect(!rule.summary.hasSuffix("."))
  }
}
