/// What a frame should show, what is shown before it, and how much a difference counts.
struct FrameTarget {
  let width: Int
  let height: Int
  /// What should be shown.
  let wanted: [Pixel]
  /// What is shown where nothing is painted.
  let shown: [Pixel]
  /// What a squared distance counts at each pixel; nil when nothing may be lost.
  let weights: [Float]?
  /// Harm up to which a pixel need not be painted.
  let tolerance: Float

  var canvas: FrameRectangle { FrameRectangle(columns: 0..<width, rows: 0..<height) }

  @inline(__always) func weight(_ index: Int) -> Float { weights?[index] ?? 0.25 }

  /// Whether a pixel has to be painted.
  @inline(__always) func isPainted(_ index: Int) -> Bool {
    let (wanted, shown) = (wanted[index], shown[index])
    guard wanted != shown else { return false }
    guard let weights, wanted.isOpaque, shown.isOpaque else { return true }
    let distance = ColorCoordinates(wanted).distance(to: ColorCoordinates(shown))
    return Float(distance) * weights[index] > tolerance
  }

  /// The smallest rectangle with all that has to be painted.
  var paintedRectangle: FrameRectangle {
    FrameRectangle(width: width, height: height, where: isPainted)
  }

  /// The colours in a rectangle. Counting how often each is there is only needed to reduce them.
  func colors(in rectangle: FrameRectangle, countingColors: Bool) -> FrameColors {
    var colors = FrameColors(countsColors: countingColors)
    for row in rectangle.rows {
      for column in rectangle.columns {
        let index = row * width + column
        colors.add(wanted[index], isPainted: isPainted(index), weight: weight(index))
      }
    }
    return colors
  }

  /// The harm that a palette does to the pixels which have to be painted.
  func harm(in rectangle: FrameRectangle, palette: FramePalette) -> Double {
    var palette = palette
    var sum = 0.0
    for row in rectangle.rows {
      for column in rectangle.columns {
        let index = row * width + column
        guard isPainted(index), wanted[index].isOpaque else { continue }
        let color = palette.color(at: palette.index(nearest: wanted[index]))
        let distance = ColorCoordinates(wanted[index]).distance(to: ColorCoordinates(color))
        sum += Double(Float(distance) * weight(index))
      }
    }
    return sum
  }

  /// What may be written for the pixels of a rectangle in a palette's indices. What is shown already may stay or be painted
  /// again; `prefersKeeping` says what it does where neither makes strings longer.
  func choices(in rectangle: FrameRectangle, palette: FramePalette, prefersKeeping: Bool) -> [PixelChoice] {
    var palette = palette
    var choices: [PixelChoice] = []
    choices.reserveCapacity(rectangle.pixelCount)
    for row in rectangle.rows {
      for column in rectangle.columns {
        let index = row * width + column
        let weight = weight(index)
        choices.append(Self.choice(wanted[index], shown: shown[index], weight: weight, prefersKeeping, &palette))
      }
    }
    return choices
  }

  @inline(__always) private static func choice(
    _ wanted: Pixel, shown: Pixel, weight: Float, _ prefersKeeping: Bool, _ palette: inout FramePalette
  ) -> PixelChoice {
    guard wanted.isOpaque else {
      return PixelChoice(
        target: .unreachable, best: 0, nearestColor: 0, weight: 1e20, leastHarm: 0, harmOfKeeping: 0)
    }
    let target = ColorCoordinates(wanted)
    let nearest = palette.index(nearest: wanted)
    let painting = weight * distance(wanted, target, to: palette.color(at: nearest))
    let canKeep = palette.hasTransparency && shown.isOpaque
    let keeping = canKeep ? weight * distance(wanted, target, to: shown) : .infinity
    let color = UInt8(truncatingIfNeeded: nearest)
    return PixelChoice(
      target: target, best: keeping < painting || keeping == painting && prefersKeeping ? 0 : color,
      nearestColor: color, weight: weight,
      leastHarm: min(keeping, painting), harmOfKeeping: keeping - painting)
  }

  /// At least 1 for different colours, although coordinates are rounded.
  @inline(__always) private static func distance(
    _ wanted: Pixel, _ target: ColorCoordinates, to pixel: Pixel
  ) -> Float {
    wanted == pixel ? 0 : Float(max(1, target.distance(to: ColorCoordinates(pixel))))
  }
}
