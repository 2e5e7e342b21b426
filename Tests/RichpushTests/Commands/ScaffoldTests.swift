import TestSupport
import Testing

/// `richpush scaffold …`.
@Suite(.timeLimit(.minutes(10))) struct ScaffoldTests {
  static let swiftFiles = ["AttachmentDownload.swift", "Info.plist", "NotificationService.swift", "README.md"]

  let workspace: TemporaryFolder

  init() throws { workspace = try TemporaryFolder() }

  private func scaffold(_ arguments: String...) async throws -> ProgramOutput {
    try await RichpushBinary.run(["scaffold"] + arguments, workingDirectory: workspace.path)
  }

  @Test func theExtensionIsWrittenInSwift() async throws {
    let output = try await scaffold("ios-extension", "--output", "apps/ios")
    let words = """
      wrote apps/ios/NotificationService.swift
      wrote apps/ios/AttachmentDownload.swift
      wrote apps/ios/Info.plist
      wrote apps/ios/README.md
      next: the five steps of README.md

      """
    #expect(output == ProgramOutput(status: 0, stdout: words, stderr: ""))
    #expect(try workspace.names(in: "apps/ios") == Self.swiftFiles)
    let explicit = try await scaffold("ios-extension", "--language", "swift", "--output", "same")
    #expect(explicit.status == 0)
    #expect(try workspace.contents(of: "same") == workspace.contents(of: "apps/ios"))
  }

  @Test func theExtensionIsWrittenInObjectiveCUnderAnyName() async throws {
    let output = try await scaffold("ios-extension", "--language", "objc", "--name", "PushPictures", "--output", ".")
    #expect(output.status == 0)
    #expect(output.stderr.isEmpty)
    #expect(
      try workspace.names() == [
        "AttachmentDownload.h", "AttachmentDownload.m", "Info.plist", "PushPictures.h", "PushPictures.m", "README.md",
      ])
  }

  @Test func theWorkerIsWritten() async throws {
    let output = try await scaffold("web-worker", "--output", "site")
    let words = """
      wrote site/firebase-messaging-sw.js
      wrote site/README.md
      next: the five steps of README.md

      """
    #expect(output == ProgramOutput(status: 0, stdout: words, stderr: ""))
    #expect(try workspace.names(in: "site") == ["README.md", "firebase-messaging-sw.js"])
  }

  @Test func whatIsThereStays() async throws {
    try workspace.write("mine", to: "ios/Info.plist")
    try workspace.link("ios/README.md", to: "nowhere")
    let first = try await scaffold("ios-extension", "--output", "ios")
    #expect(first.status == 0, "\(first.stderr)")
    #expect(first.stdout.contains("ios/Info.plist is there already and stays as it is\n"))
    #expect(first.stdout.contains("ios/README.md is there already and stays as it is\n"))
    #expect(try workspace.text(of: "ios/Info.plist") == "mine")
    #expect(!workspace.exists("ios/nowhere"))
    try workspace.remove("ios/README.md")
    _ = try await scaffold("ios-extension", "--output", "ios")
    let states = try workspace.states()
    let again = try await scaffold("ios-extension", "--output", "ios")
    #expect(again.status == 0)
    #expect(again.stdout.matches(of: #/ is there already and stays as it is\n/#).count == 4)
    #expect(try workspace.states() == states)
  }

  @Test(arguments: [
    (["ios-extension"], "--output"), (["web-worker"], "--output"), (["slurm", "--output", "a"], "--shards"),
    (["slurm", "c", "--shards", "4", "--output", "a", "--image", "i"], "--image"),
    (["kubernetes", "c", "--shards", "4", "--output", "a", "--jobs", "65"], "1 to 64"),
    (["ios-extension", "--output", "a", "--language", "kotlin"], "'swift' and 'objc'"),
    (["ios-extension", "--output", "a", "--name", "push"], "an upper-case letter"),
    (["ios-extension", "--output", "a", "--name", "../Push"], "an upper-case letter"),
    (["ios-extension", "--output", "a", "--name", "Messaging"], "use this word for something else"),
    (["web-worker", "--output", "a", "--name", "Push"], "--name"), (["android"], "android"),
    (["kubernets"], "there is no command `scaffold kubernets`\n  remedy: the nearest is `kubernetes`"),
  ])
  func wrongUsageWritesNothing(arguments: [String], words: String) async throws {
    let output = try await RichpushBinary.run(["scaffold"] + arguments, workingDirectory: workspace.path)
    #expect(output.status == 2)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains(words), "\(output.stderr)")
    #expect(try workspace.names().isEmpty)
  }

  @Test(arguments: [
    "slurm", "kubernetes", "aws-batch", "google-batch", "cloud-run", "github-matrix", "gitlab-parallel",
  ]) func theFilesOfEnginesAreWrittenForACampaign(engine: String) async throws {
    let workspace = try ShardedWorkspace().workspace
    let output = try await workspace.richpush(
      "scaffold", engine, "campaign", "--shards", "4", "--cache-url", "s3://push-assets/cache", "--output", "engine")
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stdout.hasSuffix("wrote engine/README.md\nnext: the steps of README.md\n"))
    // Two workers of 2 GiB each, ten minutes to start with and ten for the longest file.
    let readme = try workspace.folder.text(of: "engine/README.md")
    for words in ["for 4 shards", "4608\nMiB", "30 minutes", "`s3://push-assets/cache`"] {
      #expect(readme.replacing("\n", with: " ").contains(words.replacing("\n", with: " ")), "\(words)")
    }
    let other = try await workspace.richpush("scaffold", engine, "campaign", "--shards", "4", "--output", "other")
    #expect(other.status == 2 && other.stderr.contains("name one with --cache-url"), "\(other.stderr)")
    #expect(!workspace.folder.exists("other"))
  }

  @Test(arguments: [
    ("aws-batch", "1", "s3://push-assets/cache", "AWS Batch takes 2 to 10000 tasks"),
    ("github-matrix", "4", "file:///srv/cache", "name a server or a bucket"),
    ("kubernetes", "4", "file:///srv/cache", "name one in the folder of pipeline.yml"),
  ]) func whatAnEngineDoesNotTakeIsRefused(engine: String, shards: String, cache: String, words: String) async throws {
    let workspace = try ShardedWorkspace().workspace
    let output = try await workspace.richpush(
      "scaffold", engine, "campaign", "--shards", shards, "--cache-url", cache, "--output", "engine")
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(!workspace.folder.exists("engine"))
  }

  @Test(arguments: [("file", "it is no folder"), ("file/site/deep", "`file` is no folder")])
  func aFolderThatCannotBeMadeIsWrongUsage(path: String, reason: String) async throws {
    try workspace.write("", to: "file")
    let output = try await scaffold("web-worker", "--output", path)
    #expect(output.status == 2)
    #expect(
      output.stderr == """
        error --output  configuration.value
          `\(path)` cannot be written to: \(reason)
          remedy: name another folder

        """)
  }
}
