/// Which palettes are worth trying for a frame.
struct PaletteChoice {
  /// The palette of the file's head.
  let global: FramePalette?
  /// True when the global palette has every colour of the animation.
  let globalIsExact: Bool
  /// The most colours of a frame, the transparent index included.
  let mostColors: Int

  init(_ colors: AnimationColors, settings: GIFSettings, keepsPixels: Bool) {
    mostColors = settings.colors
    // A palette that is full with colours serves too, as long as nothing has to be transparent.
    let spared = colors.hasTransparency ? 1 : 0
    let exact = colors.all(count: settings.colors - spared)
    globalIsExact = exact != nil
    let hasTransparency = colors.hasTransparency || keepsPixels && (exact?.count ?? 0) < settings.colors
    // Exact palettes of frames are all there is to lossless encoding when colours are too many for one.
    let isLossless = settings.loss == 0 && settings.colors == 256
    let reduced = isLossless ? nil : colors.reduced(count: settings.colors - (hasTransparency ? 1 : 0))
    global = (exact ?? reduced).map { FramePalette($0, hasTransparency: hasTransparency) }
  }

  /// At least one. The global palette first, then one of the frame's own where it may be worth its bytes.
  ///
  /// - Parameters:
  ///   - colors: what the frame paints.
  ///   - globalHarm: the harm that the global palette does to the frame; only asked for where it is not exact.
  ///   - bytePrice: the harm that a byte of output is worth.
  func candidates(_ colors: FrameColors, globalHarm: () -> Double, bytePrice: Double) -> [FramePalette] {
    let own = ownPalette(colors)
    guard let global else { return [own] }
    if globalIsExact {
      let isBetterOwn = own.bits < global.bits || !global.hasTransparency && own.hasTransparency && colors.keepsSome
      return isBetterOwn ? [global, own] : [global]
    }
    return globalHarm() > bytePrice * Double(own.byteCount) ? [global, own] : [global]
  }

  private func ownPalette(_ colors: FrameColors) -> FramePalette {
    if !colors.painted.hasOverflowed, colors.painted.colors.count < mostColors {
      return FramePalette(colors.painted.colors, hasTransparency: true)
    }
    // All colours are taken, but nothing is to be kept, or it can be painted just as well.
    if !colors.hasTransparency, !colors.all.hasOverflowed, colors.all.colors.count == mostColors {
      return FramePalette(colors.all.colors, hasTransparency: false)
    }
    return FramePalette(colors.reduced(count: mostColors - 1), hasTransparency: true)
  }
}
