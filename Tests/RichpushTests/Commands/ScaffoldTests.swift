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
    let output = try await scaffold(
      "ios-extension", "--language", "objc", "--name", "PushPictures", "--output", ".")
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
    (["ios-extension"], "--output"), (["web-worker"], "--output"), (["slurm", "--output", "a"], "--plan"),
    (["slurm", "--plan", "p", "--output", "a", "--image", "i"], "--image"),
    (["kubernetes", "--plan", "p", "--output", "a", "--jobs", "65"], "1 to 64"),
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
  ]) func theFilesOfEnginesAreWrittenForAPlan(engine: String) async throws {
    let planned = try await PlannedWorkspace().workspace
    let output = try await planned.richpush("scaffold", engine, "--plan", "plan.json", "--output", "engine")
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stdout.hasSuffix("wrote engine/README.md\nnext: the steps of README.md\n"))
    // Two workers of 2 GiB each, ten minutes to start with and ten for the longest file.
    let readme = try planned.folder.text(of: "engine/README.md")
    #expect(readme.contains("for a plan of 4 shards") && readme.contains("4608 MiB") && readme.contains("30 minutes"))
    let other = try await planned.richpush(
      "scaffold", engine, "--plan", "campaign/picture-1.png", "--output", "other")
    #expect(other.status == 2 && other.stderr.contains("configuration.plan"), "\(other.stderr)")
    #expect(!planned.folder.exists("other"))
  }

  @Test func aPlanThatAnEngineDoesNotTakeIsRefused() async throws {
    let planned = try await PlannedWorkspace().workspace
    _ = try await planned.richpush("plan", "campaign", "--shards", "1", "--save", "plan.json")
    let output = try await planned.richpush("scaffold", "aws-batch", "--plan", "plan.json", "--output", "engine")
    #expect(output.status == 2 && output.stderr.contains("AWS Batch takes 2 to 10000 tasks"), "\(output.stderr)")
    #expect(!planned.folder.exists("engine"))
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
