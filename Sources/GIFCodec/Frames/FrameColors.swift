/// What a frame would paint: which colours, and how badly a palette serves them.
struct FrameColors {
  /// Of the pixels that have to be painted.
  private(set) var painted = ColorSet()
  /// Of the whole rectangle.
  private(set) var all = ColorSet()
  /// True when some pixel of the rectangle is to stay as it is, or transparent.
  private(set) var keepsSome = false
  /// True when some pixel of the rectangle has to be transparent.
  private(set) var hasTransparency = false
  private var histogram: ColorHistogram?

  init(countsColors: Bool) {
    histogram = countsColors ? ColorHistogram() : nil
  }

  mutating func add(_ pixel: Pixel, isPainted: Bool, weight: Float) {
    all.insert(pixel)
    if !pixel.isOpaque { hasTransparency = true }
    if isPainted, pixel.isOpaque {
      painted.insert(pixel)
      histogram?.add(pixel, weight: weight)
    } else {
      keepsSome = true
    }
  }

  func reduced(count: Int) -> [Pixel] {
    var quantizer = PaletteQuantizer(histogram?.entries ?? [])
    return quantizer.palette(count: count)
  }
}
