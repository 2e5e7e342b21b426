import Foundation
import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct BadInputTests {
  private static let hugeJPEG =
    JPEGSample.start + JPEGSample.tables + JPEGSample.frame(width: 65_535, height: 65_535, components: 1)
    + JPEGSample.scan + JPEGSample.end
  private static let longGIF =
    GIFSample.start() + Array(repeatElement(GIFSample.frame(), count: 40_000).joined()) + GIFSample.end

  /// Names, bytes, and the beginnings of the rules that refuse them.
  private static let badFiles: [(name: String, bytes: [UInt8], rule: String)] = [
    ("empty.jpg", [], "file.empty"), ("text.jpg", Array("hello".utf8), "image.unrecognised"),
    ("one-byte.png", [0x89], "image.unrecognised"),
    ("zeros.png", [UInt8](repeating: 0, count: 5000), "image.unrecognised"),
    ("pointer.png", Array("version https://git-lfs.github.com/spec/v1\n".utf8), "image.unsupported"),
    ("denied.png", Array("<Error><Code>AccessDenied</Code></Error>".utf8), "image.unsupported"),
    ("huge.jpg", hugeJPEG, "image.too-many-pixels"), ("long.gif", longGIF, "image.too-many-frames"),
    ("end.jpg", [0xFF, 0xD8, 0xFF, 0xD9], "image."), ("header.png", [0x89] + Array("PNG\r\n\u{1A}\n".utf8), "image."),
    ("drawing.svg", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "image."),
  ]

  @Test func eachBadFileIsRefusedByItsRuleAndTheOtherIsFinished() async throws {
    let workspace = try Workspace(logos: "good.png")
    for file in Self.badFiles { try workspace.folder.write(file.bytes, to: "campaign/" + file.name) }
    let report = try await workspace.report(ended: 1)
    let refused = Dictionary(uniqueKeysWithValues: Self.badFiles.map { ($0.name, "refused") })
    #expect(report.pictureStatuses == refused.merging(["good.png": "published"]) { $1 })
    #expect(report.problems.count == Self.badFiles.count, "\(report.problems)")
    for file in Self.badFiles {
      #expect(report.problems.contains { $0.hasPrefix(file.rule) && $0.hasSuffix(" " + file.name) }, "\(file.name)")
    }
    #expect(try workspace.folder.names(in: "public") == ["good.\(Picture.logoDigest).png"])
    #expect(try workspace.folder.names(in: "payloads") == ["good.json", "index.json"])
  }

  @Test func whatIsNoFileOrLeavesTheFolderIsRefused() async throws {
    let workspace = try Workspace(logos: "good.png")
    try workspace.folder.createFolder("campaign/folder.jpg")
    try workspace.folder.link("campaign/outside.jpg", to: Picture.photoPath)
    // A missing file is unreadable even for root, for whom permissions do not count.
    try workspace.folder.link("campaign/dangling.jpg", to: "nowhere.jpg")
    try workspace.folder.link("campaign/inside.png", to: "good.png")
    #expect(mkfifo(workspace.folder.absolute("campaign/pipe.jpg"), 0o600) == 0)
    let output = try await workspace.richpush("run", "campaign", "--format", "json", timeLimit: .seconds(20))
    let report = try JSON(output.stdout)
    #expect(output.status == 1)
    #expect(
      report.problems == [
        "file.not-a-file folder.jpg", "file.leaves-folder outside.jpg", "file.unreadable dangling.jpg",
        "file.not-a-file pipe.jpg", "campaign.repeated-picture inside.png",
      ])
    #expect(
      try workspace.folder.names(in: "public") == [
        "good.\(Picture.logoDigest).png", "inside.\(Picture.logoDigest).png",
      ])
  }

  @Test(.enabled(if: geteuid() != 0, "permissions do not bind root")) func unreadableFileIsRefused() async throws {
    let workspace = try Workspace(logos: "good.png", "secret.png")
    #expect(chmod(workspace.folder.absolute("campaign/secret.png"), 0) == 0)
    let report = try await workspace.report(ended: 1)
    #expect(report.problems == ["file.unreadable secret.png"])
  }

  @Test func wrongExtensionIsRepaired() async throws {
    let workspace = try Workspace(logos: "logo.jpg")
    let report = try await workspace.report()
    #expect(report.problems == ["file.extension logo.jpg"])
    #expect(try workspace.folder.names(in: "public") == ["logo.\(Picture.logoDigest).png"])
  }

  @Test func namesOfEveryKindArePublished() async throws {
    let workspace = try Workspace()
    let long = String(repeating: "n", count: 200)
    let slugs = [
      "two words.png": "two-words", "Crème Brûlée.png": "creme-brulee", "☕🥐.png": "image", "-dash.png": "dash",
      "a'b\"c$(d)`e`.png": "a-b-c-d-e", "%2e%2e.png": "2e-2e", "日本語.png": "image", "UPPER.PNG": "upper",
      long + ".png": String(long.prefix(60)), "tab\there.png": "tab-here", "new\nline.png": "new-line",
    ]
    for name in slugs.keys { try workspace.addLogos(name) }
    let report = try await workspace.report()
    #expect(report.pictureStatuses == slugs.mapValues { _ in "published" })
    #expect(
      try workspace.folder.names(in: "public") == Set(slugs.values).map { "\($0).\(Picture.logoDigest).png" }.sorted())
    #expect(report["totals"]["requests"] == JSON(integerLiteral: slugs.count))
  }
}
