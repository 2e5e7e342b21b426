/// How long the stages of an encoding took.
package struct StageTimes: Sendable {
  /// The parts of an encoding.
  package enum Stage: String, CaseIterable, Sendable {
    case transform, pyramid, weights, quantization, rates, counting, script, decoding, compensation, writing
  }

  package fileprivate(set) var durations: [Stage: Duration] = [:]
  /// How often the whole picture was quantized.
  package fileprivate(set) var trials = 0
}

/// Takes the times of one encoding.
final class StageClock {
  private(set) var times: StageTimes

  /// - Parameter times: what has been spent before.
  init(_ times: StageTimes) { self.times = times }

  func measure<Result>(_ stage: StageTimes.Stage, _ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { times.durations[stage, default: .zero] += ContinuousClock.now - start }
    return body()
  }

  func countTrial() { times.trials += 1 }
}
