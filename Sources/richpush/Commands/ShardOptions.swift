import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The options of `run` for a part of a run.
struct ShardOptions: ParsableArguments {
  @Option(help: .text("shardOptions.shard"), completion: .automatic) var shard: String?

  @Flag(name: .customLong("task-exit-zero"), help: .text("shardOptions.endsWithZero")) var endsWithZero = false

  func validate(beside options: PipelineOptions, _ others: [(flag: String, isGiven: Bool)]) throws {
    guard let shard else {
      if endsWithZero { throw ValidationError("--task-exit-zero goes with --shard") }
      return
    }
    guard ShardArgument(shard) != nil else { throw ValidationError(ErrorWords.flag("shard", shard.quoted).message) }
    let ofAll = others + [("--replace", options.replace), ("--withdraw-all", options.withdrawAll)]
    let given = ofAll.filter(\.isGiven).map(\.flag)
    guard given.isEmpty else {
      throw ValidationError(ErrorWords.flag("shardOnly", given.joined(separator: ", ")).message)
    }
  }
}

extension ShardOptions {
  /// The shard to do; nil: a whole run.
  func chosen() throws -> Shard? {
    // `validate` refuses any other text.
    guard let shard, let argument = ShardArgument(shard) else { return nil }
    switch argument {
    case .number(let number, let count):
      guard let shard = Shard(number, of: count) else {
        throw Self.noShard(
          "--shard",
          "there is no shard \(number)/\(count): a run has 1 to \(Shard.maximumCount), and numbers begin at 1")
      }
      return shard
    case .automatic(let count): return try Self.found(of: count)
    }
  }

  /// Says whether a shard is done, and exits like a run with only its sources.
  func leave(_ status: ExitStatus, _ shard: Shard) throws {
    let isDone = status == .success || status == .refused
    if isDone {
      Console.standard.hint("shard \(shard) is done")
    } else {
      Console.standard.note("shard \(shard) is not done")
    }
    if status == .refused, endsWithZero { throw ExitCode(ExitStatus.success.rawValue) }
    try status.leave()
  }

  /// - Parameter count: the given number of shards, which an engine that repeats a part of an array may not know; nil: the engine's.
  private static func found(of given: Int?) throws -> Shard {
    let task: ArrayTask
    do throws(ArrayTask.SearchError) {
      task = try ArrayTask.found(in: ProcessInfo.processInfo.environment)
    } catch { throw noShard(error) }
    guard let count = given ?? task.count else {
      throw noShard(
        "--shard auto", "\(task.engine.name) does not say how many shards there are", remedy: "write --shard auto/16")
    }
    guard let shard = Shard(task.number, of: count) else {
      throw noShard(
        task.engine.variable, "\(task) is shard \(task.number), and there are \(count)",
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
        remedy: "give the number: --shard \"$INDEX/16\"")
    }
  }

  private static func noShard(_ subject: String, _ message: String, remedy: String? = nil) -> ExitCode {
    PipelineSetup.refusal(.init(.configuration, subject), message, remedy: remedy, .configurationShard)
  }
}
