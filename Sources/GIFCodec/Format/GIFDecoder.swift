/// Decodes the frames of a GIF as viewers show them, in order: each is drawn onto the result of those before.
///
/// Undrawn and cleared areas are transparent, as in browsers and on Apple's systems. libnsgif and ffmpeg fill them with a
/// colour in files without a transparent index, so they cannot be used where pixels must be exact.
///
/// Untrusted files cannot make it trap. The first frame needs memory for the canvas, four bytes a pixel; check `width` and
/// `height` before. Images of more than a megapixel and four times the canvas count as damage.
public struct GIFDecoder: Sendable {
  /// In pixels. The screen, extended where the first image reaches beyond it, as in browsers.
  public var width: Int { stream.canvas.columns.count }
  /// In pixels, like `width`.
  public var height: Int { stream.canvas.rows.count }
  /// How often the animation is repeated after the first time, 0 for ever; nil when not given.
  public var loopCount: Int? { stream.loopCount }

  private let stream: GIFStream
  private var blocks: GIFBlocks
  /// Empty until the first frame, so that callers can look at the size first.
  private var canvas: [Pixel] = []
  private var isLenient = false
  /// The image that was drawn last, and the canvas before it, if it is to be restored.
  private var drawn: (rectangle: FrameRectangle, disposal: GIFDisposal, before: [Pixel])?

  /// - Parameter bytes: a whole file.
  /// - Returns: nil without a GIF header.
  public init?(_ bytes: [UInt8]) {
    guard let stream = GIFStream(bytes[...]) else { return nil }
    self.stream = stream
    blocks = stream.blocks
  }

  /// The first frame as far as its codes go; the rest stays transparent. Nil where it cannot be drawn.
  public mutating func beginningOfFirst() -> GIFFrame? {
    isLenient = true
    return try? next()
  }

  /// The next frame, of width x height pixels and with the file's delay; nil after the last.
  ///
  /// - Throws: `GIFDecodingError` for a frame that cannot be decoded. Call again for the next.
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
    drawn = (image.rectangle, control.disposal, control.disposal == .previous ? canvas : [])
    // Encoders do not write images far larger than the canvas, and one would take memory that no limit was checked for.
    guard image.rectangle.pixelCount <= max(4 * canvas.count, 1 << 20) else { throw .damagedFrame }
    var decoder = LZWDecoder(image.codes, codeSize: image.codeSize)
    let (indices, found) = decoder.beginning(of: image.rectangle.pixelCount)
    let isWhole = found == indices.count && decoder.endsExactly(missing: 0)
    guard isWhole || isLenient, !indices.isEmpty else { throw .damagedFrame }
    draw(indices.prefix(found), of: image, palette: palette(of: image, transparentIndex: control.transparentIndex))
  }

  /// Pixels beyond the canvas are left out.
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

  /// One for every byte; transparent for the transparent index and for indices missing in the table.
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
  /// Its codes end too early or too late or are invalid, or it is far larger than the canvas.
  case damagedFrame

  public var description: String { "A frame of the GIF ends early or cannot be decoded." }
}
