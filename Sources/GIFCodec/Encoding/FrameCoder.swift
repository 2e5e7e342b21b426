/// Codes the frames of an animation one by one, each in the palette with the least distortion + lambda times bits.
struct FrameCoder {
  /// A frame's pixels in one palette.
  struct CodedFrame {
    let palette: FramePalette
    let data: LZWEncoder.Output
    /// Distortion and bits together, in units of distortion.
    fileprivate let cost: Double
  }

  private let settings: GIFSettings
  private let palettes: PaletteChoice
  private var encoder = LZWEncoder()

  /// - Parameter keepsPixels: whether frames may leave pixels unchanged.
  init(_ colors: AnimationColors, settings: GIFSettings, keepsPixels: Bool) {
    self.settings = settings
    palettes = PaletteChoice(colors, settings: settings, keepsPixels: keepsPixels)
  }

  /// The file's shared palette; nil when every frame has its own.
  var globalPalette: FramePalette? { palettes.global }

  /// Dithers if requested and the global palette lacks colours.
  var dither: OrderedDither? {
    settings.dithers && !palettes.globalIsExact ? palettes.global.map { OrderedDither($0) } : nil
  }

  /// The distortion that a byte of output is worth. Palettes have a price even when bits are free.
  private var bytePrice: Double { max(settings.loss, 0.1) * 8 }

  /// The cheapest way to write a rectangle of a frame.
  mutating func code(_ target: FrameTarget, in rectangle: FrameRectangle) -> CodedFrame {
    let colors = target.colors(in: rectangle, countingColors: !palettes.globalIsExact)
    var candidates = palettes.candidates(colors, bytePrice: bytePrice) {
      target.distortion(in: rectangle, palette: &$0)
    }
    var best = code(target, in: rectangle, palette: &candidates[0])
    for index in candidates.indices.dropFirst() {
      let coded = code(target, in: rectangle, palette: &candidates[index])
      if coded.cost < best.cost { best = coded }
    }
    return best
  }

  private mutating func code(
    _ target: FrameTarget, in rectangle: FrameRectangle, palette: inout FramePalette
  ) -> CodedFrame {
    let kept = code(target, in: rectangle, palette: &palette, prefersKeeping: true)
    // Lossless encoding has time to try whether repainting unchanged pixels is better.
    guard settings.loss == 0, palette.hasTransparency else { return kept }
    let painted = code(target, in: rectangle, palette: &palette, prefersKeeping: false)
    return painted.cost < kept.cost ? painted : kept
  }

  private mutating func code(
    _ target: FrameTarget, in rectangle: FrameRectangle, palette: inout FramePalette, prefersKeeping: Bool
  ) -> CodedFrame {
    let choices = target.choices(in: rectangle, palette: &palette, prefersKeeping: prefersKeeping)
    let data = encoder.encode(FrameChoices(pixels: choices, indices: palette.indices, lambda: Float(settings.loss)))
    let least = choices.reduce(0.0) { $0 + Double($1.leastDistortion) }
    let tableBytes = palettes.global?.colors == palette.colors ? 0 : palette.byteCount
    let cost = least + data.distortion + bytePrice * Double(data.bytes.count + tableBytes)
    return CodedFrame(palette: palette, data: data, cost: cost)
  }
}

/// The palettes worth trying for a frame.
private struct PaletteChoice {
  /// The file's shared palette.
  let global: FramePalette?
  /// True when the global palette has every colour of the animation.
  let globalIsExact: Bool
  /// The most colours of a frame, the transparent index included.
  private let mostColors: Int

  init(_ colors: AnimationColors, settings: GIFSettings, keepsPixels: Bool) {
    mostColors = settings.colors
    // A palette that is full with colours also works if nothing has to be transparent.
    let spared = colors.hasTransparency ? 1 : 0
    let exact = colors.all(count: settings.colors - spared)
    globalIsExact = exact != nil
    let hasTransparency = colors.hasTransparency || keepsPixels && (exact?.count ?? 0) < settings.colors
    // Lossless encoding with too many colours for one palette needs exact palettes of frames.
    let isLossless = settings.loss == 0 && settings.colors == 256
    let reduced = isLossless ? nil : colors.reduced(count: settings.colors - (hasTransparency ? 1 : 0))
    global = (exact ?? reduced).map { FramePalette($0, hasTransparency: hasTransparency) }
  }

  /// At least one. The global palette first, then one for the frame if it may be worth its bytes.
  ///
  /// - Parameter distortion: the distortion of the frame by a palette; only called where the global one is inexact.
  func candidates(
    _ colors: FrameColors, bytePrice: Double, distortion: (inout FramePalette) -> Double
  ) -> [FramePalette] {
    let own = ownPalette(colors)
    guard var global else { return [own] }
    if globalIsExact {
      let isBetterOwn = own.bits < global.bits || !global.hasTransparency && own.hasTransparency && colors.keepsSome
      return isBetterOwn ? [global, own] : [global]
    }
    return distortion(&global) > bytePrice * Double(own.byteCount) ? [global, own] : [global]
  }

  private func ownPalette(_ colors: FrameColors) -> FramePalette {
    if !colors.painted.hasOverflowed, colors.painted.colors.count < mostColors {
      return FramePalette(colors.painted.colors, hasTransparency: true)
    }
    // The palette is full, but nothing must be kept, or it can also be painted.
    if !colors.hasTransparency, !colors.all.hasOverflowed, colors.all.colors.count == mostColors {
      return FramePalette(colors.all.colors, hasTransparency: false)
    }
    return FramePalette(colors.reduced(count: mostColors - 1), hasTransparency: true)
  }
}

/// The disposal of a frame's rectangle before the next frame, so that pixels can become transparent again.
struct DisposalChoice {
  let disposal: GIFDisposal
  /// What the frame must cover.
  let rectangle: FrameRectangle

  /// - Parameters:
  ///   - rectangle: what it paints.
  ///   - next: the next frame's pixels; nil after the last.
  init(_ target: FrameTarget, rectangle: FrameRectangle, next: [Pixel]?, canRestore: Bool) {
    let vanishing = next.map { next in
      FrameRectangle(width: target.width, height: target.height) { target.wanted[$0].isOpaque && !next[$0].isOpaque }
    }
    guard let next, let vanishing, !vanishing.isEmpty else {
      (disposal, self.rectangle) = (.keep, rectangle)
      return
    }
    let cleared = rectangle.union(vanishing)
    let repainted = Self.repaintedCount(target, next: next, cleared: cleared)
    let restores = canRestore && Self.restoredCount(target, next: next).map { $0 < repainted } ?? false
    (disposal, self.rectangle) = restores ? (.previous, rectangle) : (.background, cleared)
  }

  /// How many pixels the next frame paints after a rectangle was cleared.
  private static func repaintedCount(_ target: FrameTarget, next: [Pixel], cleared: FrameRectangle) -> Int {
    var count = 0
    for row in 0..<target.height {
      for column in 0..<target.width {
        let index = row * target.width + column
        let isCleared = cleared.rows.contains(row) && cleared.columns.contains(column)
        count += (isCleared ? next[index].isOpaque : next[index] != target.wanted[index]) ? 1 : 0
      }
    }
    return count
  }

  /// How many pixels the next frame paints when the previous picture is restored; nil when some of them would have to
  /// be transparent.
  private static func restoredCount(_ target: FrameTarget, next: [Pixel]) -> Int? {
    var count = 0
    for index in next.indices where next[index] != target.shown[index] {
      guard next[index].isOpaque else { return nil }
      count += 1
    }
    return count
  }
}
