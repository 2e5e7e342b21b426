import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct CheckTargetTests {
  private let folder = TemporaryFolder()
  private let png = minimalPNG(width: 4, height: 2)

  /// The targets of a path in the folder, with the folder's own path taken off theirs.
  private func targets(_ relative: String, asIs: Bool = false, excluded: [String] = []) throws -> [CheckTarget] {
    let resolution = try CheckTarget.targets(
      for: folder.absolute(relative), asIs: asIs, excludedFolders: excluded.map(folder.absolute))
    #expect(resolution.diagnostics == [])
    return resolution.targets.map { target in
      switch target {
      case .campaign(let path): .campaign(folder: local(path))
      case .media(let path): .media(path: local(path))
      case .request(let path): .request(path: local(path))
      case .unjudged(let path, let isNamed): .unjudged(path: local(path), isNamed: isNamed)
      default: target
      }
    }
  }

  private func local(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }

  private func problem(_ argument: String) -> PipelineError? {
    do throws(PipelineError) {
      _ = try CheckTarget.targets(for: argument, asIs: false)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("-", CheckTarget.standardInput(name: "-")), ("https://a.example/b.jpg", .url("https://a.example/b.jpg")),
    ("http://a.example", .url("http://a.example")), ("HTTPS://A.example/b", .url("HTTPS://A.example/b")),
  ])
  func whatIsNoPath(argument: String, target: CheckTarget) throws {
    #expect(try CheckTarget.targets(for: argument, asIs: false) == .init(targets: [target]))
  }

  /// Settings of programs in a folder are not broken requests, unless they are named.
  @Test func otherJSONOfAFolderIsPassedOver() throws {
    try folder.write("{\"name\": \"shop\", \"version\": \"1.0.0\"}", to: "f/package.json")
    try folder.write("{\n  // settings\n  \"compilerOptions\": {}\n}", to: "f/tsconfig.json")
    try folder.write("{\"mesage\": {\"topic\": \"t\"}}", to: "f/slip.json")
    try folder.write("{\"message\": {\"topic\": \"t\"}}", to: "f/good.json")
    #expect(try targets("f") == [.request(path: "f/good.json"), .request(path: "f/slip.json")])
    #expect(try targets("f/package.json") == [.request(path: "f/package.json")])
  }

  @Test func whatIsAnotherThingForSureIsNoTextInALanguage() throws {
    try folder.write(png, to: "photo.md")
    try folder.write("{\"message\": {}}\n", to: "sent.log")
    try folder.write("x", to: "c/campaign.yml")
    try folder.write("# a\n", to: "c/readme.md")
    #expect(try targets("photo.md") == [.media(path: "photo.md")])
    #expect(try targets("sent.log") == [.request(path: "sent.log")])
    #expect(try targets("c/readme.md") == [.campaign(folder: "c")])
    // Of a folder, texts are passed over, and programs are counted but for those of libraries and our own.
    for name in ["a.kt", "b.ts", "readme.md", "node_modules/a/b.js"] { try folder.write("import a\n", to: "d/" + name) }
    try folder.write("// Written by richpush\n", to: "d/send.mjs")
    try folder.write("{}", to: "d/a.json")
    #expect(
      try targets("d") == [
        .request(path: "d/a.json"), .unjudged(path: "d/a.kt", isNamed: false),
        .unjudged(path: "d/b.ts", isNamed: false),
      ])
  }

  @Test(arguments: ["campaign.yml", "messages.csv", "deep/a.png", "deep/notes.txt"])
  func aFileOfACampaignStandsForIt(name: String) throws {
    for file in ["campaign.yml", "messages.csv", "deep/notes.txt"] { try folder.write("x", to: "c/" + file) }
    try folder.write(png, to: "c/deep/a.png")
    #expect(try targets("c/" + name) == [.campaign(folder: "c")])
    #expect(try targets("c/deep/a.png", asIs: true) == [.media(path: "c/deep/a.png")])
    #expect(try targets("c/deep/a.png", excluded: ["c/deep"]) == [.media(path: "c/deep/a.png")])
  }

  /// What is in a folder, an argument with its flags, and its targets.
  struct Case: Sendable {
    var files: [String: String]
    var argument: String
    var asIs = false
    var excluded: [String] = []
    var targets: [CheckTarget]
  }

  private static let index = #"{"version": 1, "requests": [], "assets": []}"#
  private static let campaign = ["c/campaign.yml": "version: 1\n", "c/logo.0123456789ab.png": "png"]
  private static let campaigns = [
    "all/spring/campaign.yml": "x", "all/winter/sale/messages.csv": "x", "all/spring/a.png": "png",
    "all/winter/sale/deep/b.png": "png", "all/c.png": "png",
  ]
  private static let pictures = [
    "c/deep/logo.png": "png", "c/logo.0123456789ab.png": "png", "c/.hidden.png": "png", "c/readme.txt": "hello",
    "c/pipeline.yml": "jobs: 1",
  ]
  private static let both = ["c/logo.png": "png", "c/payloads/a.json": "{}"]
  private static let published = ["c/payloads/a.json": "{}", "c/public/logo.0123456789ab.png": "png"]
  private static let forms = [
    "p/index.json": index, "p/a.json": "{}", "p/apns/a.json": "{}", "p/curl/a.sh": "{}", "p/requests.jsonl": "{}",
    "p/validate-only/a.json": "{}", "p/webpush/a.json": "{}", "p/stale/b.json": "{}",
    "p/admin/send.mjs": "// Written by richpush 0.1.0.\n",
  ]

  /// A file is a request by its name or its first byte.
  static let files: [Case] =
    ["a.json", "a.JSONL", "a.ndjson"].map { Case(files: [$0: "png"], argument: $0, targets: [.request(path: $0)]) }
    + ["{}", " \n\t[", "\u{FEFF}{", "[\"message\"]"].map {
      Case(files: ["body": $0], argument: "body", targets: [.request(path: "body")])
    }
    + [
      ("a.kt", "import a\n"), ("B.JAVA", "// a\n"), ("a.js", "POST = 1\n"), ("a.ts", "{ a: 1 }\n"), ("a.md", "# a\n"),
      ("a.yml", "a: 1\n"), ("a.log", "2026-01-01 sent\n"), ("a.ps1", "curl a\n"),
    ].map { Case(files: [$0: $1], argument: $0, targets: [.unjudged(path: $0, isNamed: true)]) }
    + [("a.png", "png"), ("noname", "png"), ("text.txt", "hello"), ("empty", "")].map {
      Case(files: [$0: $1], argument: $0, targets: [.media(path: $0)])
    }

  static let cases: [Case] = [
    Case(files: campaign, argument: "c", targets: [.campaign(folder: "c")]),
    Case(files: campaign, argument: "c/", targets: [.campaign(folder: "c")]),
    Case(files: campaign, argument: "c", asIs: true, targets: [.media(path: "c/logo.0123456789ab.png")]),
    Case(
      files: campaigns, argument: "all",
      targets: [.campaign(folder: "all/spring"), .campaign(folder: "all/winter/sale"), .media(path: "all/c.png")]),
    // A folder that is a campaign itself is one.
    Case(
      files: campaigns.merging(["all/campaign.yml": "x"]) { $1 }, argument: "all", targets: [.campaign(folder: "all")]),
    Case(files: pictures, argument: "c", targets: [.campaign(folder: "c")]),
    Case(
      files: pictures, argument: "c", asIs: true,
      targets: [.media(path: "c/deep/logo.png"), .media(path: "c/logo.0123456789ab.png")]),
    // A published folder is its files.
    Case(
      files: ["p/b.0123456789ab.png": "png", "p/a.0123456789ab.mp4": "png"], argument: "p",
      targets: [.media(path: "p/a.0123456789ab.mp4"), .media(path: "p/b.0123456789ab.png")]),
    Case(
      files: ["p/b.json": "{}", "p/a.jsonl": "{}", "p/x/c.ndjson": "{}", "p/notes.txt": "hello"], argument: "p",
      targets: [.request(path: "p/a.jsonl"), .request(path: "p/b.json"), .request(path: "p/x/c.ndjson")]),
    // Of the forms of a request the request itself is one.
    Case(files: forms, argument: "p", targets: [.request(path: "p/a.json"), .request(path: "p/requests.jsonl")]),
    // Others may name their requests so.
    Case(
      files: ["p/index.json": #"{"message": {}}"#, "p/stale/b.json": #"{"message": {}}"#], argument: "p",
      targets: [.request(path: "p/index.json"), .request(path: "p/stale/b.json")]),
    // A shell's pattern may name the index too.
    Case(files: ["index.json": index], argument: "index.json", targets: []),
    Case(files: ["index.json": #"{"message": {}}"#], argument: "index.json", targets: [.request(path: "index.json")]),
    // A campaign may hold requests, and what a run published is no part of it.
    Case(files: both, argument: "c", targets: [.campaign(folder: "c"), .request(path: "c/payloads/a.json")]),
    Case(
      files: both, argument: "c", asIs: true,
      targets: [.media(path: "c/logo.png"), .request(path: "c/payloads/a.json")]),
    Case(files: published, argument: "c", excluded: ["c/public"], targets: [.request(path: "c/payloads/a.json")]),
    Case(
      files: published, argument: "c/public", excluded: ["c/public"],
      targets: [.media(path: "c/public/logo.0123456789ab.png")]),
  ]

  @Test(arguments: files + cases) func anArgumentIsItsTargets(each: Case) throws {
    for (name, text) in each.files { try folder.write(text == "png" ? png : Array(text.utf8), to: name) }
    #expect(try targets(each.argument, asIs: each.asIs, excluded: each.excluded) == each.targets)
  }

  @Test func whatRichpushWroteAndNobodySendsIsPassedOver() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "payloads/index.json")
    let forms = ["apns/a.json", "curl/a.sh", "admin/messages.jsonl", "webpush/a.json", "a.json", "mine.sh"]
    let unsent = ["validate-only/a.json", "stale/a.json"]
    for name in forms + unsent { try folder.write("{}", to: "payloads/" + name) }
    for name in unsent + ["apns", "apns/", "stale"] { #expect(try targets("payloads/" + name) == [], "\(name)") }
    for name in forms { #expect(try targets("payloads/" + name) == [.request(path: "payloads/" + name)]) }
  }

  @Test(arguments: [
    "{\n  \"assets\" : [],\n  \"diagnostics\" : [],\n  \"version\" : 1\n}", #"{"findings": [], "version": 1}"#,
    #"{"diagnostics":[],"subjects":[],"version":1}"#,
  ])
  func aReportIsNoRequest(text: String) throws {
    try folder.write(text, to: "report.json")
    try folder.write("{}", to: "a.json")
    #expect(try targets("report.json") == [])
    #expect(try CheckTarget.targets(for: folder.path, asIs: false).targets.count == 1)
    try folder.write(#"{"findings": [], "message": {}}"#, to: "report.json")
    #expect(try targets("report.json") == [.request(path: "report.json")])
  }

  @Test func whatRichpushWroteIsNamed() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "payloads/index.json")
    try folder.write("{}", to: "payloads/stale/a.json")
    try folder.write(#"{"assets": [], "diagnostics": [], "version": 1}"#, to: "report.json")
    try folder.write(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\">",
      to: "sheet.html")
    // A large one is known by its beginning.
    try folder.write(
      "{\n  \"assets\" : [],\n  \"requests\" : [" + String(repeating: " ", count: 1000), to: "index.json")
    for name in ["payloads/index.json", "payloads/stale/a.json", "report.json", "sheet.html", "index.json"] {
      #expect(try targets(name) == [], "\(name)")
    }
    let found = ["payloads/index.json", "payloads/stale", "report.json", "sheet.html", "payloads"].map {
      Diagnostic.emptyArgument(folder.absolute($0))
    }
    #expect(
      found.map { $0.message.contains("which richpush wrote and does not check") } == [true, true, true, true, false])
    try folder.write("<!doctype html>\n<html><body>", to: "page.html")
    #expect(try targets("page.html") == [.unjudged(path: "page.html", isNamed: true)])
  }

  @Test func passwordsAreNotRepeated() {
    let problem = problem("ftp://press:secret@push.example.com/a.jpg")
    #expect(problem != nil && !"\(String(describing: problem))".contains("secret"))
  }

  @Test func linksDoNotLeaveTheFolder() throws {
    try folder.write("{}", to: "secret.json")
    try folder.write("{}", to: "payloads/a.json")
    try folder.link("payloads/b.json", to: folder.absolute("secret.json"))
    try folder.link("payloads/c.json", to: "a.json")
    let path = folder.absolute("payloads")
    let resolution = try CheckTarget.targets(for: path, asIs: false)
    #expect(resolution.targets == [.request(path: path + "/a.json"), .request(path: path + "/c.json")])
    #expect(resolution.diagnostics == [MediaError.leavesFolder.diagnostic(for: path + "/b.json")])
  }

  @Test func whereThereIsNothingIsSaid() throws {
    try folder.createFolder("empty")
    try folder.write("hello", to: "text/readme.txt")
    for (argument, rule) in [
      (folder.absolute("none"), "argument.missing"), (folder.absolute("text/readme.txt/a"), "argument.missing"),
      (folder.absolute(String(repeating: "a", count: 300)), "argument.missing"), ("", "argument.missing"),
      ("gs://bucket/a.jpg", "argument.missing"), ("/dev/null", "argument.kind"),
      (folder.absolute("empty"), "argument.empty"), (folder.absolute("text"), "argument.empty"),
    ] {
      guard case .campaign(let problems)? = problem(argument) else {
        Issue.record("\(argument) is taken")
        continue
      }
      #expect(problems.map(\.rule.rawValue) == [rule])
      #expect(problems.map(\.subject) == [.init(.file, argument)])
    }
  }
}
