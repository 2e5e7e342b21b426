/// How long the stages of an encoding took.
package struct StageTimes: Sendable {
  /// The parts of an encoding.
  package enum Stage: String, CaseIterable, Sendable {
    case transform, pyramid, weights, quantization, rates, counting, script, decoding, compensation, writing
  }

  package private(set) var durations: [Stage: Duration] = [:]
  /// How often the picture was quantized.
  package var trials = 0

  mutating func measure<Result>(_ stage: Stage, _ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { durations[stage, default: .zero] += ContinuousClock.now - start }
    return body()
  }
}
