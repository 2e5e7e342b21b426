public import MediaFacts

/// Chooses the frame that represents all: sharp, not empty, and like most others.
///
/// Each frame gets marks between 0 and 1, which are multiplied. No single mark excludes a frame, so there is always a best one.
public struct PosterSelection: Sendable {
  /// The mark of each frame.
  package let marks: [Double]

  /// - Parameter frames: in the order of time, at about equal distances.
  public init(_ frames: [Thumbnail]) {
    let traits = frames.map(FrameTraits.init)
    // The ninth decile.
    let sharpest = traits.isEmpty ? 0 : traits.map(\.sharpness).sorted()[traits.count * 9 / 10]
    let fullest = traits.map(\.visiblePart).max() ?? 0
    marks = traits.indices.map { index in
      let trait = traits[index]
      // An animation with transparency may build up its picture: the fullest frame counts.
      let part = fullest > 0 ? trait.visiblePart / fullest : 1
      // Nearly uniform frames are worthless; beyond a standard deviation of 25 more contrast is not better.
      let contrast = 0.02 + 0.98 * min(1, trait.contrast / 25)
      // Frames nearly black or nearly white show little. White paper with some writing is no such frame.
      let light = 0.1 + 0.9 * min(1, trait.brightness / 50, (255 - trait.brightness) / 10)
      // Sharpness depends on the subject, so it is compared with the others', and counts half.
      let sharpness = sharpest > 0 ? min(1, 0.25 + 0.75 * trait.sharpness / sharpest) : 1
      let likeness = 1 - 0.7 * trait.distance(toAll: traits)
      let rest = 1 - 0.8 * traits.transition(at: index)
      // Of equal ones the earlier: the last is often a card with a logo.
      let place = Double(index) / Double(max(1, traits.count - 1))
      return part * part * contrast * light * sharpness * likeness * rest * (1 - 0.15 * place)
    }
  }

  /// The index of the best frame; nil without frames. Of equal ones it is the first.
  public var bestIndex: Int? { marks.indices.max { marks[$0] < marks[$1] || (marks[$0] == marks[$1] && $0 > $1) } }
}

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

extension [FrameTraits] {
  /// Whether a frame is in a fade or a dissolve: 0 for not at all, 1 for sure.
  ///
  /// There each frame mixes the one before and the one after, pixel by pixel, and those two differ. Motion mixes them differently in each
  /// place.
  fileprivate func transition(at index: Int) -> Double {
    guard index > 0, index + 1 < count else { return 0 }
    return Self.mixing(self[index].luma, between: self[index - 1].luma, and: self[index + 1].luma)
  }

  /// How well a mixture of two different frames explains a frame.
  private static func mixing(_ frame: [Float], between before: [Float], and after: [Float]) -> Double {
    guard before.count == frame.count, after.count == frame.count, !frame.isEmpty else { return 0 }
    var (whole, shared, step): (Float, Float, Float) = (0, 0, 0)
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
    let rest = Swift.max(0, step - weight * shared) / whole
    return Double(Swift.max(0, 1 - rest / 0.05))
  }
}

/// A small copy of a frame, to decide whether the frame may represent the whole.
public struct Thumbnail: Hashable, Sendable {
  public let size: PixelSize
  /// RGBA, row by row.
  public let samples: [UInt8]

  /// The longest side needed.
  public static let longestSide = 96

  /// - Returns: nil if the sample count does not fit the size, or is 0.
  public init?(size: PixelSize, samples: [UInt8]) {
    guard size.width > 0, size.height > 0, size.count <= samples.count, size.count * 4 == samples.count else {
      return nil
    }
    (self.size, self.samples) = (size, samples)
  }

  /// The size of a frame's thumbnail: in its shape, at least a pixel each way, and no larger than the frame.
  public static func size(of frame: PixelSize) -> PixelSize {
    frame.scaled(by: min(1, Double(longestSide) / Double(max(frame.width, frame.height, 1))))
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool { stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 } }

  /// Whether any pixel is not wholly transparent.
  public var isVisible: Bool { stride(from: 3, to: samples.count, by: 4).contains { samples[$0] > 0 } }

  /// The part that is not transparent, 0 to 1.
  var visiblePart: Double {
    let alpha = stride(from: 3, to: samples.count, by: 4).reduce(0) { $0 + Int(samples[$1]) }
    return Double(alpha) / 255 / Double(size.count)
  }

  /// Brightness of each pixel as it looks on black, 0 to 255: luma of ITU-R BT.709.
  var luma: [Float] {
    stride(from: 0, to: samples.count, by: 4).map { start in
      let light =
        0.2126 * Float(samples[start]) + 0.7152 * Float(samples[start + 1]) + 0.0722 * Float(samples[start + 2])
      return light * Float(samples[start + 3]) / 255
    }
  }

  /// The part of the visible pixels in each of 64 colours, four levels a channel.
  var histogram: [Float] {
    var counts = [Float](repeating: 0, count: 64)
    var total: Float = 0
    for start in stride(from: 0, to: samples.count, by: 4) {
      let color = Int(samples[start] >> 6) << 4 | Int(samples[start + 1] >> 6) << 2 | Int(samples[start + 2] >> 6)
      counts[color] += Float(samples[start + 3])
      total += Float(samples[start + 3])
    }
    return total > 0 ? counts.map { $0 / total } : counts
  }
}
