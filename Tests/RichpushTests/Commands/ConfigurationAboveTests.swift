import Foundation
import TestSupport
import Testing

/// Which pipeline.yml a check takes that is called above it, as a hook does.
@Suite(.timeLimit(.minutes(10))) struct ConfigurationAboveTests {
  private static let pipeline = """
    version: 1
    publish: [{to: directory, path: public, base-url: "https://cdn.shop-of-mine.net/p/"}]
    messages: from-pictures
    defaults: {title: New, target: {topic: all}}

    """

  /// Two campaigns whose messages leave title and target to pipeline.yml, which one of them has above it.
  private func checkout() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.createFolder("repo/.git")
    for campaign in ["repo/marketing/autumn", "repo/shop"] {
      try folder.copy(Picture.logoPath, to: campaign + "/logo.png")
      try folder.write("version: 1\nmessages:\n  - {id: a, media: logo.png, body: B}\n", to: campaign + "/campaign.yml")
    }
    try folder.write(Self.pipeline, to: "repo/marketing/pipeline.yml")
    return folder
  }

  private func check(_ arguments: [String], in folder: String) async throws -> ProgramOutput {
    try await RichpushBinary.run(["check"] + arguments, environment: ["HOME": "/nowhere"], workingDirectory: folder)
  }

  @Test(arguments: [
    ["marketing/autumn"], ["marketing/autumn/campaign.yml"], ["marketing/autumn/logo.png"], ["marketing"],
    ["marketing/pipeline.yml", "marketing/autumn/campaign.yml"],
  ])
  func theNearestAboveWhatIsCheckedIsTaken(arguments: [String]) async throws {
    let folder = try checkout()
    let output = try await check(arguments, in: folder.absolute("repo")).ended(0)
    #expect(output.stderr.contains("pipeline.yml: marketing/pipeline.yml"), "\(output.stderr)")
  }

  @Test func aFileWithTheOtherEndingIsNotRead() async throws {
    let folder = try checkout()
    let words = "warning pipeline.yaml  configuration.conflict\n  it is not read: `pipeline.yml` next to it is\n"
    try folder.write("pool: {vmImage: ubuntu-latest}\n", to: "repo/marketing/pipeline.yaml")
    let marketing = folder.absolute("repo/marketing")
    #expect(try await !check(["autumn"], in: marketing).ended(0).stderr.contains("pipeline.yaml"))
    try folder.write(Self.pipeline, to: "repo/marketing/pipeline.yaml")
    let output = try await check(["autumn"], in: marketing).ended(0)
    #expect(output.stderr.contains(words), "\(output.stderr)")
    #expect(try await !check(["autumn", "--config", "pipeline.yaml"], in: marketing).stderr.contains("not read"))
  }

  @Test func anotherFolderOfTheCheckoutMayBeTheCurrentOne() async throws {
    let folder = try checkout()
    try await check(["../marketing/autumn"], in: folder.absolute("repo/shop")).ended(0)
  }

  @Test func whatLiesElsewhereIsNamedAndNotRead() async throws {
    let folder = try checkout()
    try folder.createFolder("desk")
    let output = try await check(["../repo/marketing/autumn"], in: folder.absolute("desk")).ended(1)
    #expect(output.stderr.contains("is outside of the current folder and is not read; name it with --config"))
  }

  /// Everything is below these, also files from others.
  @Test(arguments: ["/", "home"]) func belowTheRootAndTheHomeFolderNothingIsTrusted(current: String) async throws {
    let folder = try checkout()
    let current = current == "/" ? current : folder.path
    let environment = ["HOME": folder.path]
    let output = try await RichpushBinary.run(
      ["check", folder.absolute("repo/marketing/autumn")], environment: environment, workingDirectory: current
    ).ended(1)
    #expect(output.stderr.contains("pipeline.yml is below the current folder, as everything is"), "\(output.stderr)")
    #expect(!output.stderr.contains("outside"), "\(output.stderr)")
    try await RichpushBinary.run(
      ["check", folder.absolute("repo/marketing/autumn"), "--config", folder.absolute("repo/marketing/pipeline.yml")],
      environment: environment, workingDirectory: current
    ).ended(0)
  }

  @Test func oneOfSeveralIsNoneForAll() async throws {
    let folder = try checkout()
    let output = try await check(["marketing/autumn", "shop"], in: folder.absolute("repo")).ended(1)
    #expect(output.stderr.contains("marketing/pipeline.yml is above a part of what is checked"), "\(output.stderr)")
  }

  @Test func theOneOfTheCurrentFolderWins() async throws {
    let folder = try checkout()
    try folder.write(Self.pipeline.replacing("all", with: "those"), to: "repo/pipeline.yml")
    let output = try await check(["marketing/autumn"], in: folder.absolute("repo")).ended(0)
    #expect(!output.stderr.contains("marketing/pipeline.yml"), "\(output.stderr)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func whatBelongsToAnotherUserIsNotRead() async throws {
    let folder = try checkout()
    try FileManager.default.setAttributes(
      [.ownerAccountID: 12345], ofItemAtPath: folder.absolute("repo/marketing/pipeline.yml"))
    let output = try await check(["marketing/autumn"], in: folder.absolute("repo")).ended(1)
    #expect(output.stderr.contains("marketing/pipeline.yml belongs to another user and is not read"))
  }
}
