import Foundation
import MediaFacts
import TestSupport
import Testing

/// What is published of a campaign, and `richpush prune`.
@Suite(.timeLimit(.minutes(10))) struct PruneTests {
  private static func name(_ slug: String) -> String { "\(slug).\(Picture.logoDigest).png" }

  /// Files of `public`.
  private func published(_ workspace: Workspace) throws -> [String] { try workspace.folder.names(in: "public") }

  private func age(_ names: [String], days: Int, in workspace: Workspace) throws {
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -Double(days) * 86_400)],
        ofItemAtPath: workspace.folder.absolute("public/" + name))
    }
  }

  @Test func onlyWhatMessagesShowIsPublished() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: used.png}", logos: "used.png", "draft.png")
    try workspace.folder.write(try workspace.photo().prefix(20_000), to: "campaign/broken.jpg")
    // Faults of drafts are reported like all others.
    let report = try await workspace.report("--report", "report.json", ended: 1)
    #expect(report.pictureStatuses == ["used.png": "published", "draft.png": "unused", "broken.jpg": "refused"])
    #expect(try published(workspace) == [Self.name("used")])
    #expect(try !workspace.folder.text(of: "payloads/index.json").contains("draft"))
    try workspace.folder.remove("campaign/broken.jpg")
    let text = try await workspace.richpush("run", "campaign").stdout
    #expect(text.contains("\n1 picture not published, since no message shows it: draft.png\n"), "\(text)")
    let plan = try await workspace.richpush("plan", "campaign").stdout
    #expect(plan.contains("\n1 picture not published, since no message shows it: draft.png\n"), "\(plan)")
    try await workspace.richpush("publish", "report.json").ended(0)
    #expect(try published(workspace) == [Self.name("used")])
  }

  @Test func everythingIsPublishedWhereThatIsWanted() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "publish-unused: true\n", messages: "  - {id: a, media: used.png}")
    try workspace.addLogos("used.png", "draft.png")
    try await workspace.report()
    #expect(try published(workspace) == [Self.name("draft"), Self.name("used")])
  }

  /// Android and browsers show no motion, so that none is published for them.
  @Test func motionIsPublishedForApplesSystemsAlone() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: clip.mp4, platforms: [android, web]}")
    try await Clip.make(workspace.folder.path + "/campaign/clip.mp4")
    let report = try await workspace.report()
    let renditions = report["assets"].elements.flatMap { $0["renditions"].elements }
    #expect(renditions.count == 1 && !renditions.contains { $0.keys.contains("motion") })
    #expect(try published(workspace).count == 1)
  }

  /// With one picture in use, one that a withdrawn request shows, one that is young, one that is old, and what is not ours.
  private func workspaceToPrune() async throws -> Workspace {
    let workspace = try Workspace()
    let names = ["old", "used", "withdrawn", "young"]
    for name in names { try workspace.addLogos(name + ".png") }
    try await workspace.report()
    try workspace.write(messages: "  - {id: used, media: used.png}")
    try await workspace.report("--replace")
    try workspace.folder.remove("payloads/stale/old.json")
    try workspace.folder.remove("payloads/stale/young.json")
    try workspace.folder.write("mine", to: "public/mine.png")
    try workspace.folder.write("other bytes", to: "public/other.0123456789ab.png")
    try workspace.folder.createFolder("public/folder.0123456789ab.png")
    try age(
      ["old", "used", "withdrawn"].map(Self.name) + ["mine.png", "other.0123456789ab.png"], days: 29, in: workspace)
    return workspace
  }

  @Test func listsAndRemovesWhatNoRequestNeeds() async throws {
    let workspace = try await workspaceToPrune()
    let before = try workspace.folder.states()
    let listed = try await workspace.richpush("prune").ended(0)
    #expect(
      listed.stdout == """
        \(Self.name("old"))  99.5 kB  published 29 days ago

        1 file of 99.5 kB that no request in \(workspace.folder.path)/payloads refers to; where other folders' requests refer to \
        files there, name these folders too; --yes removes it

        """)
    #expect(try workspace.folder.states() == before)

    let removed = try await workspace.richpush("prune", "--yes", "--format", "json").ended(0)
    let report = try JSON(removed.stdout)
    #expect(report.keys == ["version", "files", "isRemoved", "diagnostics"])
    #expect(report["isRemoved"] == true && report["files"].elements.map { $0["name"].string } == [Self.name("old")])
    let left = Set(before.keys).subtracting(try workspace.folder.states().keys)
    #expect(left == ["public/" + Self.name("old")])
    #expect(
      try await workspace.richpush("prune", "--yes").stdout
        == "removed 0 files of 0 B that no request in \(workspace.folder.path)/payloads refers to\n")
  }

  @Test func otherRequestFoldersCount() async throws {
    let workspace = try await workspaceToPrune()
    try workspace.folder.createFolder("campaign-2")
    try workspace.folder.copy(Picture.logoPath, to: "campaign-2/old.png")
    try await workspace.richpush("run", "campaign-2", "--requests", "payloads-2").ended(0)
    try age([Self.name("old")], days: 29, in: workspace)
    #expect(try await workspace.richpush("prune", "payloads-2").stdout == "nothing to remove\n")
    // Request folders next to each other are all looked at.
    let folders = ["payloads", "payloads-2"].map { "\(workspace.folder.path)/\($0)" }.joined(separator: ", ")
    #expect(
      try await workspace.richpush("prune", "--yes").stdout
        == "removed 0 files of 0 B that no request in \(folders) refers to\n")
  }

  @Test func withoutAnIndexNothingIsRemoved() async throws {
    let workspace = try await workspaceToPrune()
    try workspace.folder.remove("payloads/index.json")
    let before = try workspace.folder.states(of: "public")
    let output = try await workspace.richpush("prune", "--yes").ended(2)
    #expect(output.stderr.contains("index.json  campaign.manifest"), "\(output.stderr)")
    #expect(try workspace.folder.states(of: "public") == before)
  }

  @Test func bucketsAreNotListed() async throws {
    let workspace = try Workspace(
      pipeline: "publish: [{to: s3, bucket: push-assets, region: us-east-1, base-url: \"\(Workspace.baseURL)\"}]\n")
    let output = try await workspace.richpush("prune").ended(2)
    #expect(output.stderr.contains("`s3` is no directory, and buckets are not listed"), "\(output.stderr)")
  }
}
