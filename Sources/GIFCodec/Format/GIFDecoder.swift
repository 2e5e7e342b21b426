/// Decodes the frames of a GIF as viewers see them, one after the other: each drawn onto what the ones before it left.
///
/// What was never drawn and what a frame clears is transparent, as in browsers and on Apple's systems. libnsgif and ffmpeg fill
/// it with a colour in files without a transparent index, so they cannot be used where pixels must be exact.
///
/// Files may be strangers': nothing in them makes it trap. The first frame takes memory for the canvas, four bytes a pixel, which
/// `width` and `height` tell before; an image of more than a megapixel that is four times as large as the canvas is damage.
public struct GIFDecoder: Sendable {
  /// In pixels. The screen, and more where the first image reaches beyond it, as browsers have it.
  public var width: Int { stream.canvas.columns.count }
  /// In pixels, like `width`.
  public var height: Int { stream.canvas.rows.count }
  /// How often the animation is repeated after the first time, 0 for ever; nil when the file says nothing.
  public var loopCount: Int? { stream.loopCount }

  private let stream: GIFStream
  private var blocks: GIFBlocks
  /// Empty until the first frame, so that callers can look at the size first.
  private var canvas: [Pixel] = []
  private var isLenient = false
  /// The image that was drawn last.
  private var drawn: DrawnImage?

  private struct DrawnImage {
    let rectangle: FrameRectangle
    let disposal: GIFDisposal
    /// The canvas before it, where that comes back.
    let before: [Pixel]
  }

  /// - Parameter bytes: a whole file.
  /// - Returns: nil when it has no GIF's header.
  public init?(_ bytes: [UInt8]) {
    guard let stream = GIFStream(bytes[...]) else { return nil }
    self.stream = stream
    blocks = stream.blocks
  }

  /// The first frame as far as its codes go; what lies behind them stays transparent. Nil where there is none that can be drawn.
  public mutating func beginningOfFirst() -> GIFFrame? {
    isLenient = true
    return try? next()
  }

  /// The next frame, of width x height pixels and with the delay that the file says; nil after the last.
  ///
  /// - Throws: `GIFDecodingError` for a frame that cannot be decoded. After it comes the next.
  public mutating func next() throws(GIFDecodingError) -> GIFFrame? {
    var control = GIFGraphicControl()
    while let block = blocks.next() {
      switch block {
      case .graphicControl(let found): control = found
      case .image(let image):
        try draw(image, control)
        return GIFFrame(pixels: canvas, delay: control.delay * 10)
      default: continue
      }
    }
    return nil
  }

  private mutating func draw(_ image: GIFImage, _ control: GIFGraphicControl) throws(GIFDecodingError) {
    if canvas.isEmpty { canvas = [Pixel](repeating: .transparent, count: stream.canvas.pixelCount) }
    dispose()
    drawn = DrawnImage(
      rectangle: image.rectangle, disposal: control.disposal, before: control.disposal == .previous ? canvas : [])
    // No encoder writes images far larger than the canvas, and one would take memory that no limit was checked for.
    guard image.rectangle.pixelCount <= max(4 * canvas.count, 1 << 20) else { throw .damagedFrame }
    var decoder = LZWDecoder(image.codes, codeSize: image.codeSize)
    let (indices, found) = decoder.beginning(of: image.rectangle.pixelCount)
    guard found == indices.count || isLenient, !indices.isEmpty else { throw .damagedFrame }
    draw(indices.prefix(found), of: image, palette: palette(of: image, transparentIndex: control.transparentIndex))
  }

  /// What lies beyond the canvas is left out.
  private mutating func draw(_ indices: ArraySlice<UInt8>, of image: GIFImage, palette: [Pixel]) {
    let visible = image.rectangle.intersection(stream.canvas)
    let (left, width) = (image.rectangle.columns.lowerBound, width)
    for (stored, row) in image.storedRows.enumerated() where visible.rows.contains(row) {
      let start = stored * image.rectangle.columns.count - left
      for column in visible.columns where indices.indices.contains(start + column) {
        let color = palette[Int(indices[start + column])]
        if color.isOpaque { canvas[row * width + column] = color }
      }
    }
  }

  private mutating func dispose() {
    guard let drawn else { return }
    switch drawn.disposal {
    case .keep: break
    case .previous: canvas = drawn.before
    case .background: canvas.clear(drawn.rectangle.intersection(stream.canvas), width: width)
    }
  }

  /// One for every byte; transparent for the transparent index and for those that the table does not have.
  private func palette(of image: GIFImage, transparentIndex: UInt8?) -> [Pixel] {
    let colors = image.colors.isEmpty ? stream.colors : image.colors
    var palette = [Pixel](repeating: .transparent, count: 256)
    for index in 0..<colors.count / 3 where transparentIndex.map(Int.init) != index {
      let start = colors.startIndex + index * 3
      palette[index] = Pixel(red: Int(colors[start]), green: Int(colors[start + 1]), blue: Int(colors[start + 2]))
    }
    return palette
  }
}

/// Why a GIF's frame cannot be shown.
public enum GIFDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its codes end too early or are none, or it is far larger than the canvas.
  case damagedFrame

  public var description: String { "A frame of the GIF ends early or cannot be decoded." }
}
