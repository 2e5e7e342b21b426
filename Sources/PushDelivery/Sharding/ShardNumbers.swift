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
