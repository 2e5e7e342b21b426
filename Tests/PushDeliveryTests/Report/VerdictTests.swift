import Findings
import PushDelivery
import TestSupport
import Testing

/// A verdict is made of what findings mean, and not of how grave they are.
@Suite struct VerdictTests {
  private func diagnostic(
    _ rule: RuleIdentifier, _ severity: Diagnostic.Severity, _ consequence: Consequence? = nil,
    _ platforms: Set<Platform>? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: rule, severity: severity, subject: .init(.url, "a"), message: "\(rule) says so", remedy: "",
      platforms: platforms,
      consequences: consequence.map { same in Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, same) }) }
        ?? [:])
  }

  private func verdicts(_ diagnostics: Diagnostic...) -> [Verdict] {
    Verdict.of(Set(Platform.allCases), after: diagnostics)
  }

  @Test func errorsKeepItAwayAndWarningsDoNot() {
    #expect(verdicts(diagnostic("a.b", .error)).map(\.shows) == [.no, .no, .no])
    #expect(verdicts(diagnostic("a.b", .warning), diagnostic("a.c", .note)).map(\.shows) == [.yes, .yes, .yes])
    #expect(verdicts(diagnostic("a.b", .error, .shown)).map(\.shows) == [.yes, .yes, .yes])
    #expect(verdicts(diagnostic("a.b", .warning, .textAlone)).map(\.shows) == [.no, .no, .no])
  }

  @Test func eachClientHasItsOwn() {
    let doubt = diagnostic("a.c", .warning, .uncertain(settledBy: "a device"), [.android, .web])
    let found = verdicts(diagnostic("a.b", .error, nil, [.web]), doubt)
    #expect(found.map(\.platform) == [.ios, .android, .web])
    #expect(found.map(\.shows) == [.yes, .depends, .no])
    #expect(found.map(\.because) == [[], ["a.c"], ["a.b"]])
    #expect(found.map(\.why) == [[], ["a.c says so"], ["a.b says so"]])
    #expect(found.map(\.settledBy) == [[], ["a device"], []])
  }

  @Test func theSameIsSaidOnce() {
    let doubt = diagnostic("a.c", .warning, .uncertain(settledBy: "a device"))
    #expect(verdicts(doubt, doubt).map(\.settledBy) == [["a device"], ["a device"], ["a device"]])
    #expect(verdicts(doubt, doubt).map(\.why.count) == [1, 1, 1])
  }
}
