import PushDelivery
import TestSupport
import Testing
import richpush

/// What is asked of engines, and what cannot be.
@Suite(.timeLimit(.minutes(10))) struct ArrayJobTests {
  private func job(
    shards: Int = 4, jobs: Int = 2, configuration: String = "pipeline.yml", campaign: String = "campaign",
    image: String = "image:1", cache: SharedCacheAddress = .http(url: "https://cache.example.com"),
    workerBytes: Int = 1 << 30
  ) throws(FlagRefusal) -> ArrayJob {
    try ArrayJob(
      shards: shards, jobs: jobs, workerBytes: workerBytes, image: image, folder: "/srv",
      paths: ["campaign": campaign, "configuration": configuration, "output": "public", "requests": "payloads"],
      cache: cache)
  }

  @Test func memoryIsThatOfTheWorkers() throws {
    let text = try #require(try Engine.slurm.files(job(jobs: 8)).first { $0.name == "array.sbatch" }).text
    #expect(text.contains("--cpus-per-task=8\n#SBATCH --mem=8704M\n"))
  }

  /// Cloud Run has 1, 2, 4, 6 or 8 processors, each number with at most 4 GiB for each and some with a least.
  @Test(arguments: [
    (1, 1024, "1", "1536"), (2, 1024, "2", "2560"), (3, 1024, "4", "3584"), (5, 1024, "6", "5632"),
    (7, 1024, "8", "7680"), (3, 256, "4", "2048"), (5, 256, "6", "4096"), (1, 4096, "2", "4608"),
  ])
  func cloudRunGetsTheSmallestMachineThatHoldsTheJobs(jobs: Int, worker: Int, processors: String, memory: String) throws
  {
    let job = try job(jobs: jobs, workerBytes: worker << 20)
    for name in ["array.json", "last-run.json"] {
      let text = try #require(try Engine.cloudRun.files(job).first { $0.name == name }).text
      #expect(text.contains(#""resources": {"limits": {"cpu": "\#(processors)", "memory": "\#(memory)Mi"}},"#))
    }
  }

  @Test func moreThanCloudRunHasIsRefused() throws {
    #expect(throws: FlagRefusal.self) { try Engine.cloudRun.files(job(jobs: 9)) }
    #expect(throws: FlagRefusal.self) { try Engine.cloudRun.files(job(jobs: 8, workerBytes: 4 << 30)) }
    #expect(try Engine.kubernetes.files(job(jobs: 9)).count == 4)
  }

  @Test(arguments: ["", "a\nb", "a\u{0}", "a\u{7F}", "a\u{2028}b", "a\rb"]) func linesInNamesAreRefused(name: String)
    throws
  {
    #expect(throws: FlagRefusal.self) { try job(configuration: name) }
    #expect(throws: FlagRefusal.self) { try job(campaign: name) }
    #expect(throws: FlagRefusal.self) { try job(image: name) }
  }

  @Test(arguments: ["a b", "-v", "$(id)", "a;b", "a'b"]) func imagesHaveNamesOfImages(name: String) {
    #expect(throws: FlagRefusal.self) { try job(image: name) }
  }

  /// Whatever puts values in the place of names must not find any.
  @Test(arguments: ["${{ github.token }}", "$(HOME)", "$HOME", "Ref::name"]) func namesThatEnginesReplaceAreRefused(
    name: String
  ) throws {
    for engine in Engine.allCases where engine != .slurm {
      #expect(throws: FlagRefusal.self, "\(engine)") { try engine.files(job(configuration: name)) }
      #expect(throws: FlagRefusal.self, "\(engine)") { try engine.files(job(campaign: name)) }
    }
    #expect(try Engine.slurm.files(job(configuration: name)).count == 4)
  }

  /// Tasks in containers see the folder of pipeline.yml as `/work`, and those of CI none at all.
  @Test(arguments: Engine.allCases) func aFolderIsACacheWhereTasksSeeIt(engine: Engine) throws {
    let files = { (cache: String) in try engine.files(job(cache: .folder(cache))) }
    let (isSlurm, isOfCI) = (engine == .slurm, engine == .githubMatrix || engine == .gitlabParallel)
    #expect(((try? files("/srv/c")) != nil) == isSlurm)
    #expect(((try? files("/work/c")) != nil) == !isOfCI)
  }

  @Test(arguments: ["/srv/campaign", "../campaign", "a/../../b"]) func whatTasksDoNotSeeIsRefused(campaign: String)
    throws
  {
    for engine in Engine.allCases where engine != .slurm {
      #expect(throws: FlagRefusal.self, "\(engine)") { try engine.files(job(campaign: campaign)) }
    }
  }

  @Test(arguments: Engine.allCases) func theReadmeNamesEveryFile(engine: Engine) throws {
    let files = try engine.files(try ArrayJob.example)
    let readme = try #require(files.last)
    #expect(readme.name == "README.md")
    for file in files.dropLast() { #expect(readme.text.contains("- `\(file.name)`: "), "\(file.name)") }
    let parts = ["## The cache", "| 1 | ", "| 2 | ", "| 3 | ", "## Limits", "https://"]
    for part in parts { #expect(readme.text.contains(part), "\(part)") }
    for file in files { #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.name)") }
  }
}

/// The scripts, as shells take them.
@Suite(.timeLimit(.minutes(10))) struct EngineScriptTests {
  /// In single quotes a `$` and a `\` are themselves on purpose, which are SC2016 and SC1003.
  @Test(.enabled(if: Program.isInstalled("shellcheck")), arguments: Engine.allCases)
  func scriptsHaveNoFault(engine: Engine) async throws {
    let folder = TemporaryFolder()
    for job in [try ArrayJob.example, try .awkward] {
      for file in try engine.files(job) where file.text.hasPrefix("#!") {
        try folder.write(file.text, to: file.name)
        let output = try await Program("shellcheck").run([
          "--severity", "info", "--exclude", "SC2016,SC1003", folder.absolute(file.name),
        ])
        #expect(output.status == 0, "\(engine) \(file.name): \(output.stdout)")
      }
    }
  }

  /// The words that reach the program are those that were given, whatever is in them.
  @Test func namesReachTheProgramAsTheyAre() async throws {
    let folder = TemporaryFolder()
    let campaign = "-it's; touch \"here\" $(touch there) `touch so`"
    let job = try ArrayJob(
      shards: 4, jobs: 2, workerBytes: 0, image: "image", folder: folder.path, paths: ["campaign": campaign],
      cache: .folder("/c"))
    let script = try #require(try Engine.slurm.files(job).first { $0.name == "array.sbatch" })
    try folder.write(script.text, to: "array.sbatch")
    try folder.write("#!/bin/sh\nprintf '%s|' \"$@\"\n", to: "bin/richpush")
    let path = folder.absolute("bin") + ":/usr/bin:/bin"
    _ = try await Program("chmod").run(["+x", folder.absolute("bin/richpush")])
    let output = try await Program("sh").run([folder.absolute("array.sbatch")], environment: ["PATH": path])
    let words = "run|./\(campaign)|--config|pipeline.yml|--cache-url|file:///c|--jobs|2|--shard|auto/4|"
    #expect(output == ProgramOutput(status: 0, stdout: words, stderr: ""))
    #expect(try folder.names() == ["array.sbatch", "bin"])
  }
}
