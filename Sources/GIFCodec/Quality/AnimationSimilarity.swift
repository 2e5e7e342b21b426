/// How like its original an encoded animation looks: the mean SSIM over the time it is shown, at the original's size.
package struct AnimationSimilarity {
  /// Frames of more pixels together are not all looked at, but every second, third, …
  private static let mostPixels = 24_000_000

  private let original: GIFAnimation
  /// Which frames are looked at, when each is shown in hundredths of a second, and its brightness.
  private let samples: [(start: Double, frame: Int)]
  private let weights: [Double]

  package init(_ original: GIFAnimation) {
    self.original = original
    let step = max(1, original.pixelCount * original.frames.count / Self.mostPixels)
    var samples: [(start: Double, frame: Int)] = []
    var weights: [Double] = []
    var time = 0.0
    for (index, frame) in original.frames.enumerated() {
      if index % step == 0 {
        samples.append((time, index))
        weights.append(0)
      }
      weights[weights.count - 1] += Double(max(frame.delay, 1))
      time += Double(frame.delay) / 10
    }
    self.samples = samples
    self.weights = weights
  }

  /// 0 to 1, and 1 for the original.
  package func score(_ gif: [UInt8]) -> Double {
    guard var decoder = GIFDecoder(gif) else { return 0 }
    let (width, height) = (decoder.width, decoder.height)
    var (time, next, sum) = (0, 0, 0.0)
    decoder.forEachFrame { frame in
      time += frame.delay
      var shown: LumaPlane?
      // Half a hundredth is the most that rounding can have moved a frame.
      while next < samples.count, samples[next].start + 0.5 < Double(time) || frame.delay == 0 && shown == nil {
        let plane =
          shown
          ?? LumaPlane(rgba: frame.pixels, width: width, height: height)
          .resized(width: original.width, height: original.height)
        shown = plane
        sum += weights[next] * similarity(plane, to: samples[next].frame)
        next += 1
      }
    }
    return sum / max(weights.reduce(0, +), 1)
  }

  private func similarity(_ plane: LumaPlane, to frame: Int) -> Double {
    let wanted = LumaPlane(rgba: original.frames[frame].pixels, width: original.width, height: original.height)
    return StructuralSimilarity.mean(wanted, plane)
  }
}
