/// An encoded animation's similarity to its original: the mean SSIM over the time it is shown, at the original's size.
struct AnimationSimilarity {
  /// Animations with more pixels are only sampled at every second, third, … frame.
  private static let mostPixels = 24_000_000

  private let original: GIFAnimation
  /// The sampled frames, when each starts in hundredths of a second, and its brightness.
  private let samples: [(start: Double, frame: Int)]
  private let weights: [Double]

  init(_ original: GIFAnimation) {
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
  func score(_ gif: [UInt8]) -> Double {
    guard var decoder = GIFDecoder(gif) else { return 0 }
    let (width, height) = (decoder.width, decoder.height)
    var (time, next, sum) = (0, 0, 0.0)
    while let frame = try? decoder.next() {
      time += frame.delay / 10
      var shown: LumaPlane?
      // Rounding moves a frame by at most half a hundredth.
      while next < samples.count, samples[next].start + 0.5 < Double(time) || frame.delay == 0 && shown == nil {
        let plane =
          shown
          ?? LumaPlane(frame, width: width, height: height)
          .resized(width: original.width, height: original.height)
        shown = plane
        sum += weights[next] * similarity(plane, to: samples[next].frame)
        next += 1
      }
    }
    return sum / max(weights.reduce(0, +), 1)
  }

  private func similarity(_ plane: LumaPlane, to frame: Int) -> Double {
    let wanted = LumaPlane(original.frames[frame], width: original.width, height: original.height)
    return StructuralSimilarity.mean(wanted, plane)
  }
}

/// SSIM (Wang et al., "Image quality assessment: from error visibility to structural similarity", 2004) of brightness, in
/// windows of 8 x 8 pixels every 4 pixels, as ffmpeg's filter measures it.
enum StructuralSimilarity {
  private static let c1: Float = 0.01 * 255 * 0.01 * 255
  private static let c2: Float = 0.03 * 255 * 0.03 * 255

  /// Sums over a block of 4 x 4 pixels: both pictures, their squares together, their product.
  private typealias Sums = SIMD4<Float>

  /// 1 for equal pictures of one size, less the more they differ. Pictures smaller than a window count as one block.
  static func mean(_ first: LumaPlane, _ second: LumaPlane) -> Double {
    let columns = max(1, first.width / 4)
    let rows = max(1, first.height / 4)
    var above = [Sums](repeating: .zero, count: columns)
    var total = 0.0
    for row in 0..<rows {
      let here = blocks(first, second, row: row, columns: columns)
      if row > 0 || rows == 1 {
        for column in 0..<max(1, columns - 1) {
          let right = min(column + 1, columns - 1)
          total += Double(similarity((above[column] + above[right] + here[column] + here[right])))
        }
      }
      above = here
    }
    return total / Double(max(1, columns - 1) * max(1, rows - 1))
  }

  private static func blocks(_ first: LumaPlane, _ second: LumaPlane, row: Int, columns: Int) -> [Sums] {
    var sums = [Sums](repeating: .zero, count: columns)
    let (these, those) = (first.values.span, second.values.span)
    for line in row * 4..<min(row * 4 + 4, first.height) {
      for column in 0..<min(columns * 4, first.width) {
        let x = these[line &* first.width &+ column]
        let y = those[line &* first.width &+ column]
        sums[column >> 2] += Sums(x, y, x * x + y * y, x * y)
      }
    }
    return sums
  }

  private static func similarity(_ sums: Sums) -> Float {
    let mean = sums / 64
    let product = mean.x * mean.y
    let squares = mean.x * mean.x + mean.y * mean.y
    let covariance = mean.w - product
    let variances = mean.z - squares
    return (2 * product + c1) * (2 * covariance + c2) / ((squares + c1) * (variances + c2))
  }
}

/// The brightness of a picture, white where it is transparent.
struct LumaPlane {
  let width: Int
  let height: Int
  let values: [Float]

  init(_ frame: GIFFrame, width: Int, height: Int) {
    self.width = width
    self.height = height
    var values: [Float] = []
    values.reserveCapacity(width * height)
    for index in 0..<width * height {
      let pixel = frame.pixel(at: index)
      values.append(
        pixel.isOpaque ? 0.299 * Float(pixel.red) + 0.587 * Float(pixel.green) + 0.114 * Float(pixel.blue) : 255)
    }
    self.values = values
  }

  private init(width: Int, height: Int, values: [Float]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  /// The picture in another size, by linear interpolation, like on screens.
  func resized(width newWidth: Int, height newHeight: Int) -> LumaPlane {
    if newWidth == width, newHeight == height { return self }
    let columns = Self.positions(from: width, to: newWidth)
    let rows = Self.positions(from: height, to: newHeight)
    var result: [Float] = []
    result.reserveCapacity(newWidth * newHeight)
    for row in rows {
      let (top, bottom) = (row.first &* width, row.second &* width)
      for column in columns {
        let upper = values[top &+ column.first] * (1 - column.part) + values[top &+ column.second] * column.part
        let lower = values[bottom &+ column.first] * (1 - column.part) + values[bottom &+ column.second] * column.part
        result.append(upper * (1 - row.part) + lower * row.part)
      }
    }
    return LumaPlane(width: newWidth, height: newHeight, values: result)
  }

  /// The two old places around each new one, and how far towards the second.
  private static func positions(from old: Int, to new: Int) -> [(first: Int, second: Int, part: Float)] {
    (0..<new).map { index in
      let place = max(0, (Double(index) + 0.5) * Double(old) / Double(new) - 0.5)
      let first = min(Int(place), old - 1)
      return (first, min(first + 1, old - 1), Float(place - Double(first)))
    }
  }
}
