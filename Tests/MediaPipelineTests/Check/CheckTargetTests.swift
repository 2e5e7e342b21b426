import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct CheckTargetTests {
  private let folder: TemporaryFolder
  private let png = minimalPNG(width: 4, height: 2)

  init() throws { folder = try TemporaryFolder() }

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

  @Test(arguments: ["a.json", "a.JSONL", "a.ndjson"]) func aFileIsARequestByItsName(name: String) throws {
    try folder.write(png, to: name)
    #expect(try targets(name) == [.request(path: name)])
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

  @Test(arguments: ["{}", " \n\t[", "\u{FEFF}{", "[\"message\"]"])
  func aFileIsARequestByItsFirstByte(text: String) throws {
    try folder.write(text, to: "body")
    #expect(try targets("body") == [.request(path: "body")])
  }

  @Test func anyOtherFileIsMedia() throws {
    for (name, bytes) in [("a.png", png), ("noname", png), ("text.txt", Array("hello".utf8)), ("empty", [])] {
      try folder.write(bytes, to: name)
      #expect(try targets(name) == [.media(path: name)])
    }
  }

  @Test(arguments: [
    ("a.kt", "import a\n"), ("B.JAVA", "// a\n"), ("a.js", "POST = 1\n"), ("a.ts", "{ a: 1 }\n"), ("a.md", "# a\n"),
    ("a.yml", "a: 1\n"), ("a.log", "2026-01-01 sent\n"), ("a.ps1", "curl a\n"),
  ])
  func aTextThatIsNotReadIsNoPicture(_ name: String, _ text: String) throws {
    try folder.write(text, to: name)
    #expect(try targets(name) == [.unjudged(path: name, isNamed: true)])
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

  @Test func aFolderWithCampaignYMLIsACampaign() throws {
    try folder.write("version: 1\n", to: "c/campaign.yml")
    try folder.write(png, to: "c/logo.0123456789ab.png")
    #expect(try targets("c") == [.campaign(folder: "c")])
    #expect(try targets("c/") == [.campaign(folder: "c")])
    #expect(try targets("c", asIs: true) == [.media(path: "c/logo.0123456789ab.png")])
  }

  @Test func campaignsBelowAFolderAreFound() throws {
    for name in ["all/spring/campaign.yml", "all/winter/sale/messages.csv"] { try folder.write("x", to: name) }
    for name in ["all/spring/a.png", "all/winter/sale/deep/b.png", "all/c.png"] { try folder.write(png, to: name) }
    #expect(
      try targets("all") == [
        .campaign(folder: "all/spring"), .campaign(folder: "all/winter/sale"), .media(path: "all/c.png"),
      ])
    // A folder that is a campaign itself is one.
    try folder.write("x", to: "all/campaign.yml")
    #expect(try targets("all") == [.campaign(folder: "all")])
  }

  @Test(arguments: ["campaign.yml", "messages.csv", "deep/a.png", "deep/notes.txt"])
  func aFileOfACampaignStandsForIt(name: String) throws {
    for file in ["campaign.yml", "messages.csv", "deep/notes.txt"] { try folder.write("x", to: "c/" + file) }
    try folder.write(png, to: "c/deep/a.png")
    #expect(try targets("c/" + name) == [.campaign(folder: "c")])
    #expect(try targets("c/deep/a.png", asIs: true) == [.media(path: "c/deep/a.png")])
    #expect(try targets("c/deep/a.png", excluded: ["c/deep"]) == [.media(path: "c/deep/a.png")])
  }

  @Test func aConfigurationIsOne() throws {
    try folder.write("version: 1\n", to: "pipeline.yml")
    let resolution = try CheckTarget.targets(for: folder.absolute("pipeline.yml"), asIs: false)
    #expect(resolution.targets == [.configuration(path: folder.absolute("pipeline.yml"))])
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

  /// A file of ours that is named as input by mistake has its own words.
  @Test func whatRichpushWroteIsNamed() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "payloads/index.json")
    try folder.write("{}", to: "payloads/stale/a.json")
    try folder.write(#"{"assets": [], "diagnostics": [], "version": 1}"#, to: "report.json")
    try folder.write(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\">",
      to: "sheet.html")
    for name in ["payloads/index.json", "payloads/stale/a.json", "report.json", "sheet.html"] {
      #expect(try targets(name) == [], "\(name)")
    }
    let found = ["payloads/index.json", "payloads/stale", "report.json", "sheet.html", "payloads"].map {
      Diagnostic.emptyArgument(folder.absolute($0))
    }
    #expect(
      found.map(\.message) == [
        "it is the index of a request folder, which richpush wrote and does not check",
        "it is a part of a request folder, which richpush wrote and does not check",
        "it is a report of a run, which richpush wrote and does not check",
        "it is a contact sheet, which richpush wrote and does not check", "it has nothing that can be checked",
      ])
    try folder.write("<!doctype html>\n<html><body>", to: "page.html")
    #expect(try targets("page.html") == [.unjudged(path: "page.html", isNamed: true)])
  }

  @Test func aFolderOfOrdinaryPicturesIsACampaign() throws {
    try folder.write(png, to: "c/deep/logo.png")
    try folder.write(png, to: "c/logo.0123456789ab.png")
    try folder.write(png, to: "c/.hidden.png")
    try folder.write("hello", to: "c/readme.txt")
    try folder.write("jobs: 1", to: "c/pipeline.yml")
    #expect(try targets("c") == [.campaign(folder: "c")])
    #expect(try targets("c", asIs: true) == [.media(path: "c/deep/logo.png"), .media(path: "c/logo.0123456789ab.png")])
  }

  @Test func aPublishedFolderIsItsFiles() throws {
    for name in ["b.0123456789ab.png", "Z", "a.0123456789ab.mp4"] { try folder.write(png, to: "public/" + name) }
    try folder.remove("public/Z")
    #expect(
      try targets("public") == [.media(path: "public/a.0123456789ab.mp4"), .media(path: "public/b.0123456789ab.png")])
  }

  @Test func aFolderOfRequestsIsItsRequests() throws {
    for name in ["b.json", "a.jsonl", "x/c.ndjson"] { try folder.write("{}", to: "payloads/" + name) }
    try folder.write("hello", to: "payloads/notes.txt")
    #expect(
      try targets("payloads") == [
        .request(path: "payloads/a.jsonl"), .request(path: "payloads/b.json"), .request(path: "payloads/x/c.ndjson"),
      ])
  }

  @Test func theIndexOfARequestFolderAndWhatIsStaleAreNoRequests() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "payloads/index.json")
    for name in ["a.json", "stale/b.json"] { try folder.write("{}", to: "payloads/" + name) }
    #expect(try targets("payloads") == [.request(path: "payloads/a.json")])
  }

  @Test func ofTheFormsOfARequestTheRequestItselfIsOne() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "payloads/index.json")
    let forms = ["a.json", "apns/a.json", "curl/a.sh", "requests.jsonl", "validate-only/a.json", "webpush/a.json"]
    for name in forms { try folder.write("{}", to: "payloads/" + name) }
    try folder.write("// Written by richpush 0.1.0.\n", to: "payloads/admin/send.mjs")
    #expect(try targets("payloads") == [.request(path: "payloads/a.json"), .request(path: "payloads/requests.jsonl")])
  }

  /// A large one is not read to its end.
  @Test func theIndexIsKnownByItsBeginning() throws {
    try folder.write(
      "{\n  \"assets\" : [],\n  \"requests\" : [" + String(repeating: " ", count: 1000), to: "index.json")
    #expect(try targets("index.json") == [])
  }

  @Test func aShellsPatternMayNameTheIndexToo() throws {
    try folder.write(#"{"version": 1, "requests": [], "assets": []}"#, to: "index.json")
    #expect(try targets("index.json") == [])
    try folder.write(#"{"message": {}}"#, to: "index.json")
    #expect(try targets("index.json") == [.request(path: "index.json")])
  }

  @Test func passwordsAreNotRepeated() {
    let problem = problem("ftp://press:secret@push.example.com/a.jpg")
    #expect(problem != nil && !"\(String(describing: problem))".contains("secret"))
  }

  @Test func othersMayNameTheirRequestsSo() throws {
    for name in ["index.json", "stale/b.json"] { try folder.write(#"{"message": {}}"#, to: "payloads/" + name) }
    #expect(
      try targets("payloads") == [.request(path: "payloads/index.json"), .request(path: "payloads/stale/b.json")])
  }

  @Test func aCampaignMayHoldRequests() throws {
    try folder.write(png, to: "c/logo.png")
    try folder.write("{}", to: "c/payloads/a.json")
    #expect(try targets("c") == [.campaign(folder: "c"), .request(path: "c/payloads/a.json")])
    #expect(try targets("c", asIs: true) == [.media(path: "c/logo.png"), .request(path: "c/payloads/a.json")])
  }

  @Test func whatRunPublishedIsNoPartOfTheCampaignAroundIt() throws {
    try folder.write("{}", to: "c/payloads/a.json")
    try folder.write(png, to: "c/public/logo.0123456789ab.png")
    #expect(try targets("c", excluded: ["c/public"]) == [.request(path: "c/payloads/a.json")])
    #expect(try targets("c/public", excluded: ["c/public"]) == [.media(path: "c/public/logo.0123456789ab.png")])
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
      ("gs://bucket/a.jpg", "argument.missing"),
      ("/dev/null", "argument.kind"), (folder.absolute("empty"), "argument.empty"),
      (folder.absolute("text"), "argument.empty"),
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
