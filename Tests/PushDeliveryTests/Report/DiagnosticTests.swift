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

@Suite struct MediaErrorTests {
  /// Every problem with the rule that it breaks, and a number or word that its message must repeat.
  static let all: [(MediaError, RuleIdentifier, String)] = [
    (.empty, "file.empty", ""), (.unreadable(detail: "permission denied"), "file.unreadable", "permission denied"),
    (.notAFile, "file.not-a-file", ""), (.leavesFolder, "file.leaves-folder", ""),
    (.unrecognised, "image.unrecognised", ""), (.blank, "image.unrecognised", "all of its bytes are zero"),
    (.unsupported(format: "Photoshop document", hint: "export it"), "image.unsupported", "Photoshop document"),
    (.unsupported(format: "QOI", hint: ""), "image.unsupported", "QOI"),
    (.tooManyBytes(count: 2001, limit: 2000), "file.too-large", "2001 bytes, more than the 2000"),
    (
      .tooManyPixels(size: PixelSize(width: 9999, height: 8888), limit: 1000), "image.too-many-pixels",
      "9999x8888 pixels, more than the 1000"
    ),
    (.tooManyFrames(count: 501, limit: 500), "image.too-many-frames", "501 frames, more than the 500"),
    (.damaged(format: .picture(.jpeg), detail: ""), "image.damaged", "JPEG"),
    (.damaged(format: .picture(.png), detail: "IDAT: CRC error"), "image.damaged", "IDAT: CRC error"),
    (.damaged(format: .picture(.jxl), detail: "premature end of data"), "image.truncated", "JPEG XL"),
    (.damaged(format: .picture(.jpeg), detail: "Unsupported JPEG process: SOF type 0xc3"), "image.unsupported", "0xc3"),
    (.damaged(format: .video(.mp4), detail: "moov atom not found"), "video.damaged", "MP4"),
    (.damaged(format: .video(.webm), detail: "truncated: 9 of 90"), "video.truncated", "WebM"),
    (.damaged(format: .video(.avi), detail: "not supported"), "video.damaged", "not supported"),
    (.noPictures(format: .quickTime), "video.no-pictures", "QuickTime"),
    (
      .cannotFit(smallestBytes: 1234, limit: 1000), "image.cannot-fit", "fits 1000 bytes; the smallest reached has 1234"
    ),
    (.outOfMemory, "image.out-of-memory", ""),
    (.timedOut(seconds: 30), "image.timed-out", "30 seconds"),
    (.crashed(detail: "signal 11"), "image.crashed-decoder", "signal 11"),
    (.motionCannotFit(smallestBytes: 1234, limit: 1000), "motion.cannot-fit", "fits 1000 bytes"),
    (.motionless, "motion.none", "nothing moves"),
    (.tooLong(seconds: 30.04, limit: 30), "motion.too-long", "longer than the 30 allowed"),
    (.motionTimedOut(seconds: 600), "motion.timed-out", "600 seconds"),
    (.posterAfterEnd(time: 2.5, duration: 1.999), "poster.after-end", "2.5 s, but it plays for only 2.0 s"),
    (.posterMoves, "poster.moves", "a poster is a still"),
    (.untrustworthy(detail: "another size"), "file.wrong-rendition", "another size"),
    (.machine(detail: "the disk is full"), "machine.failed", "the disk is full"),
  ]

  /// Installing it fixes every file that needs it; the other files do not need it.
  @Test func aMissingProgramConcernsTheFilesThatNeedIt() {
    let diagnostic = MediaError.missingProgram(name: "ffmpeg").diagnostic(for: "a.mp4")
    #expect(diagnostic.rule == "machine.missing-program")
    #expect(diagnostic.subject == .init(.file, "a.mp4"))
    #expect(diagnostic.remedy.contains("apt-get install ffmpeg"))
    #expect(diagnostic.rule.isEnvironmental)
    #expect(!diagnostic.rule.withholdsRequests)
    #expect(MediaError.machine(detail: "").diagnostic(for: "a.mp4").rule.withholdsRequests)
  }

  /// And crosses from worker processes as JSON.
  @Test(arguments: all) func becomesADiagnostic(_ problem: MediaError, _ rule: RuleIdentifier, _ words: String) throws {
    let diagnostic = problem.diagnostic(for: "spring/hero.jpg")
    #expect(diagnostic.rule == rule)
    #expect(diagnostic.severity == (problem == .motionless ? .note : .error))
    #expect(diagnostic.subject == .init(.file, "spring/hero.jpg"))
    #expect(words.isEmpty || diagnostic.message.contains(words))
    for text in [diagnostic.message, diagnostic.remedy] {
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("()"))
    }
    #expect(rule.isEnvironmental == rule.rawValue.hasPrefix("machine."))
    #expect(try JSONDecoder().decode(MediaError.self, from: JSONEncoder().encode(problem)) == problem)
  }

  @Test func passesHintsOn() {
    #expect(MediaError.unsupported(format: "QOI", hint: "ask").diagnostic(for: "a").remedy == "ask")
    #expect(MediaError.unsupported(format: "QOI", hint: "").diagnostic(for: "a").remedy == "export it as JPEG or PNG")
  }

  @Test(arguments: [
    "VipsJpeg: Premature end of JPEG file", "not enough data", "unexpected end of stream", "file truncated",
    "pngload: read error", "EOF",
  ])
  func knowsTruncation(_ detail: String) {
    #expect(MediaError.damaged(format: .picture(.jpeg), detail: detail).diagnostic(for: "a").rule == "image.truncated")
  }
}
