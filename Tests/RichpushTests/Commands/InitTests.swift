import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct InitTests {
  private static let written = [".richpush", "campaign.yml", "pipeline.yml"]

  @Test(arguments: ["directory", "s3", "gcs", "azure"]) func whatFlagsSayStandsInTheFiles(kind: String) async throws {
    let workspace = try Workspace(pipeline: nil)
    let output = try await workspace.richpush(
      "init", "--to", kind, "--base-url", "https://cdn.shop-of-mine.net/p/", "--project", "shop-1234", "--platforms",
      "ios,android")
    #expect(output.status == 0, "\(output.stderr)")
    try workspace.folder.copy(Picture.photoPath, to: "summer-sale.jpg")
    try workspace.folder.write("[default]\naws_access_key_id = A\naws_secret_access_key = B\n", to: ".aws/credentials")
    let check = try await RichpushBinary.run(
      ["check", "."], environment: ["HOME": workspace.folder.path], workingDirectory: workspace.folder.path)
    #expect(check.status == 0, "\(check.stdout)\(check.stderr)")
    let pipeline = try workspace.folder.text(of: "pipeline.yml")
    #expect(pipeline.contains("\n  project: shop-1234\n"))
    let first = try #require(pipeline.split(separator: "\n").first { $0.hasPrefix("  - to: ") })
    #expect(first == "  - to: \(kind)")
    #expect(pipeline.contains("    base-url: \"https://cdn.shop-of-mine.net/p/\"\n"))
    #expect(try workspace.folder.text(of: "campaign.yml").contains("\n    platforms: [ios, android]\n"))
  }

  @Test(arguments: ["pipeline", "campaign"]) func editorsFindTheSchema(name: String) async throws {
    let workspace = try Workspace(pipeline: nil)
    _ = try await workspace.richpush("init", "--yes")
    let text = try workspace.folder.text(of: "\(name).yml")
    #expect(text.hasPrefix("# yaml-language-server: $schema=.richpush/\(name).schema.json\n"))
    let schema = try await workspace.richpush("schema", name)
    #expect(try workspace.folder.text(of: ".richpush/\(name).schema.json") == schema.stdout)
  }

  @Test func filesToStartFromAreReadAndWhatIsMissingIsSaid() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.remove("campaign")
    let start = try await workspace.richpush("init")
    #expect(start.status == 0)
    #expect(start.stderr.isEmpty)
    #expect(try workspace.folder.names() == Self.written)
    let plan = try await workspace.richpush("plan")
    #expect(plan.status == 1)
    #expect(plan.stdout.contains("campaign.missing-image"))
    #expect(plan.stdout.contains("summer-sale.jpg"))
    #expect(try workspace.folder.names() == Self.written)
  }

  @Test func aPictureIsAllThatIsMissing() async throws {
    let workspace = try Workspace(pipeline: nil)
    _ = try await workspace.richpush("init")
    try workspace.folder.copy(Picture.photoPath, to: "summer-sale.jpg")
    let output = try await workspace.richpush("run")
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "summer-sale.json"])
  }

  @Test func aFolderIsMade() async throws {
    let workspace = try Workspace(pipeline: nil)
    let output = try await workspace.richpush("init", "spring/sale")
    #expect(output.status == 0)
    #expect(try workspace.folder.names(in: "spring/sale") == Self.written)
  }

  @Test(arguments: [
    (["--base-url", "foo"], "https://"), (["--project", "BAD_P"], "lower-case letters, digits and hyphens"),
    (["--platforms", "ios,tv"], "ios, android and web"), (["--to", "ftp"], "'azure'"),
    (["pipeline.yml"], "`pipeline.yml` cannot be written to: it is no folder"),
  ])
  func whatIsRefusedIsSaidWithWhatIsTaken(arguments: [String], words: String) async throws {
    let workspace = try Workspace()
    let before = try workspace.folder.states()
    let output = try await RichpushBinary.run(["init"] + arguments, workingDirectory: workspace.folder.path)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(try workspace.folder.states() == before)
  }

  /// Ctrl-D on a terminal, which `script` makes. It hands its command to a shell, which takes the program's path from the environment:
  /// the path may hold quotes.
  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func whoLeavesTheQuestionsGetsNothing() async throws {
    let folder = try TemporaryFolder()
    let output = try await Program("script").run(
      ["-qec", "\"$PROGRAM\" init", "/dev/null"], environment: ["PROGRAM": try RichpushBinary.path()],
      workingDirectory: folder.path, timeLimit: .seconds(60))
    #expect(output.status == 2)
    #expect(output.stdout.contains("nothing is written: the input ended before the last question"), "\(output.stdout)")
    #expect(try folder.names() == [])
  }

  @Test func existingFilesAreLeftAlone() async throws {
    let workspace = try Workspace(pipeline: "version: 1\n")
    let output = try await workspace.richpush("init")
    #expect(output.status == 0)
    #expect(output.stdout.contains("pipeline.yml is there already and stays as it is"))
    #expect(try workspace.folder.text(of: "pipeline.yml") == "version: 1\n")
    #expect(workspace.folder.exists("campaign.yml"))
  }
}
