import Foundation
import MediaFacts
import TestSupport
import Testing

/// Runs that many machines do a part of.
@Suite(.timeLimit(.minutes(10))) struct ShardTests {
  /// Pictures that are rendered, kept and refused, a file that is not a picture, one that is shown cut, and a message without one.
  private static let messages = """
      - {id: photo, image: photo.jpg, title: T, target: {topic: t}, focal-point: {x: 0.2, y: 0.3}}
      - {id: logo, image: deep/logo.png, title: T, target: {topic: t}}
      - {id: broken, image: broken.png, title: T, target: {topic: t}}
      - {id: text, title: Words, body: alone, target: {topic: t}}
    """

  private func workspace(messages: String? = messages) throws -> Workspace {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "profiles: {universal: {fit: cover, aspect: \"2:1\"}}\n", messages: messages)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    try workspace.folder.createFolder("campaign/deep")
    try workspace.addLogos("deep/logo.png", "other.png", "größe ✓.png")
    try workspace.folder.write("broken", to: "campaign/broken.png")
    try workspace.folder.write("words", to: "campaign/notes.txt")
    return workspace
  }

  private func cache(_ workspace: Workspace) -> String { "file://" + workspace.folder.absolute("shared") }

  private func run(_ shard: String, in workspace: Workspace, _ environment: [String: String] = [:]) async throws
    -> ProgramOutput
  {
    try await workspace.richpush(
      "run", "campaign", "--shard", shard, "--cache-url", cache(workspace), environment: environment)
  }

  private func lastRun(_ workspace: Workspace) async throws -> ProgramOutput {
    try await workspace.richpush(
      "run", "campaign", "--cache-url", cache(workspace), "--report", "report.json", "--trial")
  }

  private func totals(_ workspace: Workspace) throws -> JSON {
    try JSON(try workspace.folder.text(of: "report.json"))["totals"]
  }

  private func expectSame(_ workspace: Workspace, as other: Workspace) throws {
    for folder in ["public", "payloads"] {
      #expect(try workspace.folder.contents(of: folder) == other.folder.contents(of: folder))
    }
    let differences = try workspace.reportOfAnyOrigin().difference(from: other.reportOfAnyOrigin())
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [messages, nil]) func anyNumberComesToWhatOneRunDoes(messages: String?) async throws {
    let whole = try workspace(messages: messages)
    try await whole.richpush("run", "campaign", "--report", "report.json", "--trial").ended(1)
    for count in [1, 3, 64] {
      let workspace = try workspace(messages: messages)
      // The last shard runs first.
      for number in (1...count).reversed() {
        let output = try await run("\(number)/\(count)", in: workspace)
        #expect(output.status < 2 && output.stderr.contains("shard \(number)/\(count) is done"), "\(output.stderr)")
      }
      // A folder and the requests are left to the last run, which renders nothing.
      #expect(!workspace.folder.exists("public") && !workspace.folder.exists("payloads"))
      try await lastRun(workspace).ended(1)
      #expect(try totals(workspace)["rendered"] == 0)
      try expectSame(workspace, as: whole)
    }
  }

  /// What no shard has left is rendered, and the summary says how much that was.
  @Test func theLastRunRendersWhatIsMissing() async throws {
    let whole = try workspace()
    _ = try await whole.richpush("run", "campaign", "--report", "report.json", "--trial")
    let workspace = try workspace()
    for number in [1, 3] { _ = try await run("\(number)/3", in: workspace) }
    let last = try await lastRun(workspace)
    let (rendered, cached) = (try totals(workspace)["rendered"].number, try totals(workspace)["cached"].number)
    #expect(last.stdout.contains("(\(Int(rendered ?? -1)) rendered, \(Int(cached ?? -1)) from the cache"), "\(last)")
    try expectSame(workspace, as: whole)
  }

  @Test func aShardSaysWhatItsOwnPartGave() async throws {
    let workspace = try workspace()
    let output = try await workspace.richpush(
      "run", "campaign", "--shard", "1/1", "--cache-url", cache(workspace), "--report", "shard.json")
    #expect(output.status == 1 && output.stdout.contains("broken.png"), "\(output)")
    #expect(output.stdout.contains(" in the shared cache: "), "\(output.stdout)")
    let report = try JSON(try workspace.folder.text(of: "shard.json"))
    #expect(report["requests"].elements.isEmpty && report["assets"].elements.count >= 3)
    #expect(report.pictureStatuses["photo.jpg"] == "planned" && report["totals"]["published"] == 0)
    // A repeated shard has nothing to render, and refuses the same.
    try await workspace.richpush(
      "run", "campaign", "--shard", "1/1", "--cache-url", cache(workspace), "--report", "shard.json", "--task-exit-zero"
    ).ended(0)
    #expect(try JSON(try workspace.folder.text(of: "shard.json"))["totals"]["rendered"] == 0)
  }

  /// What a machine has in its own cache gets into the shared one too.
  @Test func aWarmMachineLeavesItsRenditions() async throws {
    let workspace = try workspace()
    _ = try await workspace.richpush("run", "campaign", "--trial")
    _ = try await run("1/1", in: workspace)
    try workspace.folder.remove(".richpush-cache")
    _ = try await lastRun(workspace)
    #expect(try totals(workspace)["rendered"] == 0)
  }

  @Test func whoWantsQuietGetsIt() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    let quiet = ProgramOutput(status: 0, stdout: "", stderr: "")
    #expect(
      try await workspace.richpush("run", "campaign", "-q", "--shard", "1/1", "--cache-url", cache(workspace)) == quiet)
  }

  /// The same index twice at once, and one that is killed as soon as it has finished a picture.
  @Test func twiceAtOnceAndKilledDoNoHarm() async throws {
    let whole = try workspace()
    _ = try await whole.richpush("run", "campaign", "--report", "report.json", "--trial")
    let workspace = try workspace()
    for shard in ["1/2", "2/2"] {
      _ = try await workspace.richpush(
        "run", "campaign", "--shard", shard, "--cache-url", cache(workspace), "--progress", "plain"
      ) { _, process in
        kill(process, SIGKILL)
      }
    }
    async let first = run("1/2", in: workspace)
    async let same = run("1/2", in: workspace)
    async let other = run("2/2", in: workspace)
    let statuses = try await [first, same, other].map(\.status)
    #expect(statuses.allSatisfy { $0 < 2 } && statuses[0] == statuses[1])
    try await lastRun(workspace).ended(1)
    #expect(try totals(workspace)["rendered"] == 0)
    try expectSame(workspace, as: whole)
    #expect(try workspace.folder.names(in: "public").allSatisfy { !$0.hasPrefix(".richpush") })
  }

  @Test(
    arguments: [
      (["--shard", "4/3"], [:], "there is no shard 4/3"), (["--shard", "some"], [:], "`some` is neither"),
      (["--shard", "auto/3"], [:], "no engine's index is in the environment"),
      (["--shard", "auto/3"], ["JOB_COMPLETION_INDEX": "3"], "give the array the indices 0 to 2"),
      (["--task-exit-zero"], [:], "--task-exit-zero goes with --shard"),
      (
        ["--shard", "1/3", "--contact-sheet", "page.html", "--replace"], [:],
        "--contact-sheet, --replace: a shard only makes pictures"
      ),
      (["--shard", "1/3", "--dry-run"], [:], "--dry-run: a shard only makes pictures"),
      (["--shard", "1/3", "--no-cache"], [:], "and none is named"),
      (["--shard", "1/3", "--cache-mode", "read-only"], [:], "is only read"),
    ] as [([String], [String: String], String)])
  func whichShardMustBeClear(arguments: [String], environment: [String: String], words: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await workspace.richpush(
      ["run", "campaign", "--cache-url", cache(workspace)] + arguments, environment: environment)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(!workspace.folder.exists("shared") && !workspace.folder.exists("public"))
  }

  @Test func aShardNeedsACache() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await workspace.richpush("run", "campaign", "--shard", "1/3")
    #expect(output.status == 2 && output.stderr.contains("name one with --cache-url"), "\(output.stderr)")
    try workspace.folder.write("", to: "shared")
    let closed = try await run("1/3", in: workspace)
    #expect(closed.status == 2 && closed.stderr.contains("cache.remote"), "\(closed.stderr)")
  }

  /// A server that refuses to store from some moment on has not got all: the shard is not done.
  @Test(.enabled(if: Nginx.hasDAV, "there is no nginx with its DAV module"))
  func whatIsNotStoredIsNotDone() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let server = try await CacheServer { $0.replacing("location ~ \"^/(ac|cas)/", with: "location ~ \"^/(cas)/") }
    let output = try await workspace.richpush(["run", "campaign", "--shard", "1/1"], environment: server.environment)
    #expect(output.status == 2 || output.status == 3, "\(output.stderr)")
    #expect(output.stderr.contains("shard 1/1 is not done"), "\(output.stderr)")
  }

  /// `sbatch --array=2` tells its task that there is one; others give the count of all.
  @Test func anEngineGivesTheNumber() async throws {
    let workspace = try Workspace()
    try workspace.addDifferentLogos("a.png", "b.png", "c.png")
    let slurm = try await run("auto/3", in: workspace, ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "1"])
    #expect(slurm.status == 0 && slurm.stderr.contains("shard 2/3 is done"), "\(slurm.stderr)")
    let gitlab = try await run("auto", in: workspace, ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"])
    #expect(gitlab.status == 0 && gitlab.stderr.contains("shard 1/3 is done"), "\(gitlab.stderr)")
  }

  /// The cache may be in the campaign folder itself.
  @Test func aCampaignThatIsTheCurrentFolder() async throws {
    let workspace = try Workspace(logos: "a.png")
    let place = workspace.folder.absolute("campaign")
    let run = [
      "run", ".", "--config", "../pipeline.yml", "--output", "../public", "--requests", "../payloads", "--cache-url",
      "file://\(place)/shared",
    ]
    for shard in ["1/2", "2/2"] {
      try await RichpushBinary.run(run + ["--shard", shard], workingDirectory: place).ended(0)
    }
    try await RichpushBinary.run(run, workingDirectory: place).ended(0)
    #expect(try workspace.folder.files(in: "payloads") == ["a.json", "index.json"])
  }

  /// A bucket that answers 503 to every third request costs time and nothing else; shards publish to it.
  @Test func shardsPublishToABucketThatIsBusy() async throws {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addDifferentLogos("a.png", "b.png", "c.png", "d.png")
    try bucket.server.set((0..<6).map { _ in ServerFault(.status, "PUT", status: 503) })
    let cache = "file://" + bucket.folder.absolute("shared")
    for shard in ["1/2", "2/2"] {
      try await bucket.richpush("run", "campaign", "--shard", shard, "--cache-url", cache).ended(0)
    }
    let uploads = bucket.uploads.count
    #expect(uploads > 0)
    let last = try await bucket.richpush("run", "campaign", "--cache-url", cache)
    #expect(last.status == 0 && bucket.uploads.count == uploads, "\(last.stderr)")
    #expect(try bucket.folder.files(in: "payloads") == ["a.json", "b.json", "c.json", "d.json", "index.json"])
  }
}
