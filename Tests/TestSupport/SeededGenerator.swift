import Foundation

/// Random numbers that are the same in every run (SplitMix64), so that a test that fails once fails again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension SeededGenerator {
  /// About normally distributed, with mean 0 and standard deviation 1: a sum of twelve uniform numbers.
  public mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
  }

  /// A number of `range` whose order of magnitude is uniform.
  public mutating func logarithmic(_ range: ClosedRange<Int>) -> Int {
    let orders = log2(Double(range.lowerBound))...log2(Double(range.upperBound) + 1)
    let value = exp2(Double.random(in: orders, using: &self))
    return min(max(Int(value), range.lowerBound), range.upperBound)
  }
}
