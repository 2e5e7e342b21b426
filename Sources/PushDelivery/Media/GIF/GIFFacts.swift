/// What the blocks of a GIF stream say.
package struct GIFFacts: Sendable {
  /// The canvas, and more where frames reach beyond it, as they do in libnsgif, which libvips uses; nil when the
  /// file is shorter than its header.
  package private(set) var size: PixelSize?
  package private(set) var frameCount = 0
  /// How often an animation is shown, 0 for ever; nil when nothing is said, which means once.
  package private(set) var loopCount: Int?
  package private(set) var hasTransparency = false
  package private(set) var metadata: Set<Picture.Metadata> = []
  /// Where the trailer ends; nil when it is missing.
  package private(set) var endOffset: Int?
  package private(set) var trailingByteCount = 0

  package init(_ view: ByteView) {
    guard view.has("GIF8"), let width = view.uint16(at: 6, .little), let height = view.uint16(at: 8, .little),
      let flags = view[10]
    else { return }
    size = PixelSize(width: width, height: height)
    for block in GIFBlocks(view, from: 13 + GIFBlocks.tableLength(flags)) { read(block) }
    trailingByteCount = endOffset.map { view.count - $0 } ?? 0
  }

  private mutating func read(_ block: GIFBlock) {
    switch block {
    case .graphicControl(let isTransparent): hasTransparency = hasTransparency || isTransparent
    case .comment: metadata.insert(.comment)
    case .application(let name, let data): readApplication(name, data)
    case .otherExtension: metadata.insert(.other)
    case .frame(let left, let top, let frameSize):
      frameCount += 1
      growCanvas(left, top, frameSize)
    case .trailer(let end): endOffset = end
    }
  }

  private mutating func readApplication(_ name: ByteView, _ data: ByteView) {
    if name.has("NETSCAPE2.0") || name.has("ANIMEXTS1.0") {
      if data[1] == 1 { loopCount = data.uint16(at: 2, .little) }
    } else if name.has("XMP DataXMP") {
      metadata.formUnion(XMPFacts(data).metadata)
    } else if !name.has("ICCRGBG1") {
      metadata.insert(.other)
    }
  }

  private mutating func growCanvas(_ left: Int, _ top: Int, _ frame: PixelSize) {
    guard let canvas = size else { return }
    size = PixelSize(width: max(canvas.width, left + frame.width), height: max(canvas.height, top + frame.height))
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
  }
}
