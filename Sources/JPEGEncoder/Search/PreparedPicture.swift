/// The results for all limits: computed once per picture.
package struct PreparedPicture: Sendable {
  let pixels: JPEGPixels
  /// Several scans, or one.
  let isProgressive: Bool
  package let luma: FrequencyPlane
  /// Of 4:2:0; empty without colour.
  private let halfChroma: [FrequencyPlane]
  /// Of 4:2:0; nil without colour.
  private let chromaLoss: ChromaLoss?
  /// The requested sampling; nil: chosen.
  private var sampling: ChromaSampling?
  let weights: BlockWeights
  let times: StageTimes
  let tuning: Tuning

  /// - Parameter sampling: nil: chosen by picture and limit.
  package init(
    _ pixels: JPEGPixels, sampling: ChromaSampling? = nil, isProgressive: Bool = true, tuning: Tuning = Tuning()
  ) {
    let clock = StageClock(StageTimes())
    let transform = PictureTransform(pixels)
    let shape = FrameShape(width: pixels.width, height: pixels.height, sampling: .half)
    let luma = clock.measure(.transform) { transform.luma(shape.components[0]) }
    let hasColor = sampling.map { $0 != .none } ?? pixels.hasColor
    (halfChroma, chromaLoss) = hasColor ? clock.measure(.transform) { transform.halfChroma(shape) } : ([], nil)
    weights = clock.measure(.weights) { BlockWeights(luma, tuning) }
    (self.pixels, self.isProgressive, self.luma, self.sampling) = (pixels, isProgressive, luma, sampling)
    (self.tuning, times) = (tuning, clock.times)
  }

  func shape(_ sampling: ChromaSampling) -> FrameShape {
    FrameShape(width: pixels.width, height: pixels.height, sampling: sampling)
  }

  /// The transformed components with this colour sampling.
  func planes(_ sampling: ChromaSampling) -> [FrequencyPlane] {
    switch sampling {
    case .none: [luma]
    case .half: [luma] + halfChroma
    case .full: [luma] + PictureTransform(pixels).fullChroma(shape(.full))
    }
  }

  /// The colour sampling that the search begins with.
  var firstSampling: ChromaSampling { sampling ?? (halfChroma.isEmpty ? .none : .half) }

  /// The scans that the search begins with.
  var usualScript: ScanScript { isProgressive ? .progressive(planes(firstSampling).map { _ in .usual }) : .sequential }

  /// Whether finer chroma is worth its bytes at this scale. At the finest, bytes have no other use.
  func needsFullChroma(scale: Double) -> Bool {
    guard sampling == nil, let loss = chromaLoss, loss.norm > 0 else { return false }
    let largest = loss.isConcentrated ? Self.concentratedPart : 1
    return scale <= QuantizationLevel.scales.lowerBound || relativeChromaLoss(scale) > largest
  }

  /// By how many points a score with halved chroma may be below the usual one before finer chroma is tried; nil: it is not worth a trial.
  func toleratedDeficit(scale: Double) -> Double? {
    guard sampling == nil, let loss = chromaLoss else { return nil }
    let part = relativeChromaLoss(scale)
    guard loss.isConcentrated else {
      return part > Self.leastPart ? Self.noticeable : part > Self.leastPartOfNoise ? Self.large : nil
    }
    if part > Self.doubtfulPart { return -.infinity }
    return part > Self.leastConcentratedPart ? Self.noticeable : nil
  }

  /// The loss of chroma by 4:2:0, relative to the largest that is as bad as that of luma by quantization.
  private func relativeChromaLoss(_ scale: Double) -> Double {
    (chromaLoss?.norm ?? 0) / (tuning.largestChromaLoss * scale)
  }

  /// Measured on 60 photographs, screens and drawings at 300,000 to 40,000 bytes: from these relative losses on 4:4:4 scores better, often
  /// does, or may. Where few blocks have fine chroma, it costs less. The deficit is in points of the score.
  private static let (concentratedPart, doubtfulPart, leastConcentratedPart) = (0.8, 0.2, 0.06)
  private static let (leastPart, noticeable) = (0.85, 2.0)
  /// Colours that change from pixel to pixel all over a picture lose more points than their mean loss tells.
  private static let (leastPartOfNoise, large) = (0.3, 4.0)

  /// The same with colour at full resolution.
  var withFullChroma: PreparedPicture {
    var picture = self
    picture.sampling = .full
    return picture
  }
}

/// How long the stages of an encoding took.
package struct StageTimes: Sendable {
  /// The parts of an encoding.
  package enum Stage: String, CaseIterable, Sendable {
    case transform, weights, quantization, rates, counting, script, decoding, writing
  }

  package fileprivate(set) var durations: [Stage: Duration] = [:]
  /// How often the whole picture was quantized.
  package fileprivate(set) var trials = 0
}

/// Measures the times of one encoding.
final class StageClock {
  private(set) var times: StageTimes

  /// - Parameter times: the times before.
  init(_ times: StageTimes) { self.times = times }

  func measure<Result>(_ stage: StageTimes.Stage, _ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { times.durations[stage, default: .zero] += ContinuousClock.now - start }
    return body()
  }

  func countTrial() { times.trials += 1 }
}
