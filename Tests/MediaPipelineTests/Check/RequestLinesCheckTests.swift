import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files of JSON Lines are read in parts, and several parts are checked at once.
@Suite(.timeLimit(.minutes(5))) struct RequestLinesCheckTests {
  let folder = TemporaryFolder()

  private static let texts = [
    manyLines, "", "\n", request(1), "[\(request(1)), \(request(2))]\n", "\(request(1))\n\(request(2))",
  ]

  @Test(arguments: texts.indices) func findsInPartsWhatIsInTheWhole(place: Int) async throws {
    let (report, expected) = try await check(Self.texts[place], flags: ["--notes"])
    #expect(report.subjects == expected.subjects)
    // It is not found in the rest of a part.
    let repeated = report.diagnostics.filter { $0.rule == "campaign.repeated-message" }
    #expect(repeated.count == (place == 0 ? 1 : 0))
    #expect(report.diagnostics.filter { !repeated.contains($0) } == expected.diagnostics)
    if place == 0 { #expect(Set(report.diagnostics.map(\.severity)) == [.error, .warning, .note]) }
  }

  @Test func notesThatNobodyWantsAreNotKept() async throws {
    let all = try await check(Self.manyLines, flags: ["--notes"]).report
    let grave = try await check(Self.manyLines, flags: ["--notes"], reportsNotes: false).report
    #expect(grave.diagnostics == all.diagnostics.filter { $0.severity > .note })
    #expect(grave.subjects == all.subjects)
  }

  @Test func linesThatWereAppendedTwiceAreTold() async throws {
    let lines = (1...3).map { Self.request($0) + "\n" }.joined()
    let told = try await check(lines + lines).report.diagnostics.filter { $0.rule == "campaign.repeated-message" }
    #expect(
      told.map(\.message) == [
        "the request of line 1 is there again, and 3 in all are repeated: the same people get the same twice"
      ])
    #expect(told.map(\.subject.line) == [4] && told.map(\.severity) == [.warning])
    // A request without a target is an error of its own; another token makes another request.
    let others = ["{\"message\": {\"notification\": {\"title\": \"T\"}}}", Self.request(4), Self.request(5)]
    #expect(
      try await check((others + others.prefix(1)).joined(separator: "\n")).report.diagnostics.allSatisfy {
        $0.rule != "campaign.repeated-message"
      })
  }

  /// Millions of findings about one file would fill the memory and are not useful.
  @Test func findingsHaveAnEnd() async throws {
    try folder.write(String(repeating: "{}\n", count: 300_000), to: "many.jsonl")
    let report = try await CheckRun()([.request(path: folder.absolute("many.jsonl"))])
    #expect((100_000..<250_000).contains(report.diagnostics.count), "\(report.diagnostics.count)")
    #expect(report.diagnostics.last?.rule == "file.unreadable")
    #expect(report.diagnostics.last?.message.contains("the rest of it was not checked") == true)
  }

  @Test func whatIsTooLargeIsNotReadAndSaidSo() async throws {
    try folder.write("", to: "large.json")
    // Of holes, which take no room.
    #expect(truncate(folder.absolute("large.json"), 300_000_000) == 0)
    let report = try await CheckRun()([.request(path: folder.absolute("large.json"))])
    #expect(report.diagnostics.map(\.rule) == ["file.unreadable"])
    #expect(report.diagnostics[0].message.contains("more than 200 MB"))
  }

  /// Of more than a megabyte, with something wrong here and there and values that go on over many lines.
  private static let manyLines: String = {
    let others = [
      "", "{", "/* never\nclosed? */", #"{"topic": "a b", "notification": {"title": "größer"}}"#, "[1,\n2,\n3]",
      #"{"message": {"topic": "a", "notification": {"title": "T", "title": "U"}}}"#, "\"", "{} {}", "\u{FEFF}{}",
      #"{"message": {"token": "a", "data": {"image": "https://static.example.com/a.jpg"}, "notification": {"title": "T"}}}"#,
      "{\"message\":" + String(repeating: "\n", count: 600_000) + #"{"topic": "a", "notification": {"title": "T"}}}"#,
    ]
    return (0..<6000).map { $0.isMultiple(of: 300) ? others[$0 / 300 % others.count] : request($0) }
      .joined(separator: "\n")
  }()

  private static func request(_ number: Int) -> String {
    """
    {"message": {"fid": "c\(number)", "notification": {"title": "Spring is here, \(number)", \
    "image": "https://static.example.com/\(number % 7).jpg"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}}
    """
  }

  /// A check of the text as a file, and what its whole has by itself.
  private func check(
    _ text: String, flags: [String] = [], reportsNotes: Bool = true
  ) async throws -> (report: CheckReport, expected: CheckReport) {
    try folder.write(text, to: "requests.jsonl")
    let path = folder.absolute("requests.jsonl")
    var run = try CheckRun(flags)
    run.settings.reportsNotes = reportsNotes
    let file = RequestFile(Array(text.utf8), in: .jsonLines)
    let judgements = file.judgements(
      about: .init(.request, path), .init(now: run.settings.now, rules: run.settings.rules))
    let requests = CheckedRequests(judgements.compactMap { CheckedRequest($0) })
    let subject = CheckedSubject(.request, path, digest: ContentDigest(of: Array(text.utf8)), requests: requests)
    let diagnostics = judgements.diagnostics.filter { $0.severity > .note || flags.contains("--notes") }
    return (try await run([.request(path: path)]), CheckReport(subjects: [subject], diagnostics: diagnostics))
  }
}
