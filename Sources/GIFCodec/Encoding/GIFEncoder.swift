/// Encodes an animation as GIF. It has analysed the colours once; encoding again with other settings costs less.
public struct GIFEncoder: Sendable {
  private let animation: GIFAnimation
  private let colors: AnimationColors

  public init(_ animation: GIFAnimation) {
    self.animation = animation
    colors = AnimationColors(animation)
  }

  /// The number of colours of all frames, including one for transparency; 256 where there are more.
  var colorCount: Int { min((colors.all(count: 255)?.count ?? 255) + 1, 256) }

  /// The same settings always give the same bytes.
  ///
  /// Memory besides the animation: about 40 bytes for each pixel of one frame.
  public func encode(_ settings: GIFSettings = .lossless) -> GIFEncoding {
    var pass = EncodingPass(animation, colors: colors, settings: settings)
    return pass.encode()
  }
}

/// How an animation is encoded.
public struct GIFSettings: Hashable, Sendable {
  /// Loses nothing where GIF allows it: see `GIFEncoding.isLossless`.
  public static let lossless = GIFSettings()

  /// The most colours of a frame, including the transparent one: 2 to 256.
  public let colors: Int
  /// The distortion accepted to save a bit, the Lagrange multiplier of rate-distortion theory: the squared error of a flat
  /// grey pixel, in levels of 0 to 255, shown for the mean time of a frame. 0: none. Busy areas, where errors are less
  /// visible, take more.
  public let loss: Double
  /// Whether mixed colours replace missing ones; in a fixed pattern, so that still areas do not flicker.
  public let dithers: Bool
  /// The shortest time of a frame in milliseconds; shorter frames give their time to the one before. The first and the last
  /// frame stay. 0: all frames stay.
  public let shortestDelay: Int

  /// Clamps values to the possible range.
  public init(colors: Int = 256, loss: Double = 0, dithers: Bool = false, shortestDelay: Int = 0) {
    self.colors = min(max(colors, 2), 256)
    self.loss = loss.isFinite ? max(loss, 0) : 0
    self.dithers = dithers
    self.shortestDelay = max(shortestDelay, 0)
  }
}

/// A finished GIF and its numbers.
public struct GIFEncoding: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// True when decoders show exactly the given pixels (with alpha made all or nothing).
  public let isLossless: Bool
  /// Images in the file; fewer than the given frames where neighbours are equal.
  public let frameCount: Int
  /// The mean squared error of a pixel, weighted as `GIFSettings.loss` says.
  public let distortion: Double
}

/// One pass over the frames of an animation that writes the file.
struct EncodingPass {
  /// The assumed bits per painted pixel, for deciding how far a frame must reach and whether it needs a colour. Measured: 4
  /// make files 4 to 40 % larger for less than 0.001 of SSIM, 32 lose more than they gain.
  private static let bitsPerPaintedPixel: Float = 20

  private let animation: GIFAnimation
  private let settings: GIFSettings
  private let timing: FrameTiming
  /// nil without dithering: not requested, or the palette is complete.
  private let dither: OrderedDither?
  private var coder: FrameCoder
  private var errorWeights: ErrorWeights
  private var writer: GIFWriter
  /// The picture before the next frame, then the targets of that frame and the one after.
  private var shown: [Pixel]
  private var wanted: [Pixel]
  private var next: [Pixel]
  /// The last frame's disposal. Only a frame that is kept can be shown for longer.
  private var lastDisposal = GIFDisposal.keep
  private var isLossless = true
  private var distortion = 0.0

  init(_ animation: GIFAnimation, colors: AnimationColors, settings: GIFSettings) {
    self.animation = animation
    self.settings = settings
    timing = FrameTiming(delays: animation.frames.map(\.delay), shortest: settings.shortestDelay)
    coder = FrameCoder(colors, settings: settings, keepsPixels: timing.frames.count > 1)
    dither = coder.dither
    errorWeights = ErrorWeights(animation, timing)
    writer = GIFWriter(
      width: animation.width, height: animation.height, loopCount: animation.loopCount,
      globalPalette: coder.globalPalette)
    shown = [Pixel](repeating: .transparent, count: animation.pixelCount)
    (wanted, next) = (shown, shown)
  }

  mutating func encode() -> GIFEncoding {
    let frames = timing.frames
    load(frames[0])
    for (position, frame) in frames.enumerated() {
      swap(&wanted, &next)
      let hasNext = position + 1 < frames.count
      if hasNext { load(frames[position + 1]) }
      encodeFrame(position, delay: frame.delay, hasNext: hasNext)
    }
    let isComplete = frames.count == animation.frames.count
    return GIFEncoding(
      bytes: writer.finish(), isLossless: isLossless && isComplete && dither == nil, frameCount: writer.frameCount,
      distortion: distortion)
  }

  private mutating func load(_ frame: FrameTiming.TimedFrame) {
    animation.frames[frame.index].unpack(into: &next)
    dither?.apply(to: &next, width: animation.width)
  }

  private mutating func encodeFrame(_ position: Int, delay: Int, hasNext: Bool) {
    let isFirst = writer.frameCount == 0
    let target = target(position)
    // The first frame must be complete: some clients show nothing else.
    let painted = isFirst ? target.canvas : target.paintedRectangle
    let choice = DisposalChoice(target, rectangle: painted, next: hasNext ? next : nil, canRestore: !isFirst)
    if choice.rectangle.isEmpty, choice.disposal == .keep, lastDisposal == .keep, writer.lengthenLast(by: delay) {
      return note(target)
    }
    let rectangle = choice.rectangle.isEmpty ? FrameRectangle(columns: 0..<1, rows: 0..<1) : choice.rectangle
    let coded = coder.code(target, in: rectangle)
    writer.append(rectangle, palette: coded.palette, delay: delay, disposal: choice.disposal, data: coded.data.bytes)
    paint(coded, in: rectangle)
    note(target)
    dispose(choice.disposal, rectangle, before: target.shown)
  }

  private mutating func target(_ position: Int) -> FrameTarget {
    FrameTarget(
      width: animation.width, height: animation.height, wanted: wanted, shown: shown,
      weights: settings.loss > 0 ? errorWeights.weights(at: position, wanted: wanted) : nil,
      tolerance: Float(settings.loss) * Self.bitsPerPaintedPixel)
  }

  private mutating func paint(_ coded: FrameCoder.CodedFrame, in rectangle: FrameRectangle) {
    var position = 0
    for row in rectangle.rows {
      for column in rectangle.columns {
        let color = coded.palette.color(at: Int(coded.data.indices[position]))
        if color.isOpaque { shown[row * animation.width + column] = color }
        position += 1
      }
    }
  }

  /// Adds up the distortion of the shown picture.
  private mutating func note(_ target: FrameTarget) {
    guard shown != wanted else { return }
    isLossless = false
    distortion += target.distortion(of: shown) / Double(shown.count * timing.frames.count)
  }

  private mutating func dispose(_ disposal: GIFDisposal, _ rectangle: FrameRectangle, before: [Pixel]) {
    lastDisposal = disposal
    switch disposal {
    case .keep: break
    case .previous: shown = before
    case .background: shown.clear(rectangle, width: animation.width)
    }
  }
}
