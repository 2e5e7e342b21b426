import MediaFacts
import PushDelivery

/// The longest jobs are to be begun first, so that none is left over while other workers have nothing to do (R. L. Graham,
/// "Bounds on multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17(2), 1969).
extension WorkerJob {
  /// How long a job may take in relation to others. What only looks at files comes before all, since it tells what else there is
  /// to do.
  package var expectedWork: Int {
    switch self {
    case .inspect, .probe, .verify: .max
    case .render(_, _, let inspection, let plan, _):
      Self.rounded(plan.encodedPixels + inspection.picture.size.count / Self.decodedForEncoded)
    case .renderMotion(_, _, _, let plan, _): Self.rounded(plan.specification.encodedPixels)
    }
  }

  /// Decoding and shrinking so many pixels takes as long as encoding one: measured on photographs.
  private static let decodedForEncoded = 40

  /// Differences of less than a quarter of a megapixel say little.
  private static func rounded(_ pixels: Int) -> Int { pixels >> 18 }
}

extension RenderPlan {
  fileprivate var encodedPixels: Int { method == .encode ? specification.geometry.scaled.count : 0 }
}

extension MotionSpecification {
  /// Of all frames; of those of ten seconds where nothing says how long it is.
  fileprivate var encodedPixels: Int {
    let frames = min(max(seconds ?? 10, 0), 600) * Double(maximumFrameRate)
    return Int(min(Double(size.count) * frames, 1e15))
  }
}
