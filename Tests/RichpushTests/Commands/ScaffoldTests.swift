import TestSupport
import Testing

/// `richpush scaffold …`.
@Suite(.timeLimit(.minutes(10))) struct ScaffoldTests {
  let workspace = TemporaryFolder()

  private func scaffold(_ arguments: String...) async throws -> ProgramOutput {
    try await RichpushBinary.run(["scaffold"] + arguments, workingDirectory: workspace.path)
  }

  @Test(arguments: [
    (["ios-extension"], ["NotificationService.swift", "AttachmentDownload.swift", "Info.plist", "README.md"]),
    (
      ["ios-extension", "--name", "PushPictures"],
      ["PushPictures.swift", "AttachmentDownload.swift", "Info.plist", "README.md"]
    ), (["web-worker"], ["firebase-messaging-sw.js", "README.md"]),
  ])
  func theFilesAreWritten(arguments: [String], files: [String]) async throws {
    let output = try await RichpushBinary.run(
      ["scaffold"] + arguments + ["--output", "apps/push"], workingDirectory: workspace.path)
    let words = files.map { "wrote apps/push/\($0)\n" }.joined() + "next: the five steps of README.md\n"
    #expect(output == ProgramOutput(status: 0, stdout: words, stderr: ""))
    #expect(try workspace.names(in: "apps/push") == files.sorted())
  }

  @Test func whatIsThereStays() async throws {
    try workspace.write("mine", to: "ios/Info.plist")
    try workspace.link("ios/README.md", to: "nowhere")
    let first = try await scaffold("ios-extension", "--output", "ios").ended(0)
    #expect(first.stdout.contains("ios/Info.plist is there already and stays as it is\n"))
    #expect(first.stdout.contains("ios/README.md is there already and stays as it is\n"))
    #expect(try workspace.text(of: "ios/Info.plist") == "mine")
    #expect(!workspace.exists("ios/nowhere"))
    try workspace.remove("ios/README.md")
    _ = try await scaffold("ios-extension", "--output", "ios")
    let states = try workspace.states()
    let again = try await scaffold("ios-extension", "--output", "ios").ended(0)
    #expect(again.stdout.matches(of: #/ is there already and stays as it is\n/#).count == 4)
    #expect(try workspace.states() == states)
  }

  @Test(arguments: [
    (["ios-extension"], "--output"), (["web-worker"], "--output"), (["engine", "slurm", "--output", "a"], "--shards"),
    (["engine", "kubernetes", "c", "--shards", "4", "--output", "a", "--jobs", "65"], "1 to 64"),
    (["ios-extension", "--output", "a", "--name", "push"], "an upper-case letter"),
    (["ios-extension", "--output", "a", "--name", "../Push"], "an upper-case letter"),
    (["web-worker", "--output", "a", "--name", "Push"], "--name"), (["android"], "android"),
    (["engin"], "there is no command `scaffold engin`\n  remedy: the nearest is `engine`"),
    (["engine", "kubernets", "--shards", "4", "--output", "a"], "- kubernetes"),
  ])
  func wrongUsageWritesNothing(arguments: [String], words: String) async throws {
    let output = try await RichpushBinary.run(["scaffold"] + arguments, workingDirectory: workspace.path).ended(2)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains(words), "\(output.stderr)")
    #expect(try workspace.names().isEmpty)
  }

  @Test(arguments: [
    "slurm", "kubernetes", "aws-batch", "google-batch", "cloud-run", "github-matrix", "gitlab-parallel",
  ]) func theFilesOfEnginesAreWrittenForACampaign(engine: String) async throws {
    let workspace = try ShardedWorkspace().workspace
    let output = try await workspace.richpush(
      "scaffold", "engine", engine, "campaign", "--shards", "4", "--cache-url", "s3://push-assets/cache", "--output",
      "engine"
    ).ended(0)
    #expect(output.stdout.hasSuffix("wrote engine/README.md\nnext: the steps of README.md\n"))
    // Two workers of 2 GiB each.
    let readme = try workspace.folder.text(of: "engine/README.md")
    for words in ["for 4 shards", "4608 MiB", "`s3://push-assets/cache`"] {
      #expect(readme.replacing("\n", with: " ").contains(words.replacing("\n", with: " ")), "\(words)")
    }
    let other = try await workspace.richpush(
      "scaffold", "engine", engine, "campaign", "--shards", "4", "--output", "other")
    #expect(other.status == 2 && other.stderr.contains("name one with --cache-url"), "\(other.stderr)")
    #expect(!workspace.folder.exists("other"))
  }
}
