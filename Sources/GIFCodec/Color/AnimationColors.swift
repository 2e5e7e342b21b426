/// The colours of all frames together, each weighted by how long and how widely it is shown.
struct AnimationColors {
  private(set) var distinct = ColorSet()
  private(set) var hasTransparency = false
  private var histogram = ColorHistogram()

  init(_ animation: GIFAnimation) {
    var pixels = [Pixel](repeating: .transparent, count: animation.pixelCount)
    for frame in animation.frames {
      frame.unpack(into: &pixels)
      add(pixels, weight: Float(max(frame.delay, 1)))
    }
  }

  /// Runs of one colour are counted at once.
  private mutating func add(_ pixels: [Pixel], weight: Float) {
    var start = 0
    for index in 1...pixels.count where index == pixels.count || pixels[index] != pixels[start] {
      let pixel = pixels[start]
      if pixel.isOpaque {
        distinct.insert(pixel)
        histogram.add(pixel, weight: weight * Float(index - start))
      } else {
        hasTransparency = true
      }
      start = index
    }
  }

  /// All colours where there are no more than `count`.
  func all(count: Int) -> [Pixel]? {
    distinct.hasOverflowed || distinct.colors.count > count ? nil : distinct.colors
  }

  /// Few colours for all of them.
  func reduced(count: Int) -> [Pixel] {
    var quantizer = PaletteQuantizer(histogram.entries)
    return quantizer.palette(count: count)
  }
}
