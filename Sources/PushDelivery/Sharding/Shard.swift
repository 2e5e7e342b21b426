/// One of the parts that a planned run is split into: a number from 1, and how many there are.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// The most parts of a run. AWS Batch takes no array of more
  /// (https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html).
  public static let maximumCount = 10_000

  /// nil when there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard 1...Self.maximumCount ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// Every part of a run.
  ///
  /// - Parameter count: 1 to `maximumCount`; there are none of another count.
  public static func all(of count: Int) -> [Shard] { (1...max(count, 1)).compactMap { Shard($0, of: count) } }

  /// As it is written after `--shard`: `3/16`.
  public var description: String { "\(number)/\(count)" }

  /// What its result is called, before its digest: `shard-03-of-16`. Names of one run sort as the numbers do.
  public var name: String {
    let (number, count) = (String(number), String(count))
    return "shard-\(String(repeating: "0", count: count.count - number.count))\(number)-of-\(count)"
  }
}

/// What is written after `--shard`. How many parts there are is known from the plan alone: an engine that runs some of an array
/// again tells how many it runs now.
public enum ShardArgument: Hashable, Sendable {
  /// `3/16`, or `3` of however many there are.
  case number(Int, count: Int?)
  /// `auto`: the environment tells the number.
  case automatic

  /// nil for a text that is none of these.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
      return
    }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Int.init(digits:))
    guard numbers.count == parts.count, let number = numbers.first else { return nil }
    self = .number(number, count: numbers.count == 2 ? numbers[1] : nil)
  }
}

extension Int {
  /// nil unless a text is decimal digits alone, of a number that fits.
  init?(digits: some StringProtocol) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    self.init(digits)
  }
}
