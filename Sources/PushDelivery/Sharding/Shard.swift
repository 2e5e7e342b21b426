import Findings

/// A part of a planned run: its number from 1, and the number of parts.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// The most parts of a run, as in AWS Batch's arrays (https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html).
  public static let maximumCount = 10_000

  /// nil if there is no such part.
  public init?(_ number: Int, of count: Int) {
    guard 1...Self.maximumCount ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// Every part of a run.
  ///
  /// - Parameter count: 1 to `maximumCount`; empty for any other.
  public static func all(of count: Int) -> [Shard] { (1...max(count, 1)).compactMap { Shard($0, of: count) } }

  /// As written after `--shard`: `3/16`.
  public var description: String { "\(number)/\(count)" }

  /// The name of its result, before the digest: `shard-03-of-16`. Names of one run sort like the numbers.
  public var name: String {
    let (number, count) = (String(number), String(count))
    return "shard-\(String(repeating: "0", count: count.count - number.count))\(number)-of-\(count)"
  }
}

/// The value after `--shard`. Only the plan gives the number of parts: an engine that runs part of an array again gives the number that it
/// runs now.
public enum ShardArgument: Hashable, Sendable {
  /// `3/16`, or `3` of any number of parts.
  case number(Int, count: Int?)
  /// `auto`: the environment gives the number.
  case automatic

  /// nil for any other text.
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
  /// nil unless a text is only decimal digits of a number that fits.
  init?(digits: some StringProtocol) {
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    self.init(digits)
  }
}

/// Shard numbers as engines take them for an array: `3,7,12-14`.
public struct ShardNumbers: Hashable, Sendable, CustomStringConvertible {
  /// Each once, the smallest first.
  public let numbers: [Int]

  /// - Parameter numbers: in any order.
  public init(_ numbers: some Sequence<Int>) { self.numbers = Set(numbers).sorted() }

  /// Runs of three or more as a range; the empty text without numbers. Slurm, LSF and shells also take ranges of two, but two numbers are
  /// as short.
  public var description: String {
    runs.map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound),\(run.upperBound)"
      default: "\(run.lowerBound)-\(run.upperBound)"
      }
    }.joined(separator: ",")
  }

  /// Consecutive numbers.
  private var runs: [ClosedRange<Int>] {
    numbers.reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}

/// The place for the results of a planned run's shards, visible to all machines.
public enum ResultsAddress: Hashable, Sendable, CustomStringConvertible {
  case folder(String)
  case bucket(BucketAddress)

  /// Why a text is not such an address, and how to fix it. It contains no password.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Reads a folder's path, `s3://bucket/prefix` or `gs://bucket/prefix`.
  ///
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw Refusal(description: "it is empty: name a folder or a bucket") }
    guard text.contains("://") else {
      self = .folder(text)
      return
    }
    guard let address = (try? StrictURL(text)).flatMap(BucketAddress.init) else {
      throw Refusal(
        description:
          "\(text.contains("@") ? "it" : text.quoted) is no bucket with a prefix: write it as s3://bucket/prefix or gs://bucket/prefix, of letters, digits and -._~"
      )
    }
    self = .bucket(address)
  }

  /// nil for a bucket.
  public var folder: String? { if case .folder(let path) = self { path } else { nil } }

  public var description: String {
    switch self {
    case .folder(let path): path
    case .bucket(let address): address.description
    }
  }
}
