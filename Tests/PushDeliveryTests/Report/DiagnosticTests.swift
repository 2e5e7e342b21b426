import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct DiagnosticTests {
  @Test func severitiesAreOrdered() {
    #expect([.error, .note, .warning].sorted() == [Diagnostic.Severity.note, .warning, .error])
  }

  @Test(arguments: [
    ("machine.failed", true), ("file.wrong-rendition", false), ("machine.disk-full", true), ("machine", false),
    ("image.machine.failed", false), ("machines.failed", false),
    ("machine.", false), ("machine.nothing", false), ("destination.tls", false),
  ])
  func knowsTheMachinesFaults(_ rule: String, _ expected: Bool) {
    #expect(RuleIdentifier(rawValue: rule).isEnvironmental == expected)
    #expect(RuleIdentifier(rawValue: rule).description == rule)
  }

  @Test func hasAFixedJSONForm() throws {
    let full = Diagnostic(
      "config.unknown-key", .warning,
      .init(.configuration, "pipeline.yml", line: 3, column: 5, keyPath: "profiles.universal.max-byte"), "unknown key",
      remedy: "write max-bytes")
    #expect(
      try json(of: full) == [
        "rule": "config.unknown-key", "severity": "warning", "message": "unknown key", "remedy": "write max-bytes",
        "subject": [
          "kind": "configuration", "name": "pipeline.yml", "line": 3, "column": 5,
          "keyPath": "profiles.universal.max-byte",
        ],
      ])
    #expect(
      try json(of: Diagnostic("image.damaged", .note, .init(.file, "a.png"), "odd")) == [
        "rule": "image.damaged", "severity": "note", "message": "odd", "remedy": "",
        "subject": ["kind": "file", "name": "a.png"],
      ])
    #expect(try JSONDecoder().decode(Diagnostic.self, from: JSONEncoder().encode(full)) == full)
  }
}

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

@Suite struct SubjectDiagnosticsTests {
  @Test func everyFindingStandsWithItsSubject() {
    let stray = ReportExample.warning("suppression.unused", .configuration, "pipeline.yml")
    var report = ReportExample.report
    report.diagnostics.insert(stray, at: 0)
    let groups = SubjectDiagnostics.all(in: report)
    #expect(groups.map(\.name) == ReportExample.subjects.map(\.name) + ["pipeline.yml"])
    #expect(groups.map(\.findings.count) == [2, 1, 1, 1, 1])
    #expect(groups.map(\.subject) == ReportExample.subjects + [nil])
    #expect(groups.last?.findings == [stray])
  }

  @Test func aSubjectNamedTwiceStandsOnce() {
    let report = CheckReport(
      subjects: ReportExample.subjects + ReportExample.subjects, diagnostics: ReportExample.report.diagnostics)
    #expect(SubjectDiagnostics.all(in: report).flatMap(\.findings) == ReportExample.report.diagnostics)
  }
}

@Suite struct RenditionOutcomeTests {
  private func scaling(_ scale: Double) -> String? {
    let record = StillRecord(method: .encode, size: PixelSize(width: 10, height: 10), scale: scale)
    return RenditionOutcome(
      profile: "android", path: "a.jpg", url: "https://static.example.com/a.jpg", bytes: 1, limit: 2,
      format: .picture(.jpeg), digest: RenditionOutcome.predictedDigest, fromCache: false, written: true,
      record: .still(record)
    ).scaling
  }

  /// The scale is a worker's word.
  @Test func whateverAWorkerSaysCanBeTold() {
    #expect(scaling(0.5) == "scaled to 50 % to fit")
    #expect(scaling(1) == nil)
    #expect(scaling(1e300) == nil)
    #expect(scaling(-1e300) == "scaled to 0 % to fit")
  }
}

@Suite struct CheckedRequestsTests {
  private let text = [RequestVerdict(platform: .ios, sees: .text)]
  private let picture = [RequestVerdict(platform: .ios, sees: .picture)]

  private var requests: [CheckedRequest] {
    [
      .init(line: 1, verdicts: text), .init(line: 2, verdicts: text), .init(line: 4, verdicts: text),
      .init(line: 5, verdicts: picture), .init(line: 5, verdicts: picture),
      .init(line: 6, keyPath: "[1]", verdicts: picture), .init(line: 7, keyPath: "[2]", verdicts: picture),
    ]
  }

  @Test func keepsAllThatIsPutIn() {
    #expect(Array(CheckedRequests(requests)) == requests)
    #expect(CheckedRequests(requests).count == requests.count)
    #expect(Array(CheckedRequests()) == [])
  }

  @Test func requestsSeenAlikeAreOneRun() {
    #expect(CheckedRequests(requests).runs.map(\.count) == [2, 1, 1, 1, 1, 1])
    let many = CheckedRequests((1...100_000).map { CheckedRequest(line: $0, verdicts: text) })
    #expect(many.runs.count == 1)
    #expect(many.runs.first?.first(3).map(\.line) == [1, 2, 3])
    #expect(many.runs.first?.first(200_000).count == 100_000)
  }

  @Test func partsMakeTheSameWhole() {
    for middle in 0...requests.count {
      var whole = CheckedRequests(requests[..<middle])
      whole.append(CheckedRequests(requests[middle...]))
      #expect(whole == CheckedRequests(requests), "\(middle)")
    }
  }

  @Test func theirJSONIsThatOfAnArray() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(requests)
    #expect(try encoder.encode(CheckedRequests(requests)) == json)
    #expect(try JSONDecoder().decode(CheckedRequests.self, from: json) == CheckedRequests(requests))
  }
}
