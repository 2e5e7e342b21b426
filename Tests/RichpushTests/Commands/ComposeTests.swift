import Foundation
import TestSupport
import Testing

/// `compose`: new requests with the pictures of an earlier run.
@Suite(.timeLimit(.minutes(10))) struct ComposeTests {
  private static let messages = """
      - {id: one, media: logo.png, title: Before}
      - {id: two, media: spare.png, title: Two}
    """

  /// With a picture that is published, and a report that every command writes to the same place.
  private func published(messages: String? = messages) async throws -> Workspace {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "report: report.json\n", messages: messages)
    try workspace.addLogos("logo.png")
    if messages == Self.messages {
      try workspace.folder.write(minimalPNG(width: 64, height: 32), to: "campaign/spare.png")
    }
    try await workspace.richpush("run", "campaign").ended(0)
    return workspace
  }

  private func compose(_ workspace: Workspace) async throws -> JSON {
    try JSON(await workspace.richpush("compose", "payloads/index.json", "campaign", "--format", "json").ended(0).stdout)
  }

  @Test func onlyTheChangedRequestIsWritten() async throws {
    let workspace = try await published()
    let (requests, pictures) = (try workspace.folder.states(of: "payloads"), try workspace.folder.states(of: "public"))
    try workspace.write(messages: Self.messages.replacing("Before", with: "After"))
    let report = try await compose(workspace)
    #expect(report.messageStatuses == ["one": "ready", "two": "ready"])
    #expect(report["assets"].elements.isEmpty)
    let now = try workspace.folder.states(of: "payloads")
    #expect(Set(now.keys) == Set(requests.keys))
    #expect(Set(now.filter { requests[$0.key] != $0.value }.keys) == ["one.json", "index.json"])
    #expect(try workspace.folder.states(of: "public") == pictures)
    let message = try JSON(workspace.folder.text(of: "payloads/one.json"))["message"]
    #expect(message["notification"]["title"] == "After")
    let image = try #require(message["android"]["notification"]["image"].string)
    #expect(image.hasPrefix(Workspace.baseURL + "logo."))
  }

  /// Renditions for other focal points are other files; the index tells which is whose.
  @Test func eachFocalPointKeepsItsRendition() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "profiles: {universal: {fit: cover, aspect: \"2:1\"}}\n",
      messages: """
          - {id: top, media: tall.png, focal-point: {x: 0.5, y: 0}}
          - {id: bottom, media: tall.png, focal-point: {x: 0.5, y: 1}}
        """)
    try await workspace.folder.make([
      ["vips", "xyz", "tall.v", "200", "400"], ["vips", "extract_band", "tall.v", "band.v", "1"],
      ["vips", "linear", "band.v", "campaign/tall.png", "0.6", "0", "--uchar"],
    ])
    try await workspace.richpush("run", "campaign").ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    #expect(requests.count == 3)
    _ = try await compose(workspace)
    #expect(try workspace.folder.states(of: "payloads") == requests)
  }

  /// The base URL and the findings about it do not depend on pipeline.yml.
  @Test(arguments: ["", ", base-url: \"https://elsewhere.example/\""])
  func theBaseURLIsThatOfTheManifest(baseURL: String) async throws {
    let workspace = try Workspace(
      pipeline:
        "publish: [{to: directory, path: public\(baseURL)}]\nmessages: from-pictures\ndefaults: {title: T, target: {topic: t}}\n"
    )
    try workspace.addLogos("logo.png")
    try await workspace.richpush("run", "campaign", "--base-url", "http://localhost:1/").ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    let report = try await compose(workspace)
    #expect(report.problems == ["url.scheme http://localhost:1/"])
    #expect(try workspace.folder.states(of: "payloads") == requests)
  }

  @Test func aPictureThatWasNeverPublishedIsAnError() async throws {
    let workspace = try await published()
    try workspace.addLogos("new.png")
    try workspace.write(messages: "  - {id: one, media: new.png, title: New}")
    let output = try await workspace.richpush("compose", "payloads/index.json", "campaign").ended(2)
    #expect(output.stderr.contains("new.png  campaign.unpublished"), "\(output.stderr)")
  }

  /// So many that the program works on them in parts, and on several at once.
  @Test func thousandsOfRowsAreAsManyLines() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "compose: {formats: fcm-v1-jsonl}\n")
    try workspace.addLogos("logo.png")
    let rows = (0..<2500).map { "m\($0),Teapot \($0),logo.png,default" }
    try workspace.folder.write("id,title,media,target\n" + rows.joined(separator: "\n"), to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign", "-v", "--report", "report.json").ended(0)
    let lines = try workspace.folder.text(of: "payloads/requests.jsonl").split(separator: "\n")
    #expect(try workspace.folder.files(in: "payloads") == ["index.json", "requests.jsonl"])
    let titles = try lines.map { try JSON(String($0))["message"]["notification"]["title"].string }
    #expect(titles == (0..<2500).map { "Teapot \($0)" })
    #expect(output.stdout.contains("\nthe largest payload is that of "))
    #expect(output.stdout.components(separatedBy: "ios.service-extension").count == 2)
  }

  @Test(arguments: ["payloads", "payloads/", "payloads/index.json"])
  func nothingChangesWithoutAChange(manifest: String) async throws {
    let workspace = try await published(messages: nil)
    let requests = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", manifest, "campaign").ended(0)
    #expect(output.stdout.contains("\nsince the last set: 1 unchanged\n"), "\(output.stdout)")
    #expect(try workspace.folder.states(of: "payloads") == requests)
    #expect(try JSON(workspace.folder.text(of: "report.json"))["assets"].elements.isEmpty)
  }

  /// Every request would be withdrawn.
  @Test func aManifestOfNothingIsNone() async throws {
    let workspace = try await published(messages: nil)
    let path = "empty/index.json"
    try workspace.folder.write(#"{"version": 1, "assets": [], "requests": []}"#, to: path)
    try workspace.folder.createFolder("nothing")
    let report = try await workspace.richpush("run", "nothing", "--requests", "none", "--report", "empty/report.json")
    #expect(report.status == 0, "\(report.stderr)")
    let before = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", path, "campaign").ended(2)
    #expect(
      output.stderr.hasPrefix("error \(path)  campaign.manifest\n  it names no published file"), "\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == before)
    let publication = try await workspace.richpush("publish", "empty/report.json").ended(2)
    #expect(publication.stderr.hasPrefix("error empty/report.json  argument.empty\n"), "\(publication.stderr)")
  }

  /// A campaign with only texts has no files.
  @Test func wordsNeedNoManifestOfFiles() async throws {
    let workspace = try await published(messages: "  - {id: words, body: No picture}")
    try workspace.write(messages: "  - {id: words, body: Other words}")
    try await workspace.richpush("compose", "payloads", "campaign").ended(0)
    #expect(try workspace.folder.text(of: "payloads/words.json").contains("Other words"))
  }

  /// Also if no message names it.
  @Test func aPictureThatHasChangedIsAnError() async throws {
    let workspace = try await published(messages: nil)
    try workspace.folder.write(minimalPNG(width: 65, height: 32), to: "campaign/logo.png")
    let before = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", "payloads", "campaign").ended(2)
    #expect(output.stderr.contains("logo.png  campaign.changed-picture"), "\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == before)
  }
}
