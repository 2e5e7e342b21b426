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

  /// A terminal, on which these lines are typed.
  private func type(_ lines: [String], in folder: TemporaryFolder) async throws -> ProgramOutput {
    let script = #"printf '%s\n' "$@" | script -qec "\"\$PROGRAM\" init" /dev/null"#
    return try await Program("sh").run(
      ["-c", script, "sh"] + lines, environment: ["PROGRAM": try RichpushBinary.path()],
      workingDirectory: folder.path, timeLimit: .seconds(60))
  }

  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func theWordsInBracketsAreAnswers() async throws {
    let folder = try TemporaryFolder()
    let output = try await type(["all", "Directory", "later", "later"], in: folder)
    #expect(output.stdout.contains("wrote ./pipeline.yml") && !output.stdout.contains("is none"), "\(output.stdout)")
    #expect(try !folder.text(of: "pipeline.yml").contains("later"))
    #expect(try !folder.text(of: "campaign.yml").contains("\n    platforms: ["))
  }

  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func nothingIsAskedAboutWhatIsThere() async throws {
    let folder = try TemporaryFolder()
    try folder.write("version: 1\n", to: "pipeline.yml")
    let one = try await type(["web"], in: folder)
    #expect(one.stdout.contains("pipeline.yml is there already, so nothing is asked about it"), "\(one.stdout)")
    #expect(one.stdout.contains("platforms of your app") && !one.stdout.contains("Firebase project"), "\(one.stdout)")
    #expect(try folder.text(of: "campaign.yml").contains("\n    platforms: [web]\n"))
    let both = try await type([], in: folder)
    #expect(!both.stdout.contains("platforms of your app"), "\(both.stdout)")
    #expect(both.stdout.contains("campaign.yml is there already and stays as it is"), "\(both.stdout)")
  }

  @Test(arguments: [
    ([], ["pipeline.yml: base-url:", "pipeline.yml: target:", "campaign.yml: media:", "campaign.yml: link:"], ""),
    (["--base-url", "https://cdn.shop-of-mine.net/p/"], ["pipeline.yml: target:"], "base-url:"),
    (["--to", "s3", "--base-url", "https://cdn.shop-of-mine.net/p/"], ["pipeline.yml: bucket:"], "base-url:"),
  ])
  func whatIsToBeFilledInIsListed(flags: [String], listed: [String], other: String) async throws {
    let folder = try TemporaryFolder()
    let output = try await RichpushBinary.run(["init", "--yes"] + flags, workingDirectory: folder.path)
    let lines = output.stdout.split(separator: "\n").filter { $0.hasPrefix("  ./") }
    let found = lines.map { line in
      String(
        line.split(separator: " ").prefix(2).joined(separator: " ").replacing(/:[0-9]+/, with: ":").dropFirst(2))
    }
    #expect(Set(listed).isSubset(of: found), "\(output.stdout)")
    #expect(other.isEmpty || !lines.contains { $0.contains(other) }, "\(output.stdout)")
    let first = try #require(lines.first?.split(separator: " ").first)
    let place = first.dropFirst(2).split(separator: ":")
    let text = try folder.text(of: String(place[0])).split(separator: "\n", omittingEmptySubsequences: false)
    let line = text[try #require(Int(place[1])) - 1].drop { $0 == " " }
    #expect(lines[0].hasSuffix(line), "\(lines[0])")
  }

  /// Also by whoever calls it again to see what is left, and not what somebody has filled in meanwhile.
  @Test func whatIsStillToBeFilledInIsListedAgain() async throws {
    let folder = try TemporaryFolder()
    func gaps(_ flags: String...) async throws -> [Substring] {
      let output = try await RichpushBinary.run(["init", "--yes"] + flags, workingDirectory: folder.path)
      #expect(output.status == 0, "\(output.stderr)")
      return output.stdout.split(separator: "\n").filter { $0.hasPrefix("  ./") }
    }
    let first = try await gaps("--to", "s3")
    #expect(first.contains { $0.hasSuffix("region: eu-west-1") } && first.contains { $0.contains("campaign.yml:") })
    #expect(try await gaps() == first)
    let text = try folder.text(of: "pipeline.yml").replacing("bucket: push-assets", with: "bucket: shop-pictures")
    try folder.write(text, to: "pipeline.yml")
    let rest = first.filter { !$0.contains("bucket:") }
    #expect(rest.count < first.count)
    #expect(try await gaps().filter { !$0.contains("region:") } == rest.filter { !$0.contains("region:") })
    try folder.write("version: 1\n", to: "pipeline.yml")
    #expect(try await gaps().allSatisfy { $0.hasPrefix("  ./campaign.yml:") })
  }

  @Test func flagsThatChangeNothingAreNamed() async throws {
    let workspace = try Workspace(pipeline: "version: 1\n")
    let output = try await workspace.richpush("init", "--project", "shop-1234", "--platforms", "ios")
    #expect(output.status == 0)
    #expect(output.stderr.contains("--project changes nothing, since pipeline.yml stays as it is"), "\(output.stderr)")
    #expect(!output.stderr.contains("--platforms"), "\(output.stderr)")
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
