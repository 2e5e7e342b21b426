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

  private func plan(_ workspace: Workspace, shards: Int) async throws {
    let output = try await workspace.richpush(
      "plan", "campaign", "--shards", "\(shards)", "--save", "plan.json", "--trial")
    #expect(output.status == 0, "\(output.stderr)")
  }

  /// - Returns: the exit status.
  @discardableResult
  private func run(_ shard: String, in workspace: Workspace, _ environment: [String: String] = [:]) async throws
    -> Int32
  {
    try await workspace.richpush("run", "--plan", "plan.json", "--shard", shard, environment: environment).status
  }

  private func merge(_ workspace: Workspace) async throws -> ProgramOutput {
    try await workspace.richpush("merge", "plan.json", "--report", "report.json")
  }

  private func expectSame(_ workspace: Workspace, as other: Workspace) throws {
    for folder in ["public", "payloads"] {
      #expect(try workspace.folder.contents(of: folder) == other.folder.contents(of: folder))
    }
    let differences = try report(workspace).difference(from: report(other))
    #expect(differences.isEmpty, "\(differences)")
  }

  /// The lines of a report but for those about the cache: whether equal pictures of one run meet there is luck.
  private func report(_ workspace: Workspace) throws -> [Substring] {
    let lines = try workspace.folder.text(of: "report.json").split(separator: "\n")
    return lines.filter { line in
      !["\"fromCache\"", "\"cached\"", "\"rendered\""].contains { line.contains($0) }
    }
  }

  @Test(arguments: [messages, nil]) func anyNumberComesToWhatOneRunDoes(messages: String?) async throws {
    let whole = try workspace(messages: messages)
    #expect(try await whole.richpush("run", "campaign", "--report", "report.json", "--trial").status == 1)
    for count in [1, 3, 64] {
      let workspace = try workspace(messages: messages)
      try await plan(workspace, shards: count)
      // A shard without work also leaves a result. The last shard runs first.
      for number in (1...count).reversed() where count < 64 || number % 16 < 3 {
        try await run("\(number)/\(count)", in: workspace)
      }
      let missing = try await workspace.richpush("merge", "plan.json", "--missing").stdout.trimmingCharacters(
        in: .newlines)
      #expect(missing == (count < 64 ? "" : "3-15,19-31,35-47,51-63"))
      for number in 1...count where count == 64 && number % 16 >= 3 { try await run("\(number)", in: workspace) }
      #expect(try await merge(workspace).status == 1)
      try expectSame(workspace, as: whole)
    }
  }

  @Test func whatIsDoneIsNotDoneAgain() async throws {
    let workspace = try workspace()
    try await plan(workspace, shards: 1)
    #expect(try await run("1/1", in: workspace) == 1)
    let states = try workspace.folder.states(of: "shards")
    #expect(states.count == 1)
    let again = try await workspace.richpush(
      "run", "--plan", "plan.json", "--shard", "1/1", "--no-cache", "--task-exit-zero")
    #expect(again.status == 0 && again.stderr.contains("shard 1/1 was done before: shards/shard-1-of-1."))
    #expect(try workspace.folder.states(of: "shards") == states)
    // Plans and results of shards are not requests.
    let checked = try await workspace.richpush("check", ".", "plan.json", "shards", "--format", "concise")
    #expect(!checked.stdout.contains("request.shape"), "\(checked.stdout)\(checked.stderr)")
  }

  @Test func whoWantsQuietGetsIt() async throws {
    let planned = try Workspace(messages: "  - {id: a, media: logo.png}")
    try planned.addLogos("logo.png")
    let quiet = ProgramOutput(status: 0, stdout: "", stderr: "")
    #expect(try await planned.richpush("plan", "campaign", "-q", "--trial", "--save", "plan.json") == quiet)
    #expect(try await planned.richpush("run", "--plan", "plan.json", "--shard", "1/1", "-q") == quiet)
    #expect(try await planned.richpush("merge", "plan.json", "-q") == quiet)
  }

  @Test(arguments: [
    (["plan", "campaign", "--trial", "--save", "none/plan.json"], "there is no folder `none`"),
    (["plan", "campaign", "--trial", "--save", "campaign"], "`campaign` cannot be written: it is a folder"),
    (["plan", "campaign", "--trial", "--save", "p.json", "--shards", "0"], "give a number from 1 to 10000"),
    (["run", "--plan", "plan.json", "--shard", "1/1", "--results", "plan.json"], "it is no folder"),
    (["run", "--plan", "plan.json", "--shard", "1/1", "--results", "plan.json/x"], "`plan.json` is no folder"),
    (["merge", "plan.json", "--results", "plan.json"], "it is no folder"),
    (["merge", "plan.json/x"], "Not a directory"),
  ])
  func aPathThatIsWrongIsWrongUsage(arguments: [String], words: String) async throws {
    let workspace = try workspace()
    try await plan(workspace, shards: 1)
    let before = try workspace.folder.states()
    let output = try await RichpushBinary.run(arguments, workingDirectory: workspace.folder.path)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(try workspace.folder.states() == before)
  }

  /// The same index twice at once, and one that is killed as soon as it has finished a picture.
  @Test func twiceAtOnceAndKilledDoNoHarm() async throws {
    let whole = try workspace()
    _ = try await whole.richpush("run", "campaign", "--report", "report.json", "--trial")
    let workspace = try workspace()
    try await plan(workspace, shards: 2)
    for shard in ["1/2", "2/2"] {
      _ = try await workspace.richpush("run", "--plan", "plan.json", "--shard", shard, "--progress", "plain") {
        _, process in
        kill(process, SIGKILL)
      }
    }
    #expect(!workspace.folder.exists("shards"))
    async let first = run("1/2", in: workspace)
    async let same = run("1/2", in: workspace)
    async let other = run("2/2", in: workspace)
    let statuses = try await [first, same, other]
    #expect(statuses.allSatisfy { $0 < 2 } && statuses[0] == statuses[1])
    #expect(try workspace.folder.files(in: "shards").count == 2)
    #expect(try await merge(workspace).status == 1)
    try expectSame(workspace, as: whole)
    #expect(try workspace.folder.names(in: "public").allSatisfy { !$0.hasPrefix(".richpush") })
  }

  @Test(
    arguments: [
      (["--shard", "4/3"], [:], "there is no shard 4 in plan.json, which has 3 shards"),
      (["--shard", "0/3"], [:], "there is no shard 0"),
      (["--shard", "1/4"], [:], "1/4 is meant for 4 shards, and plan.json has 3"),
      (["--shard", "auto"], [:], "no engine's index is in the environment"),
      (
        ["--shard", "auto"], ["SLURM_ARRAY_TASK_ID": "0"],
        "SLURM_ARRAY_TASK_ID=0 (Slurm) is shard 0, and plan.json has 3 shards"
      ),
      (["--shard", "auto"], ["JOB_COMPLETION_INDEX": "3"], "give the array the indices 0 to 2"),
      (
        ["--shard", "auto"], ["BATCH_TASK_INDEX": "x"],
        "`x`, which Google Cloud Batch is taken to have set, is no index"
      ),
      (
        ["--shard", "auto"], ["CI_NODE_INDEX": "1", "LSB_JOBINDEX": "2"],
        "engines inside each other tell different shards"
      ),
      (["--shard", "some"], [:], "`some` is neither"),
      ([], [:], "--plan goes with --shard"),
      (["--shard", "1/3", "--base-url", "https://a.example.com/"], [:], "the plan decides that for all machines"),
      (
        ["--shard", "1/3", "--contact-sheet", "page.html", "--replace"], [:],
        "--contact-sheet, --replace are about all of a run: give them to `richpush merge`"
      ),
      (["--shard", "1/3", "--replace"], [:], "--replace is about all of a run: give it to `richpush merge`"),
    ] as [([String], [String: String], String)])
  func whichShardMustBeClear(arguments: [String], environment: [String: String], words: String) async throws {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try await plan(workspace, shards: 3)
    let output = try await RichpushBinary.run(
      ["run", "--plan", "plan.json"] + arguments, environment: environment, workingDirectory: workspace.folder.path)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(!workspace.folder.exists("shards") && !workspace.folder.exists("public"))
  }

  /// `sbatch --array=2` tells its task that there is one.
  @Test func theCountOfAnEngineIsNotAsked() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("a.png", "b.png", "c.png")
    try await plan(workspace, shards: 3)
    #expect(try await run("auto", in: workspace, ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "1"]) == 0)
    #expect(try workspace.folder.files(in: "shards").allSatisfy { $0.hasPrefix("shard-2-of-3.") })
    #expect(try await workspace.richpush("merge", "plan.json", "--missing").stdout == "1,3\n")
    let refused = try await merge(workspace)
    #expect(refused.status == 2 && refused.stderr.contains("2 of 3 shards have left no result that can be used: 1,3"))
    #expect(refused.stderr.contains("`richpush run --plan plan.json --shard 1/3`"))
    #expect(!workspace.folder.exists("payloads"))
  }

  @Test func aPlanIsWholeOrNone() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("a.png", "b.png")
    try await plan(workspace, shards: 2)
    let text = try workspace.folder.text(of: "plan.json")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    let damaged = [
      text.replacing("\"assigned\":1", with: "\"assigned\":2"), text.replacing("\"shards\":2", with: "\"shards\":1"),
      String(text.dropLast(20)), String(text.prefix(100)), text + "more", "", "{}",
      text.replacing("push-plan\":1", with: "push-plan\":9"),
    ]
    for text in damaged where text != (try workspace.folder.text(of: "plan.json")) {
      try workspace.folder.write(text, to: "other.json")
      let output = try await workspace.richpush("run", "--plan", "other.json", "--shard", "1")
      #expect(output.status == 2 && output.stderr.contains("configuration.plan"), "\(text.suffix(40)) \(output.stderr)")
    }
    for path in ["nowhere.json", "campaign", "campaign/a.png"] {
      let output = try await workspace.richpush("merge", path)
      #expect(output.status == 2 && output.stderr.contains("configuration.plan"), "\(output.stderr)")
    }
  }

  /// Before the shard has run, the shard reports it, afterwards merge does; only planned files are sent.
  @Test func whatChangesAfterPlanningIsToldByName() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("a.png", "b.png", "gone.png")
    try await plan(workspace, shards: 1)
    let logo = try workspace.folder.bytes(of: "campaign/a.png")
    try workspace.folder.write(try workspace.photo(), to: "campaign/a.png")
    let output = try await workspace.richpush("run", "--plan", "plan.json", "--shard", "1/1")
    #expect(output.status == 2 && output.stdout.contains("a.png  campaign.changed-since"), "\(output.stdout)")
    #expect(output.stderr.contains("shard 1/1 has left no result") && !workspace.folder.exists("shards"))

    try workspace.folder.write(logo, to: "campaign/a.png")
    #expect(try await run("1/1", in: workspace) == 0)
    // Changed without a change of its length.
    try workspace.folder.write(logo.dropLast() + [logo[logo.count - 1] ^ 1], to: "campaign/b.png")
    try workspace.folder.remove("campaign/gone.png")
    try workspace.addLogos("new.png")
    let refused = try await merge(workspace)
    #expect(refused.status == 2 && !workspace.folder.exists("payloads"))
    for line in [
      "error b.png  campaign.changed-since", "error gone.png  campaign.changed-since",
      "error new.png  campaign.changed-since",
    ] { #expect(refused.stderr.contains(line), "\(refused.stderr)") }
    #expect(!refused.stderr.contains("error a.png"))
  }

  @Test func resultsThatCannotBeBelievedAreRefused() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("a.png", "b.png")
    try await plan(workspace, shards: 1)
    #expect(try await run("1/1", in: workspace) == 0)
    let name = try #require(try workspace.folder.files(in: "shards").first)
    let result = try workspace.folder.text(of: "shards/" + name)
    // Cut, and cut so that the name is right again.
    try workspace.folder.write(String(result.dropLast(9)), to: "shards/" + name)
    #expect(try await merge(workspace).stderr.contains("is cut or was changed"))
    try workspace.folder.remove("shards/" + name)
    for (forged, words) in [
      (result.split(separator: "\n").dropLast().joined(separator: "\n") + "\n", "is cut or was changed"),
      (result.replacing("a.png", with: "c.png"), "its result tells of other sources than the plan"),
      (result.replacing("\"path\":\"a.", with: "\"path\":\"evil."), "its result tells of other sources than the plan"),
      (result.replacing("\"shards\":1", with: "\"shards\":2"), "made with other versions, or by another shard"),
      (result.replacing("libvips-", with: "libvips-9"), "made with other versions"),
    ] where forged != result {
      let name = try await leave(forged, in: workspace)
      let refused = try await merge(workspace)
      #expect(refused.status == 2 && refused.stderr.contains(words), "\(refused.stderr)")
      try workspace.folder.remove(name)
    }
    // Two good ones that differ.
    try workspace.folder.write(result, to: "shards/" + name)
    _ = try await leave(result.replacing("\"scale\":1", with: "\"scale\":1.0"), in: workspace)
    #expect(try await merge(workspace).stderr.contains("differ, though machines that agree come to the same"))
  }

  /// A result under the name that is made of its bytes.
  private func leave(_ result: String, in workspace: Workspace) async throws -> String {
    try workspace.folder.write(result, to: "forged")
    let digest = try await SHA256.digests(of: ["forged"], in: workspace.folder.path)["forged"] ?? ""
    try workspace.folder.write(result, to: "shards/shard-1-of-1.\(digest).jsonl")
    return "shards/shard-1-of-1.\(digest).jsonl"
  }

  /// Paths in a plan start from its folder, whatever the working directory; results may lie elsewhere.
  @Test func aPlanWorksFromOtherFolders() async throws {
    let workspace = try workspace()
    try await plan(workspace, shards: 1)
    try workspace.folder.createFolder("elsewhere")
    let place = workspace.folder.absolute("elsewhere")
    let run = try await RichpushBinary.run(
      ["run", "--plan", "../plan.json", "--shard", "1", "--results", "results"], workingDirectory: place)
    #expect(run.status == 1, "\(run.stderr)")
    #expect(try workspace.folder.files(in: "elsewhere/results").count == 1 && workspace.folder.exists("public"))
    let merge = try await RichpushBinary.run(
      ["merge", "../plan.json", "--results", "results"], workingDirectory: place)
    #expect(merge.status == 1 && workspace.folder.exists("payloads/index.json"), "\(merge.stderr)")
  }

  /// The plan and the results may be in the campaign folder itself.
  @Test func aCampaignThatIsTheCurrentFolder() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("a.png")
    let place = workspace.folder.absolute("campaign")
    let more = ["--config", "../pipeline.yml", "--output", "../public", "--requests", "../payloads"]
    let plan = try await RichpushBinary.run(
      ["plan", ".", "--save", "plan.json", "--shards", "2"] + more, workingDirectory: place)
    #expect(plan.status == 0, "\(plan.stderr)")
    for shard in ["1", "2"] {
      #expect(
        try await RichpushBinary.run(["run", "--plan", "plan.json", "--shard", shard], workingDirectory: place).status
          == 0)
    }
    let merge = try await RichpushBinary.run(["merge", "plan.json"], workingDirectory: place)
    #expect(merge.status == 0, "\(merge.stderr)")
    #expect(try workspace.folder.files(in: "payloads") == ["a.json", "index.json"])
  }

  /// A bucket that answers 503 to every third request costs time and nothing else.
  @Test func shardsPublishToABucketThatIsBusy() async throws {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addLogos("a.png", "b.png", "c.png", "d.png")
    try bucket.server.set((0..<6).map { _ in ServerFault(.status, "PUT", status: 503) })
    #expect(try await bucket.richpush("plan", "campaign", "--shards", "2", "--save", "plan.json").status == 0)
    for shard in ["1/2", "2/2"] {
      let output = try await bucket.richpush("run", "--plan", "plan.json", "--shard", shard)
      #expect(output.status == 0, "\(output.stdout) \(output.stderr)")
    }
    #expect(try await bucket.richpush("merge", "plan.json").status == 0)
    #expect(try bucket.folder.files(in: "payloads") == ["a.json", "b.json", "c.json", "d.json", "index.json"])
  }
}
