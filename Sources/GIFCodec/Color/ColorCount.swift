/// Up to 256 distinct opaque colours in order of first sight; beyond that only the fact that there are more.
struct ColorSet {
  private(set) var colors: [Pixel] = []
  /// True when more than 256 distinct colours were seen; `colors` then holds the first 256.
  private(set) var hasOverflowed = false
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var last = Pixel.transparent

  /// Adds a colour; transparent pixels are skipped.
  mutating func insert(_ pixel: Pixel) {
    guard pixel != last, pixel.isOpaque else { return }
    last = pixel
    let slot = slot(of: pixel)
    guard slots[slot] != pixel.bits else { return }
    guard colors.count < 256 else {
      hasOverflowed = true
      return
    }
    slots[slot] = pixel.bits
    colors.append(pixel)
  }

  /// The colour's slot, or the empty slot where it would go. At most a quarter of the slots is filled, so one exists.
  private func slot(of pixel: Pixel) -> Int {
    var slot = Int(truncatingIfNeeded: (pixel.bits &* 0x9E37_79B1) >> 22)
    while slots[slot] != 0, slots[slot] != pixel.bits { slot = (slot + 1) & 1023 }
    return slot
  }
}

/// How much of each colour there is, in bins of 32 reds, 64 greens and 32 blues.
struct ColorHistogram {
  /// The weighted sums of a bin's reds, greens and blues, and the weight.
  private var bins = [SIMD4<Float>](repeating: .zero, count: 1 << 16)

  /// Adds an opaque colour.
  mutating func add(_ pixel: Pixel, weight: Float) {
    let index = (pixel.red >> 3) << 11 | (pixel.green >> 2) << 5 | pixel.blue >> 3
    bins[index] += SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), 1) * weight
  }

  /// Reduces all colours to a few.
  func reduced(count: Int) -> [Pixel] {
    let colors = bins.lazy.filter { $0.w > 0 }.map { bin in
      WeightedColor(red: bin.x / bin.w, green: bin.y / bin.w, blue: bin.z / bin.w, weight: bin.w)
    }
    var quantizer = PaletteQuantizer(Array(colors))
    return quantizer.palette(count: count)
  }
}

/// The colours of all frames together, each weighted by how long and how widely it is shown.
struct AnimationColors {
  private(set) var hasTransparency = false
  private var distinct = ColorSet()
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
  func all(count: Int) -> [Pixel]? { distinct.hasOverflowed || distinct.colors.count > count ? nil : distinct.colors }

  /// Few colours for all of them.
  func reduced(count: Int) -> [Pixel] { histogram.reduced(count: count) }
}

/// The pixels that a frame would paint, and their colours.
struct FrameColors {
  /// Of the pixels that have to be painted.
  private(set) var painted = ColorSet()
  /// Of the whole rectangle.
  private(set) var all = ColorSet()
  /// True when some pixel of the rectangle is to stay unchanged, or transparent.
  private(set) var keepsSome = false
  /// True when some pixel of the rectangle has to be transparent.
  private(set) var hasTransparency = false
  private var histogram: ColorHistogram?

  /// - Parameter countsColors: whether the painted colours may have to be reduced.
  init(countsColors: Bool) { histogram = countsColors ? ColorHistogram() : nil }

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

  /// Reduces the painted colours to a few.
  func reduced(count: Int) -> [Pixel] { histogram?.reduced(count: count) ?? [] }
}
