import MediaFacts

/// A frame's properties, in numbers.
struct FrameTraits: Sendable {
  /// The part that is not transparent, 0 to 1.
  let visiblePart: Double
  /// Mean luma, 0 to 255.
  let brightness: Double
  /// Standard deviation of luma.
  let contrast: Double
  /// The amount of detail: the mean size of the Laplacian of luma.
  let sharpness: Double
  let histogram: [Float]
  let luma: [Float]

  init(_ frame: Thumbnail) {
    visiblePart = frame.visiblePart
    let luma = frame.luma
    let count = Float(luma.count)
    let mean = luma.reduce(0, +) / count
    brightness = Double(mean)
    contrast = Double((luma.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot())
    sharpness = Double(Self.sharpness(luma, frame.size))
    histogram = frame.histogram
    self.luma = luma
  }

  /// How much a frame counts in comparisons: black and empty ones do not.
  private var weight: Double { visiblePart * min(1, contrast / 20) }

  /// The average distance of its colours from those of the other frames, 0 to 1. Not the distance from the average: if two scenes
  /// alternate, a mixture of both resembles neither.
  func distance(toAll others: [FrameTraits]) -> Double {
    let total = others.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return 0 }
    return others.reduce(0) { $0 + $1.weight * distance(to: $1) } / total
  }

  /// The part of the pixels whose colour would have to change.
  private func distance(to other: FrameTraits) -> Double {
    var sum: Float = 0
    for color in histogram.indices { sum += abs(histogram[color] - other.histogram[color]) }
    return Double(sum / 2)
  }

  private static func sharpness(_ luma: [Float], _ size: PixelSize) -> Float {
    guard size.width > 2, size.height > 2 else { return 0 }
    var sum: Float = 0
    for row in 1..<(size.height - 1) {
      for place in (row * size.width + 1)..<((row + 1) * size.width - 1) {
        let around = luma[place - 1] + luma[place + 1] + luma[place - size.width] + luma[place + size.width]
        sum += abs(4 * luma[place] - around)
      }
    }
    return sum / Float((size.width - 2) * (size.height - 2))
  }
}

/// Whether a frame is in a fade or a dissolve.
struct FrameTransition {
  /// 0 for not at all, 1 for sure.
  let strength: Double

  /// In a fade or a dissolve each frame mixes the one before and the one after, pixel by pixel, and those two differ. Motion mixes them
  /// differently in each place.
  init(in traits: [FrameTraits], at index: Int) {
    guard index > 0, index + 1 < traits.count else {
      strength = 0
      return
    }
    strength = Self.mixing(traits[index].luma, between: traits[index - 1].luma, and: traits[index + 1].luma)
  }

  /// How well a mixture of two different frames explains a frame.
  private static func mixing(_ frame: [Float], between before: [Float], and after: [Float]) -> Double {
    guard before.count == frame.count, after.count == frame.count, !frame.isEmpty else { return 0 }
    var whole: Float = 0
    var shared: Float = 0
    var step: Float = 0
    for place in frame.indices {
      let change = after[place] - before[place]
      let part = frame[place] - before[place]
      whole += change * change
      shared += change * part
      step += part * part
    }
    // A root mean square of 10 levels is a visible change.
    guard whole / Float(frame.count) > 100 else { return 0 }
    let weight = shared / whole
    guard weight > 0.1, weight < 0.9 else { return 0 }
    // The rest after the best mixture, as a part of the whole change.
    let rest = max(0, step - weight * shared) / whole
    return Double(max(0, 1 - rest / 0.05))
  }
}
