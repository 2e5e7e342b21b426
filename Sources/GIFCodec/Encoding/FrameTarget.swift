/// A frame's target, the picture before it, and the weight of differences.
struct FrameTarget {
  let width: Int
  let height: Int
  /// The target pixels.
  let wanted: [Pixel]
  /// The pixels where nothing is painted.
  let shown: [Pixel]
  /// The weight of a squared distance at each pixel; nil for lossless.
  let weights: [Float]?
  /// Distortion up to which a pixel need not be painted.
  let tolerance: Float

  var canvas: FrameRectangle { FrameRectangle(columns: 0..<width, rows: 0..<height) }

  @inline(__always) private func weight(_ index: Int) -> Float { weights?[index] ?? ErrorWeights.flat }

  /// Whether a pixel has to be painted.
  @inline(__always) private func isPainted(_ index: Int) -> Bool {
    let (wanted, shown) = (wanted[index], shown[index])
    guard wanted != shown else { return false }
    guard let weights, wanted.isOpaque, shown.isOpaque else { return true }
    return Float(YUVColor(wanted).distance(to: YUVColor(shown))) * weights[index] > tolerance
  }

  /// The smallest rectangle with all pixels that must be painted.
  var paintedRectangle: FrameRectangle { FrameRectangle(width: width, height: height, where: isPainted) }

  /// The colours in a rectangle. Their counts are only needed to reduce them.
  func colors(in rectangle: FrameRectangle, countingColors: Bool) -> FrameColors {
    var colors = FrameColors(countsColors: countingColors)
    forEachIndex(in: rectangle) { index in
      colors.add(wanted[index], isPainted: isPainted(index), weight: weight(index))
    }
    return colors
  }

  /// The distortion by a palette of the pixels that must be painted.
  func distortion(in rectangle: FrameRectangle, palette: inout FramePalette) -> Double {
    var sum = 0.0
    forEachIndex(in: rectangle) { index in
      guard isPainted(index), wanted[index].isOpaque else { return }
      let nearest = palette.index(nearest: wanted[index])
      sum += distortion(at: index, of: palette.color(at: nearest))
    }
    return sum
  }

  /// The distortion when a picture is shown.
  func distortion(of shown: [Pixel]) -> Double {
    var sum = 0.0
    for index in shown.indices where shown[index] != wanted[index] { sum += distortion(at: index, of: shown[index]) }
    return sum
  }

  @inline(__always) private func distortion(at index: Int, of color: Pixel) -> Double {
    Double(Float(YUVColor(wanted[index]).distance(to: YUVColor(color))) * weight(index))
  }

  /// The allowed indices for the pixels of a rectangle. Unchanged pixels may stay or be painted again; `prefersKeeping`
  /// decides where neither makes strings longer.
  func choices(in rectangle: FrameRectangle, palette: inout FramePalette, prefersKeeping: Bool) -> [PixelChoice] {
    var choices: [PixelChoice] = []
    choices.reserveCapacity(rectangle.pixelCount)
    forEachIndex(in: rectangle) { choices.append(choice(at: $0, &palette, prefersKeeping: prefersKeeping)) }
    return choices
  }

  @inline(__always) private func choice(at index: Int, _ palette: inout FramePalette, prefersKeeping: Bool)
    -> PixelChoice
  {
    let (wanted, shown, weight) = (wanted[index], shown[index], weight(index))
    guard wanted.isOpaque else {
      return PixelChoice(
        target: .unreachable, best: 0, nearestColor: 0, weight: 1e20, leastDistortion: 0, distortionOfKeeping: 0)
    }
    let target = YUVColor(wanted)
    let nearest = palette.index(nearest: wanted)
    let painting = weight * Self.distance(wanted, target, to: palette.color(at: nearest))
    let canKeep = palette.hasTransparency && shown.isOpaque
    let keeping = canKeep ? weight * Self.distance(wanted, target, to: shown) : .infinity
    let color = UInt8(truncatingIfNeeded: nearest)
    return PixelChoice(
      target: target, best: keeping < painting || keeping == painting && prefersKeeping ? 0 : color,
      nearestColor: color, weight: weight,
      leastDistortion: min(keeping, painting), distortionOfKeeping: keeping - painting)
  }

  /// At least 1 for different colours, although coordinates are rounded.
  @inline(__always) private static func distance(_ wanted: Pixel, _ target: YUVColor, to pixel: Pixel) -> Float {
    wanted == pixel ? 0 : Float(max(1, target.distance(to: YUVColor(pixel))))
  }

  /// Gives the canvas index of each pixel of a rectangle, row by row.
  @inline(__always) private func forEachIndex(in rectangle: FrameRectangle, _ body: (Int) -> Void) {
    for row in rectangle.rows {
      for column in rectangle.columns { body(row * width + column) }
    }
  }
}

/// Which frames are shown and how long, in hundredths of a second, GIF's only unit.
struct FrameTiming: Hashable {
  /// A frame that is shown.
  struct TimedFrame: Hashable {
    /// The index in the animation's frames.
    let index: Int
    /// Hundredths of a second, at most `GIFWriter.longestDelay`.
    var delay: Int
  }

  private(set) var frames: [TimedFrame] = []

  /// Keeps frames that are shown long enough; others give their time to the frame before. The first and the last always
  /// stay.
  ///
  /// Times since the start are rounded, not delays, so that errors do not add up. Browsers show frames of 1/100 s for 1/10
  /// s, so longer frames must not become 1/100 s: where rounding leaves less than 2/100 s, the next frame is dropped.
  ///
  /// - Parameters: in milliseconds; each delay is at most `GIFFrame.longestDelay`.
  init(delays: [Int], shortest: Int = 0) {
    var starts: [Int] = []
    var end = 0
    for delay in delays {
      starts.append((end + 5) / 10)
      end += delay
    }
    for (index, start) in starts.enumerated() {
      guard let last = frames.last else {
        frames.append(TimedFrame(index: index, delay: 0))
        continue
      }
      let shown = start - starts[last.index]
      let isShort = shown < (shortest + 5) / 10 && index < delays.count - 1
      if isShort || Self.isTooShort(shown, meant: delays[last.index]) { continue }
      closeLast(after: shown)
      frames.append(TimedFrame(index: index, delay: 0))
    }
    guard let last = frames.last else { return }
    let shown = (end + 5) / 10 - starts[last.index]
    closeLast(after: Self.isTooShort(shown, meant: delays[last.index]) ? 2 : shown)
  }

  private mutating func closeLast(after shown: Int) {
    frames[frames.count - 1].delay = min(shown, GIFWriter.longestDelay)
  }

  private static func isTooShort(_ hundredths: Int, meant milliseconds: Int) -> Bool {
    milliseconds > 10 && hundredths < 2
  }
}
