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
