import Findings

/// A part of a run: its number from 1, and the number of parts.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// The most parts of a run, as in AWS Batch's arrays (https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html).
  public static let maximumCount = 10_000

  /// nil if there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard 1...Self.maximumCount ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// As written after `--shard`: `3/16`.
  public var description: String { "\(number)/\(count)" }
}

/// The value after `--shard`.
public enum ShardArgument: Hashable, Sendable {
  /// `3/16`.
  case number(Int, count: Int)
  /// `auto/16`, or `auto` if the engine also gives the count: the environment gives the number.
  case automatic(count: Int?)

  /// nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Int(digits: parts[1]) : nil
    guard parts.count == 1 || count != nil else { return nil }
    if parts[0] == "auto" {
      self = .automatic(count: count)
    } else {
      guard let number = Int(digits: parts[0]), let count else { return nil }
      self = .number(number, count: count)
    }
  }
}

extension Int {
  /// nil unless a text is only decimal digits of a number that fits.
  init?(digits: some StringProtocol) {
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    self.init(digits)
  }
}

/// An engine that runs many tasks of one kind and gives each its index.
public struct ArrayEngine: Hashable, Sendable {
  /// As its makers spell it.
  public let name: String
  /// The environment variable of the index.
  public let variable: String
  /// The index of the first task.
  public let base: Int
  /// The environment variable of the number of tasks; nil if none has it.
  public let count: String?
  /// The value that means "not an array"; nil where no value means it.
  let absence: String?

  /// The supported engines: those of texts/engines.txt, which has their sources.
  public static let all = WordTable("texts/engines.txt").rows("engine", most: 5).map { row in
    func text(_ word: String) -> String? { word == "-" ? nil : word }
    return ArrayEngine(
      name: row[4], variable: row[0], base: Int(row[1]) ?? 0, count: text(row[2]), absence: text(row[3]))
  }
}

/// The number of this process in an array, from the environment.
public struct ArrayTask: Hashable, Sendable, CustomStringConvertible {
  public let engine: ArrayEngine
  /// As the engine counts.
  public let index: Int
  /// The number of tasks; nil if the engine does not give it.
  public let count: Int?

  /// From 1, whatever the engine counts from.
  public var number: Int {
    let (number, overflow) = index.addingReportingOverflow(1 - engine.base)
    return overflow ? .max : number
  }

  /// Its origin: `SLURM_ARRAY_TASK_ID=3 (Slurm)`.
  public var description: String { "\(engine.variable)=\(index) (\(engine.name))" }

  /// Why the environment does not give it.
  public enum SearchError: Error, Hashable, Sendable {
    /// No engine's variable is set.
    case none
    /// A variable is not a number.
    case noNumber(ArrayEngine, String)
    /// Nested engines give different numbers.
    case several([ArrayTask])
  }

  /// - Throws: `SearchError`.
  public static func found(in environment: [String: String]) throws(SearchError) -> ArrayTask {
    var tasks: [ArrayTask] = []
    for engine in ArrayEngine.all {
      guard let text = environment[engine.variable], !text.isEmpty, text != engine.absence else { continue }
      guard let index = Int(digits: text) else { throw .noNumber(engine, text) }
      let count = engine.count.flatMap { environment[$0] }.flatMap(Int.init(digits:))
      tasks.append(ArrayTask(engine: engine, index: index, count: count))
    }
    guard let first = tasks.first else { throw .none }
    guard tasks.allSatisfy({ $0.number == first.number }) else { throw .several(tasks) }
    return first
  }
}
