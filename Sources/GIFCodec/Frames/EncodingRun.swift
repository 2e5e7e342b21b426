/// One pass over the frames of an animation, which writes the file.
struct EncodingRun {
  /// Bits that a painted pixel is taken to cost when it is asked whether a frame has to reach that far, and need that colour.
  /// Measured: 4 make files 4 to 40 % larger for less than 0.001 of SSIM, 32 lose more than they gain.
  private static let bitsPerPaintedPixel: Float = 20

  private let animation: GIFAnimation
  private let settings: GIFSettings
  private let schedule: FrameSchedule
  private let palettes: PaletteChoice
  /// nil where nothing is dithered: not asked for, or the palette lacks nothing.
  private let dither: OrderedDither?
  private var stillness: Stillness
  private var writer: GIFWriter
  private let compressor = LZWCompressor()
  /// What is shown before the next frame, and what that frame and the one after should show.
  private var shown: [Pixel]
  private var wanted: [Pixel]
  private var next: [Pixel]
  /// What becomes of the last frame's rectangle. Only a frame that is kept can be shown for longer.
  private var lastDisposal = GIFWriter.Disposal.keep
  private var isLossless = true
  private var harm = 0.0

  init(_ animation: GIFAnimation, colors: AnimationColors, settings: GIFSettings) {
    self.animation = animation
    self.settings = settings
    schedule = FrameSchedule(delays: animation.frames.map(\.delay), shortest: settings.shortestDelay)
    let palettes = PaletteChoice(colors, settings: settings, keepsPixels: schedule.entries.count > 1)
    self.palettes = palettes
    dither = settings.dithers && !palettes.globalIsExact ? palettes.global.map { OrderedDither($0) } : nil
    stillness = Stillness(animation, schedule.entries)
    writer = GIFWriter(
      width: animation.width, height: animation.height, loopCount: animation.loopCount, globalPalette: palettes.global)
    shown = [Pixel](repeating: .transparent, count: animation.pixelCount)
    (wanted, next) = (shown, shown)
  }

  mutating func encode() -> GIFEncoding {
    let entries = schedule.entries
    load(entries[0])
    for (position, entry) in entries.enumerated() {
      swap(&wanted, &next)
      let hasNext = position + 1 < entries.count
      if hasNext { load(entries[position + 1]) }
      encodeFrame(position, delay: entry.delay, hasNext: hasNext)
    }
    let isComplete = entries.count == animation.frames.count
    return GIFEncoding(
      bytes: writer.finish(), isLossless: isLossless && isComplete && dither == nil, frameCount: writer.frameCount,
      harm: harm)
  }

  private mutating func load(_ entry: FrameSchedule.Entry) {
    animation.frames[entry.frame].unpack(into: &next)
    dither?.apply(to: &next, width: animation.width)
  }

  private mutating func encodeFrame(_ position: Int, delay: Int, hasNext: Bool) {
    let isFirst = writer.frameCount == 0
    let target = target(position)
    // The first frame stands by itself: some clients show nothing else.
    let painted = isFirst ? target.canvas : target.paintedRectangle
    let choice = DisposalChoice(target, rectangle: painted, next: hasNext ? next : nil, canRestore: !isFirst)
    if choice.rectangle.isEmpty, choice.disposal == .keep, lastDisposal == .keep, writer.lengthenLast(by: delay) {
      return note(target)
    }
    let rectangle = choice.rectangle.isEmpty ? FrameRectangle(columns: 0..<1, rows: 0..<1) : choice.rectangle
    let image = cheapestImage(of: target, in: rectangle)
    writer.append(rectangle, palette: image.palette, delay: delay, disposal: choice.disposal, data: image.data.bytes)
    paint(image, in: rectangle)
    note(target)
    dispose(choice.disposal, rectangle, before: target.shown)
  }

  /// A frame's pixels in one palette.
  private struct Image {
    let palette: FramePalette
    let data: LZWCompressor.Output
    /// Harm and bytes together, in units of harm.
    let cost: Double
  }

  private mutating func target(_ position: Int) -> FrameTarget {
    FrameTarget(
      width: animation.width, height: animation.height, wanted: wanted, shown: shown,
      weights: settings.loss > 0 ? weights(position) : nil,
      tolerance: Float(settings.loss) * Self.bitsPerPaintedPixel)
  }

  /// What errors count: less where the picture is busy, more where it stays.
  private mutating func weights(_ position: Int) -> [Float] {
    let activity = ActivityMap(wanted, width: animation.width, height: animation.height, scale: 0.25)
    stillness.look(from: position, wanted: wanted)
    let times = stillness.times(from: position)
    var weights: [Float] = []
    weights.reserveCapacity(wanted.count)
    for row in 0..<animation.height {
      for column in 0..<animation.width {
        let frames = stillness.frames(at: weights.count, from: position)
        weights.append(activity.weight(column: column, row: row) * times[frames])
      }
    }
    return weights
  }

  private mutating func cheapestImage(of target: FrameTarget, in rectangle: FrameRectangle) -> Image {
    // Even when bits have no price, a palette has to be worth something.
    let bytePrice = max(settings.loss, 0.1) * 8
    let colors = target.colors(in: rectangle, countingColors: !palettes.globalIsExact)
    let global = palettes.global
    let candidates = palettes.candidates(
      colors, globalHarm: { global.map { target.harm(in: rectangle, palette: $0) } ?? 0 }, bytePrice: bytePrice)
    var best: Image?
    for palette in candidates {
      // Where nothing may be lost there is time to look whether unchanged pixels are better painted again.
      for prefersKeeping in settings.loss > 0 || !palette.hasTransparency ? [true] : [true, false] {
        let choices = target.choices(in: rectangle, palette: palette, prefersKeeping: prefersKeeping)
        let image = image(choices, palette: palette, bytePrice: bytePrice)
        if best.map({ image.cost < $0.cost }) ?? true { best = image }
      }
    }
    return best ?? image([], palette: candidates[0], bytePrice: bytePrice)
  }

  private func image(_ choices: [PixelChoice], palette: FramePalette, bytePrice: Double) -> Image {
    let data = compressor.compress(choices, alphabet: palette.alphabet, pricePerBit: Float(settings.loss))
    let leastHarm = choices.reduce(0.0) { $0 + Double($1.leastHarm) }
    let tableBytes = palettes.global?.colors == palette.colors ? 0 : palette.byteCount
    let cost = leastHarm + data.harm + bytePrice * Double(data.bytes.count + tableBytes)
    return Image(palette: palette, data: data, cost: cost)
  }

  private mutating func paint(_ image: Image, in rectangle: FrameRectangle) {
    var position = 0
    for row in rectangle.rows {
      for column in rectangle.columns {
        let color = image.palette.color(at: Int(image.data.indices[position]))
        if color.isOpaque { shown[row * animation.width + column] = color }
        position += 1
      }
    }
  }

  /// Notes how far what is shown now is from what it should be.
  private mutating func note(_ target: FrameTarget) {
    var sum = 0.0
    for index in shown.indices where shown[index] != wanted[index] {
      isLossless = false
      let distance = ColorCoordinates(shown[index]).distance(to: ColorCoordinates(wanted[index]))
      sum += Double(Float(distance) * target.weight(index))
    }
    harm += sum / Double(shown.count * schedule.entries.count)
  }

  private mutating func dispose(_ disposal: GIFWriter.Disposal, _ rectangle: FrameRectangle, before: [Pixel]) {
    lastDisposal = disposal
    switch disposal {
    case .keep: break
    case .restore: shown = before
    case .clear:
      for row in rectangle.rows {
        for column in rectangle.columns { shown[row * animation.width + column] = .transparent }
      }
    }
  }
}
