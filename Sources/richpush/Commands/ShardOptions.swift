import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The options of `run` for a part of a planned run.
struct ShardOptions: ParsableArguments {
  @Option(help: "The plan that `plan --save` wrote; then only one shard of it is done.", completion: .json)
  var plan: String?

  @Option(
    help: "Which shard: 3/16, or auto for the number that the engine of an array gives this task.",
    completion: .shards)
  var shard: String?

  @OptionGroup var results: ResultsOption

  @Flag(
    name: .customLong("task-exit-zero"),
    help: "End with 0 if only pictures are refused, for engines that try again after every other status.")
  var endsWithZero = false

  func validate(beside options: PipelineOptions, contactSheet: String?) throws {
    guard plan != nil else {
      if shard != nil || results.results != nil || endsWithZero {
        throw ValidationError("--shard, --results and --task-exit-zero go with --plan: name the plan of the run")
      }
      return
    }
    guard let shard else { throw ValidationError("--plan goes with --shard: say which one, as 3/16 or auto") }
    guard ShardArgument(shard) != nil else {
      throw ValidationError("--shard is a number and how many there are, as 3/16, or auto; \(shard.quoted) is neither")
    }
    let frozen = [
      ("--config", options.config), ("--to", options.destination), ("--base-url", options.baseURL),
      ("--project", options.project), ("--trial", options.trial ? "" : nil),
    ].filter { $0.1 != nil }.map(\.0)
    guard frozen.isEmpty else {
      throw ValidationError(
        "\(frozen.joined(separator: ", ")): the plan decides that for all machines; give it to `richpush plan --save`")
    }
    let ofAll = [("--contact-sheet", contactSheet), ("--replace", options.replace ? "" : nil)].filter { $0.1 != nil }
    guard ofAll.isEmpty else {
      let are = ofAll.count == 1 ? "is" : "are"
      throw ValidationError(
        "\(ofAll.map(\.0).joined(separator: ", ")) \(are) about all of a run: give \(ofAll.count == 1 ? "it" : "them") to `richpush merge`"
      )
    }
  }
}

extension ShardOptions {
  /// Does one shard, and exits like a run with only its sources.
  func run(
    _ plan: String, _ options: PipelineOptions, _ transfers: TransferOptions, report: String?
  ) async throws {
    let planned = try PlannedSetup.plan(at: plan)
    let shard = try chosen(of: planned.shards, plan)
    try results.requireRoom()
    let results = results.address(ofPlan: plan)
    var setup = try PlannedSetup.load(planned, at: plan, options, report: report, results: results)
    setup.settings.access.store = transfers.applied(to: setup.settings.access.store)
    try setup.requireWritableOutputs()
    let settings = setup.settings
    let interruption = InterruptionGuard(
      saying: { "the shard did not get to its end, and the next run of it goes on where this one ended" },
      tidy: { Pipeline.tidyUp(after: settings) })
    defer { withExtendedLifetime(interruption) {} }
    let progress = Progress(console: .standard)
    let done = try await explainingFailure("; the shard is not done") { () throws(PipelineError) in
      defer { progress.end() }
      return try await PlannedRun(
        plan: plan, results: results, settings: settings, observe: progress.observe
      ).run(shard)
    }
    let saved = Result { try setup.save(done.report) }
    try setup.print(done.report)
    let status = status(done)
    let conclusion = Self.conclusion(done)
    if status == .success { Console.standard.hint(conclusion) } else { Console.standard.note(conclusion) }
    try saved.get()
    try status.leave()
  }

  private static func conclusion(_ done: ShardReport) -> String {
    guard let result = done.result else {
      return "shard \(done.shard) has left no result: fix that, and run it again"
    }
    return done.wasDone
      ? "shard \(done.shard) was done before: \(result)" : "shard \(done.shard) is done: \(result)"
  }

  private func status(_ done: ShardReport) -> ExitStatus {
    if done.report.hasChangedSources { return .usage }
    let status = ExitStatus(done.report)
    return status == .refused && endsWithZero ? .success : status
  }

  /// Only the plan knows the number of shards: an engine that repeats a part of an array gives the number of that part.
  private func chosen(of count: Int, _ plan: String) throws -> Shard {
    switch shard.flatMap(ShardArgument.init) {
    case .number(let number, let told)?:
      if let told, told != count {
        throw Self.noShard(
          "--shard", "\(number)/\(told) is meant for \(counted(told, "shard")), and \(plan) has \(count)")
      }
      guard let shard = Shard(number, of: count) else {
        throw Self.noShard("--shard", "there is no shard \(number) in \(plan), which has \(counted(count, "shard"))")
      }
      return shard
    case .automatic?: return try Self.found(of: count, plan)
    case nil: throw Self.noShard("--shard", "it is not said which shard is meant")
    }
  }

  private static func found(of count: Int, _ plan: String) throws -> Shard {
    let task: ArrayTask
    do throws(ArrayTask.SearchError) {
      task = try ArrayTask.found(in: ProcessInfo.processInfo.environment)
    } catch {
      throw noShard(error)
    }
    guard let shard = Shard(task.number, of: count) else {
      throw noShard(
        task.engine.variable, "\(task) is shard \(task.number), and \(plan) has \(counted(count, "shard"))",
        remedy: "give the array the indices \(task.engine.base) to \(count - 1 + task.engine.base)")
    }
    return shard
  }

  private static func noShard(_ error: ArrayTask.SearchError) -> ExitCode {
    switch error {
    case .none:
      noShard(
        "--shard auto",
        "no engine's index is in the environment; looked for "
          + ArrayEngine.all.map(\.variable).joined(separator: ", "),
        remedy: "start it as a task of an array, or give the number: --shard 1/N")
    case .noNumber(let engine, let text):
      noShard(engine.variable, "\(text.quoted), which \(engine.name) is taken to have set, is no index")
    case .several(let tasks):
      noShard(
        "--shard auto",
        "engines inside each other tell different shards: " + tasks.map(\.description).joined(separator: ", "),
        remedy: "give the number: --shard \"$INDEX\"")
    }
  }

  private static func noShard(_ subject: String, _ message: String, remedy: String? = nil) -> ExitCode {
    PipelineSetup.explain([Diagnostic(.configurationShard, .init(.configuration, subject), message, remedy: remedy)])
  }
}

/// The place of a planned run's results.
struct ResultsOption: ParsableArguments {
  @Option(
    help:
      "Where shards leave their results: a folder, s3://bucket/prefix or gs://bucket/prefix. (default: shards, next to the plan)",
    completion: .directory
  )
  var results: String?

  func validate() throws {
    guard let results else { return }
    do throws(ResultsAddress.Refusal) { _ = try ResultsAddress(results) } catch {
      throw ValidationError("--results: \(error)")
    }
  }

  /// - Throws: `ExitCode(2)` after saying that the named place cannot be a folder.
  func requireRoom() throws {
    guard let results, let folder = (try? ResultsAddress(results))?.folder else { return }
    try GivenPath.requireRoomForFolder(folder, "--results")
  }

  /// - Parameter plan: the path of the plan.
  func address(ofPlan plan: String) -> ResultsAddress {
    // It was validated before.
    results.flatMap { try? ResultsAddress($0) } ?? PlannedRun.standardResults(ofPlan: plan)
  }
}
