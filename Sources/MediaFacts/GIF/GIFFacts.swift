/// What the blocks of a GIF stream say.
package struct GIFFacts: Sendable {
  /// The canvas, and more where the first frame reaches beyond it, as browsers and libnsgif have it; nil when the file is
  /// shorter than its header.
  package private(set) var size: PixelSize?
  /// For how many milliseconds each frame is shown.
  package private(set) var delays: [Int] = []
  package private(set) var disposals: Set<Animation.Disposal> = []
  /// How often an animation is shown again after the first time, 0 for ever; nil when nothing is said, which means never.
  package private(set) var repetitionCount: Int?
  package private(set) var hasTransparency = false
  /// Whether the first frame leaves a part of the canvas free.
  package private(set) var leavesCanvasFree = false
  /// Whether the last frame ends with the file and not as it should.
  package private(set) var isCutShort = false
  package private(set) var metadata: Set<Picture.Metadata> = []
  /// Where the trailer ends; nil when it is missing.
  package private(set) var endOffset: Int?
  package private(set) var trailingByteCount = 0
  private var control = GIFGraphicControl()

  package init(_ view: ByteView) {
    guard let header = GIFHeader(view) else { return }
    size = header.canvas
    for block in GIFBlocks(view, from: header.end) { read(block) }
    trailingByteCount = endOffset.map { view.count - $0 } ?? 0
  }

  package var frameCount: Int { delays.count }

  /// How often it plays, 0 for ever: browsers and Apple's systems take the number in the file for repetitions and so show an
  /// animation once more than it says.
  package var playCount: Int { repetitionCount.map { $0 == 0 ? 0 : $0 + 1 } ?? 1 }

  private mutating func read(_ block: GIFBlock) {
    switch block {
    case .graphicControl(let next):
      control = next
      hasTransparency = hasTransparency || next.transparentIndex != nil
    case .comment: metadata.insert(.comment)
    case .application(let name, let data): readApplication(name, data)
    case .otherExtension: metadata.insert(.other)
    case .frame(let frame): read(frame)
    case .trailer(let end): endOffset = end
    }
  }

  /// A control extension counts for one frame only.
  private mutating func read(_ frame: GIFFrame) {
    if delays.isEmpty, let canvas = size {
      size = GIFHeader.canvas(canvas, grownBy: frame)
      leavesCanvasFree = size != frame.size
    }
    delays.append(control.delay * 10)
    disposals.insert(control.disposal)
    isCutShort = !frame.isComplete
    control = GIFGraphicControl()
  }

  private mutating func readApplication(_ name: ByteView, _ data: ByteView) {
    if name.has("NETSCAPE2.0") || name.has("ANIMEXTS1.0") {
      if data[1] == 1 { repetitionCount = data.uint16(at: 2, .little) }
    } else if name.has("XMP DataXMP") {
      metadata.formUnion(XMPFacts(data).metadata)
    } else if !name.has("ICCRGBG1") {
      metadata.insert(.other)
    }
  }
}

/// The start of a GIF stream: signature, logical screen, global colour table.
struct GIFHeader: Sendable {
  let canvas: PixelSize
  /// The colours of frames without any of their own, three bytes each.
  let colors: ByteView
  /// Where the blocks begin.
  let end: Int

  /// Nil when the file is shorter.
  init?(_ view: ByteView) {
    guard view.has("GIF8"), let width = view.uint16(at: 6, .little), let height = view.uint16(at: 8, .little),
      let flags = view[10]
    else { return nil }
    canvas = PixelSize(width: width, height: height)
    end = 13 + GIFBlocks.tableLength(flags)
    colors = view.clamped(at: 13, length: end - 13)
  }

  /// A canvas that holds the whole of the first frame.
  static func canvas(_ canvas: PixelSize, grownBy frame: GIFFrame) -> PixelSize {
    PixelSize(
      width: max(canvas.width, frame.left + frame.size.width),
      height: max(canvas.height, frame.top + frame.size.height))
  }
}

extension HeaderFacts {
  init(_ gif: GIFFacts) {
    self.init()
    size = gif.size
    metadata = gif.metadata
    bitDepth = 8
    frameCount = max(1, gif.frameCount)
    trailingByteCount = gif.trailingByteCount
    hasAlpha = gif.hasTransparency
    guard gif.frameCount > 1 else { return }
    // Where nothing was drawn, or what was drawn is cleared, browsers show what lies behind.
    hasAlpha = hasAlpha || gif.leavesCanvasFree || gif.disposals.contains(.background)
    isCutShort = gif.isCutShort
    animation = Animation(delays: gif.delays, loopCount: gif.playCount, disposals: gif.disposals)
  }
}
