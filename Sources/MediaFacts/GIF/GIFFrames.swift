/// The frames of a GIF stream as viewers see them, one after the other: each drawn onto what the ones before it left.
///
/// What was never drawn and what a frame clears is transparent, as in browsers and on Apple's systems. libnsgif and ffmpeg fill
/// it with a colour in files without a transparent index, so they cannot be used where pixels must be exact.
package struct GIFFrames {
  /// The canvas.
  package let size: PixelSize
  private var blocks: GIFBlocks
  private let colors: ByteView
  /// Pixels as red, green, blue and alpha in the order of memory.
  private var canvas: [UInt32]
  /// What becomes of the frame that was drawn last.
  private var disposal: Disposal?

  private struct Disposal {
    let frame: GIFFrame
    let kind: Animation.Disposal
    /// The canvas before the frame, where it comes back.
    let before: [UInt32]
  }

  /// - Parameter size: as `HeaderFacts` gave it; it decides how much memory is used.
  /// - Returns: nil when the bytes are no GIF stream.
  package init?(_ bytes: [UInt8], size: PixelSize) {
    let view = ByteView(bytes)
    guard let header = GIFHeader(view), size.width >= 0, size.height >= 0, size.count < .max / 8 else { return nil }
    self.size = size
    colors = header.colors
    blocks = GIFBlocks(view, from: header.end)
    canvas = [UInt32](repeating: 0, count: size.count)
  }

  /// What a step came to.
  package enum Step: Hashable, Sendable {
    /// RGBA, row by row.
    case frame([UInt8])
    /// There is a frame, and its codes end too early or are none.
    case damaged
    case end
  }

  package mutating func next() -> Step {
    var control = GIFGraphicControl()
    while let block = blocks.next() {
      switch block {
      case .graphicControl(let found): control = found
      case .frame(let frame): return draw(frame, control) ? .frame(samples) : .damaged
      default: continue
      }
    }
    return .end
  }

  private var samples: [UInt8] { canvas.withUnsafeBytes { Array($0) } }

  private mutating func draw(_ frame: GIFFrame, _ control: GIFGraphicControl) -> Bool {
    dispose()
    disposal = Disposal(
      frame: frame, kind: control.disposal, before: control.disposal == .previous ? canvas : [])
    // No encoder writes frames far larger than the canvas, and one would take memory that no limit was checked for.
    guard frame.size.count <= max(4 * size.count, 1 << 20) else { return false }
    var decoder = LZWDecoder(frame.data, codeSize: frame.codeSize)
    guard let symbols = decoder.symbols(frame.size.count) else { return false }
    let palette = Self.palette(frame.colors.isEmpty ? colors : frame.colors, transparent: control.transparentIndex)
    let width = frame.size.width
    for (stored, row) in Self.rows(of: frame).enumerated() {
      draw(symbols[(stored * width)..<((stored + 1) * width)], at: frame.left, frame.top + row, palette)
    }
    return true
  }

  /// What lies beyond the canvas is left out.
  private mutating func draw(_ row: ArraySlice<UInt8>, at left: Int, _ top: Int, _ palette: [UInt32]) {
    guard top < size.height, left < size.width else { return }
    var place = top * size.width + left
    for symbol in row.prefix(size.width - left) {
      let color = palette[Int(symbol)]
      if color != 0 { canvas[place] = color }
      place += 1
    }
  }

  private mutating func dispose() {
    guard let last = disposal else { return }
    switch last.kind {
    case .keep: break
    case .previous: canvas = last.before
    case .background:
      let clear = [UInt32](repeating: 0, count: max(0, min(last.frame.size.width, size.width - last.frame.left)))
      for row in 0..<max(0, min(last.frame.size.height, size.height - last.frame.top)) {
        let start = (last.frame.top + row) * size.width + last.frame.left
        canvas.replaceSubrange(start..<(start + clear.count), with: clear)
      }
    }
  }

  /// 256 pixels; 0 for the transparent index and for those that the table does not have.
  private static func palette(_ colors: ByteView, transparent: UInt8?) -> [UInt32] {
    (0..<256).map { index in
      guard let color = colors.part(at: index * 3, length: 3)?.bytes, transparent.map(Int.init) != index else {
        return 0
      }
      let bytes = color.map(UInt32.init)
      return UInt32(littleEndian: bytes[0] | bytes[1] << 8 | bytes[2] << 16 | 0xFF00_0000)
    }
  }

  /// The rows of a frame in the order in which they are stored: in four passes where it is interlaced (GIF89a, appendix E).
  private static func rows(of frame: GIFFrame) -> [Int] {
    guard frame.isInterlaced else { return Array(0..<frame.size.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: frame.size.height, by: $0.1)) }
  }
}
