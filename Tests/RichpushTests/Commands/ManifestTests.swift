import TestSupport
import Testing

/// How `compose` and `publish` read an earlier run, and what they write about it.
@Suite(.timeLimit(.minutes(10))) struct ManifestTests {
  private static let nothing = #"{"version": 1, "assets": [], "requests": []}"#

  /// With a picture that is published, and a report that every command writes to the same place.
  private func published(messages: String? = nil) async throws -> Workspace {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "report: report.json\n", messages: messages)
    try workspace.addLogos("logo.png")
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 0, "\(output.stderr)")
    return workspace
  }

  @Test(arguments: ["payloads", "payloads/index.json"]) func nothingChangesWithoutAChange(manifest: String) async throws
  {
    let workspace = try await published()
    let requests = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", manifest, "campaign")
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(output.stdout.contains("\nsince the last set: 1 unchanged\n"), "\(output.stdout)")
    #expect(try workspace.folder.states(of: "payloads") == requests)
    #expect(try JSON(workspace.folder.text(of: "report.json"))["assets"].elements.isEmpty)
  }

  /// Every request would be withdrawn.
  @Test func aManifestOfNothingIsNone() async throws {
    let workspace = try await published()
    let path = "empty/index.json"
    try workspace.folder.write(Self.nothing, to: path)
    try workspace.folder.createFolder("nothing")
    let report = try await workspace.richpush("run", "nothing", "--requests", "none", "--report", "empty/report.json")
    #expect(report.status == 0, "\(report.stderr)")
    let before = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", path, "campaign")
    #expect(output.status == 2)
    #expect(
      output.stderr.hasPrefix("error \(path)  campaign.manifest\n  it names no published file"), "\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == before)
    let publication = try await workspace.richpush("publish", "empty/report.json")
    #expect(publication.status == 2)
    #expect(publication.stderr.hasPrefix("error empty/report.json  argument.empty\n"), "\(publication.stderr)")
  }

  /// A campaign with only texts has no files.
  @Test func wordsNeedNoManifestOfFiles() async throws {
    let workspace = try await published(messages: "  - {id: words, body: No picture}")
    try workspace.write(messages: "  - {id: words, body: Other words}")
    let output = try await workspace.richpush("compose", "payloads", "campaign")
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.text(of: "payloads/words.json").contains("Other words"))
  }

  /// Also if no message names it.
  @Test func aPictureThatHasChangedIsAnError() async throws {
    let workspace = try await published()
    try workspace.folder.write(minimalPNG(width: 65, height: 32), to: "campaign/logo.png")
    let before = try workspace.folder.states(of: "payloads")
    let output = try await workspace.richpush("compose", "payloads", "campaign")
    #expect(output.status == 2)
    #expect(output.stderr.contains("logo.png  campaign.changed-picture"), "\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == before)
  }
}
