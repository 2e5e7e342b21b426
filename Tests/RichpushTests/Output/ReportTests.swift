import Foundation
import PushDelivery
import TestSupport
import Testing
import richpush

@Suite(.timeLimit(.minutes(10))) struct ReportTests {
  @Test func jsonOnStandardOutputIsTheReportAndNothingElse() async throws {
    let run = try await SampleRun.shared()
    let output = run.output
    #expect(output.status == 0)
    let report = try JSON(output.stdout)
    #expect(try JSON(run.report) == report)
    #expect(output.stderr == "")
    expectDocumentedKeys(report)
    #expect(
      report["totals"] == [
        "assets": 9, "published": 9, "refused": 0, "ignored": 0, "failed": 0, "rendered": 16, "cached": 0,
        "written": 16, "sourceBytes": 10_309_686, "publishedBytes": .number(sum(report)), "requests": 9,
        "refusedRequests": 0, "errors": 0, "warnings": 0,
      ])
  }

  private func sum(_ report: JSON) -> Double {
    report["assets"].elements.flatMap { $0["renditions"].elements }.compactMap { $0["bytes"].number }.reduce(0, +)
  }

  private func expectDocumentedKeys(_ report: JSON) {
    #expect(report["version"] == 1)
    #expect(
      report.keys == ["version", "assets", "requests", "diagnostics", "totals", "recipients", "sandbox", "isTrial"])
    let required: Set = [
      "profile", "path", "url", "bytes", "limit", "width", "height", "format", "method", "scale", "hasPalette",
      "digest", "fromCache", "written", "encodes",
    ]
    for asset in report["assets"].elements {
      #expect(asset.keys.isSuperset(of: ["path", "status", "source", "inspection", "plans", "renditions"]))
      let moves = asset["inspection"]["medium"] != "still"
      #expect(asset.keys.contains("motionPlan") == moves)
      let motions = asset["renditions"].elements.map { $0.keys.contains("motion") }
      #expect(motions.count { $0 } == (moves ? 1 : 0) && motions.last == moves && motions.first == false)
      for rendition in asset["renditions"].elements {
        let optional: Set = ["quality", "score", "chromaSubsampling", "estimate", "motion", "platforms", "corner"]
        #expect(rendition.keys.subtracting(optional) == required)
        expectEncodes(rendition)
      }
    }
  }

  /// The last trial is what was published; what was copied needed none.
  private func expectEncodes(_ rendition: JSON) {
    let encodes = (rendition.keys.contains("motion") ? rendition["motion"] : rendition)["encodes"].elements
    #expect(encodes.isEmpty == (rendition["method"] != "encode"))
    #expect(encodes.allSatisfy { $0.keys.isSuperset(of: ["bytes", "width"]) })
    if !encodes.isEmpty { #expect(encodes.contains { $0["bytes"] == rendition["bytes"] }) }
  }

  /// Long arrays are encoded in parts, with the same result.
  @Test(arguments: [1, 2100]) func jsonIsWhatTheEncoderGivesForTheWhole(messages: Int) async throws {
    let workspace = try Workspace(logos: "logo.png")
    let rows = (1...messages).map { "m\($0),logo.png,default,\"\"\"requests\"\" : [ {\($0)\"\n" }
    try workspace.folder.write("id,media,target,title\n" + rows.joined(), to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign", "--format", "json").ended(0)
    let report = try JSONDecoder().decode(RunReport.self, from: Data(output.stdout.utf8))
    #expect(report.requests.count == messages)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    #expect(output.stdout == String(decoding: try encoder.encode(report), as: UTF8.self) + "\n")
  }

  /// Without `-v` there is what needs attention, and the totals.
  @Test func textIsForScanning() async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write("hello", to: "campaign/text.jpg")
    let findings = """
      error campaign/text.jpg  image.unrecognised
        its bytes are not a picture that richpush knows, despite its name
        remedy: export it as JPEG or PNG
      note the app  ios.service-extension
        on Apple's systems pictures show only if the app has a notification service extension that hands the content to \
      FCM's helper
        remedy: add one if it has none: `richpush scaffold ios-extension`


      """
    let files = """
      logo.png  PNG 1400x700, 99.5 kB  published
        -> PNG 1400x700, 99.5 kB of 300 kB, copied, from the cache
           https://static.example.com/p/logo.\(Picture.logoDigest).png
      text.jpg  5 B  refused

      the largest payload is that of logo: 81 bytes on Android, 436 on APNs, 69 on web push, of 4096


      """
    func summary(_ made: String) -> String {
      Workspace.heading + """
        1 picture published: 99.5 kB -> 99.5 kB (\(made))
        1 request ready in \(workspace.folder.path)/payloads
        1 request to topic `all`

        """
    }
    let end =
      Workspace.unproven + "refused: campaign/text.jpg\n1 picture refused\n"
      + "next: fix the errors above, then `richpush run campaign "
    let output = try await workspace.richpush("run", "campaign", "--progress", "plain").ended(1)
    #expect(
      output.stdout == findings + summary("1 rendered, 0 from the cache, 1 new file") + end + "--progress plain`\n")
    #expect(
      Set(output.stderr.split(separator: "\n").map { $0.drop { $0 != " " } }) == [
        " logo.png: published", " text.jpg: refused",
      ])
    let again = try await workspace.richpush("run", "campaign", "-v")
    let unchanged = "since the last set: 1 unchanged\n"
    #expect(
      again.stdout == files + findings + summary("0 rendered, 1 from the cache, 0 new files") + unchanged + end
        + "-v`\n")
  }

  /// However many audiences and refusals there are; the last three lines have the refusals and the next command.
  @Test func aSummaryFitsAScreen() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline.replacing("messages: from-pictures\n", with: ""))
    let topics = (0..<60).map { "audience-\($0)-" + String(repeating: "long-", count: 12) }
    let good = topics.map {
      "  - {id: \($0.prefix(20)), title: T, target: {condition: \"'\($0)' in topics && '\($0)b' in topics\"}}"
    }
    let bad = (0..<60).map {
      "  - {id: wrong-\($0), title: T, link: \"http://shop.example/\($0)\", target: {topic: t\($0)}}"
    }
    try workspace.write(messages: (good + bad).joined(separator: "\n"))
    let output = try await workspace.richpush("run", "campaign").ended(1)
    let lines = output.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    let summary = lines.drop { !$0.hasPrefix("campaign campaign") }
    let rows = summary.reduce(0) { $0 + max(1, ($1.count + 79) / 80) }
    #expect(rows <= 24 && rows > 10, "\(summary.joined(separator: "\n"))")
    let last = summary.suffix(3).map { $0 }
    #expect(last[0].hasPrefix("refused: message wrong-0, ") && last[0].hasSuffix(" and 57 more"), "\(last)")
    #expect(last[1].hasPrefix("60 messages refused") && last[2].hasPrefix("next: fix "), "\(last)")
  }

  /// Only with `-v`: a picture that no message shows looks well enough.
  @Test func warningsAboutUnusedPicturesAreDetails() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    try workspace.folder.write(minimalPNG(width: 64, height: 32), to: "campaign/spare.png")
    let detailed = try await workspace.richpush("run", "campaign", "-v").stdout
    try #require(detailed.contains("warning campaign/spare.png  image.narrow\n"), "\(detailed)")
    let text = try await workspace.richpush("run", "campaign").stdout
    #expect(!text.contains("image.narrow") && !text.contains("1 warning"), "\(text)")
    #expect(text.contains("\n1 picture not published, since no message shows it: spare.png\n"), "\(text)")
  }

  /// The messages are not concerned, and what to do is another thing.
  @Test func aRefusedPictureThatNoMessageShowsIsSaidToBeThat() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline.replacing("messages: from-pictures\n", with: ""),
      messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    try workspace.folder.write("hello", to: "campaign/text.jpg")
    let output = try await workspace.richpush("run", "campaign")
    let end = """
      refused: campaign/text.jpg
      1 picture refused, which no message shows
      next: fix it, or take it out of the folder, then `richpush run campaign`

      """
    #expect(output.status == 1 && output.stdout.hasSuffix(end), "\(output.stdout)")
    #expect(try workspace.folder.names(in: "payloads") == ["a.json", "index.json"])
  }

  @Test func theNextRunSaysWhatIsFixedAndWhatIsLeft() async throws {
    let workspace = try Workspace()
    for name in ["a.png", "b.png"] { try workspace.folder.write("hello " + name, to: "campaign/" + name) }
    let first = try await workspace.richpush("run", "campaign")
    #expect(first.status == 1 && !first.stdout.contains("fixed"), "\(first.stdout)")
    try workspace.folder.remove("campaign/a.png")
    try workspace.addLogos("a.png")
    let second = try await workspace.richpush("run", "campaign")
    #expect(
      second.stdout.contains("\nfixed since the last run: a.png  image.unrecognised; 1 finding is left\n"),
      "\(second.stdout)")
    let third = try await workspace.richpush("run", "campaign")
    #expect(!third.stdout.contains("fixed since"), "\(third.stdout)")
    try workspace.folder.remove("campaign/b.png")
    try workspace.addDifferentLogos("a.png", "b.png")
    let fourth = try await workspace.richpush("run", "campaign")
    #expect(fourth.stdout.contains("\nfixed since the last run: b.png  image.unrecognised\n"), "\(fourth.stdout)")
  }

  /// The pictures' address has changed, and not what is wrong with it.
  @Test func aFindingAboutAnotherURLIsNotFixed() async throws {
    let workspace = try Workspace(logos: "a.png")
    func run(_ baseURL: String) async throws -> String {
      try workspace.folder.write(
        Workspace.pipeline.replacing(Workspace.baseURL, with: baseURL), to: "pipeline.yml")
      return try await workspace.richpush("run", "campaign").stdout
    }
    let first = try await run("http://localhost:8099/")
    #expect(first.contains("url.scheme"), "\(first)")
    let second = try await run("http://localhost:8098/p/")
    #expect(second.contains("url.scheme") && !second.contains("fixed since"), "\(second)")
    let third = try await run(Workspace.baseURL)
    #expect(third.contains("\nfixed since the last run: http://localhost:8098/p/"), "\(third)")
  }

  @Test func everyReasonOfAPlanHasWords() {
    for reason in MotionSpecification.Reason.allCases {
      #expect(PlanWords.reasons[reason.rawValue] != nil, "\(reason)")
    }
  }
}
