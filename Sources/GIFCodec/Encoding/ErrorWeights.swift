/// The weight of a squared error at each pixel of a frame: less where the picture is busy, more where it is unchanged.
struct ErrorWeights {
  /// The weight of a squared `YUVColor` distance where the picture is flat and changes with the next frame.
  static let flat: Float = 0.25

  private let animation: GIFAnimation
  private var persistence: PixelPersistence

  init(_ animation: GIFAnimation, _ timing: FrameTiming) {
    self.animation = animation
    persistence = PixelPersistence(animation, timing.frames)
  }

  /// One weight per pixel; ask for frames in order.
  mutating func weights(at position: Int, wanted: [Pixel]) -> [Float] {
    let activity = ActivityMap(wanted, width: animation.width, height: animation.height)
    persistence.look(from: position, wanted: wanted)
    let times = persistence.times(from: position)
    var weights: [Float] = []
    weights.reserveCapacity(wanted.count)
    for row in 0..<animation.height {
      for column in 0..<animation.width {
        let frames = persistence.frames(at: weights.count, from: position)
        weights.append(activity.weight(column: column, row: row) * times[frames])
      }
    }
    return weights
  }
}

/// How busy each place of a picture is: errors are less visible there. The weight falls with the local variance of luma, as
/// in SSIM (Wang et al., 2004), whose window it imitates: cells of 2 x 2 pixels, smoothed by 1-2-1 both ways, have its
/// standard deviation of 1.5 pixels.
private struct ActivityMap {
  /// The variance that halves an error's weight.
  private static let halfVariance: Float = 60

  private let columns: Int
  private let weights: [Float]

  /// - Parameter pixels: rows of `width`.
  init(_ pixels: [Pixel], width: Int, height: Int) {
    columns = (width + 1) / 2
    let rows = (height + 1) / 2
    var sums: [SIMD2<Float>] = []
    sums.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns { sums.append(Self.cell(pixels, width, height, column * 2, row * 2)) }
    }
    Self.smooth(&sums, count: columns, step: 1, lines: rows, lineStep: columns)
    Self.smooth(&sums, count: rows, step: columns, lines: columns, lineStep: 1)
    weights = sums.map { sum in
      let variance = max(0, sum.y - sum.x * sum.x)
      return ErrorWeights.flat * Self.halfVariance / (Self.halfVariance + variance)
    }
  }

  /// The weight at a pixel.
  @inline(__always) func weight(column: Int, row: Int) -> Float { weights[(row >> 1) &* columns &+ column >> 1] }

  /// Mean luma and mean squared luma.
  private static func cell(_ pixels: [Pixel], _ width: Int, _ height: Int, _ left: Int, _ top: Int) -> SIMD2<Float> {
    let right = min(left + 1, width - 1)
    let bottom = min(top + 1, height - 1)
    var sum = SIMD2<Float>.zero
    for index in [top * width + left, top * width + right, bottom * width + left, bottom * width + right] {
      let luma = Float(YUVColor(pixels[index]).y) / 2
      sum += [luma, luma * luma]
    }
    return sum / 4
  }

  /// Smooths lines of cells by 1-2-1; the end cells are repeated beyond the ends.
  private static func smooth(_ cells: inout [SIMD2<Float>], count: Int, step: Int, lines: Int, lineStep: Int) {
    for line in 0..<lines {
      var index = line * lineStep
      var before = cells[index]
      for place in 0..<count {
        let here = cells[index]
        let after = place + 1 < count ? cells[index + step] : here
        cells[index] = (before + here * 2 + after) / 4
        before = here
        index += step
      }
    }
  }
}

/// How long each pixel stays unchanged. What shows for longer is worth more bytes: an error in a still background would stay
/// for many frames.
private struct PixelPersistence {
  /// How many frames to look ahead, and the most that a pixel counts for.
  private static let horizon = 20
  /// Squared `YUVColor` distance up to which a pixel counts as unchanged: three levels of grey.
  private static let tolerance: Int32 = 36

  private let animation: GIFAnimation
  private let frames: [FrameTiming.TimedFrame]
  /// When each frame starts, in hundredths of a second, and when the last one ends.
  private let starts: [Int]
  /// For each pixel the index of the frame that changes it.
  private var ends: [Int32]

  init(_ animation: GIFAnimation, _ frames: [FrameTiming.TimedFrame]) {
    self.animation = animation
    self.frames = frames
    starts = frames.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.delay) }
    ends = [Int32](repeating: 0, count: animation.pixelCount)
  }

  /// Looks ahead from a frame; ask for frames in order.
  mutating func look(from position: Int, wanted: [Pixel]) {
    var open = wanted.indices.filter { ends[$0] <= Int32(truncatingIfNeeded: position) }
    let end = min(position + Self.horizon, frames.count)
    for later in position + 1..<max(end, position + 1) {
      let frame = animation.frames[frames[later].index]
      open.removeAll { index in
        let hasChanged = !Self.isStill(wanted[index], frame.pixel(at: index))
        if hasChanged { ends[index] = Int32(truncatingIfNeeded: later) }
        return hasChanged
      }
    }
    for index in open { ends[index] = Int32(truncatingIfNeeded: end) }
  }

  private static func isStill(_ pixel: Pixel, _ later: Pixel) -> Bool {
    if pixel == later { return true }
    guard pixel.isOpaque, later.isOpaque else { return false }
    return YUVColor(pixel).distance(to: YUVColor(later)) <= tolerance
  }

  /// The duration of each number of frames from this one on, from none to the horizon, in mean frame times.
  func times(from position: Int) -> [Float] {
    let mean = max(Float(starts[frames.count]) / Float(frames.count), 1)
    return (0...Self.horizon).map { count in
      let time = starts[min(position + count, frames.count)] - starts[position]
      return max(Float(time) / mean, 0.01)
    }
  }

  /// For how many frames from this one on a pixel stays.
  @inline(__always) func frames(at index: Int, from position: Int) -> Int {
    min(max(Int(ends[index]) - position, 1), Self.horizon)
  }
}
