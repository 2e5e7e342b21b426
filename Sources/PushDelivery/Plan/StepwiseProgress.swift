/// Maps the progress of steps whose number is not known beforehand to 0...1. It never goes back: each step takes the first half of
/// what remains.
public struct StepwiseProgress: Hashable, Sendable {
  /// How much is done, 0...1.
  public private(set) var done = 0.0
  private var start = 0.0
  private var end = 0.5

  public init() {}

  /// The step in hand is this far, 0...1.
  public mutating func advance(to part: Double) {
    guard part.isFinite else { return }
    done = max(done, start + (end - start) * min(max(part, 0), 1))
  }

  /// The step in hand is over and another one follows.
  public mutating func beginNextStep() {
    done = end
    start = end
    end = start + (1 - start) / 2
  }

  /// Nothing follows.
  public mutating func finish() {
    done = 1
    start = 1
    end = 1
  }
}
