import GIFCodec

/// The facts in a GIF stream's blocks.
package struct GIFFacts: Sendable {
  /// The canvas, extended where the first frame exceeds it, as in browsers and libnsgif; nil when the file is shorter
  /// than its header.
  package private(set) var size: PixelSize?
  /// The delay of each frame in milliseconds.
  package private(set) var delays: [Int] = []
  package private(set) var disposals: Set<Animation.Disposal> = []
  /// How often an animation is repeated after the first time, 0 for ever; nil when not given, which means never.
  package private(set) var repetitionCount: Int?
  package private(set) var hasTransparency = false
  /// Whether the first frame leaves a part of the canvas unpainted.
  package private(set) var leavesCanvasFree = false
  /// Whether the last frame ends with the file instead of properly.
  package private(set) var isCutShort = false
  package private(set) var metadata: Set<Picture.Metadata> = []
  /// Where the trailer ends; nil when it is missing.
  package private(set) var endOffset: Int?
  package private(set) var trailingByteCount = 0

  package init(_ view: ByteView) {
    guard let stream = GIFStream(view.bytes) else { return }
    size = PixelSize(stream.canvas)
    repetitionCount = stream.loopCount
    var control = GIFGraphicControl()
    var blocks = stream.blocks
    while let block = blocks.next() {
      switch block {
      case .graphicControl(let next):
        control = next
        hasTransparency = hasTransparency || next.transparentIndex != nil
      case .comment: metadata.insert(.comment)
      case .application(let application): read(application)
      case .otherExtension: metadata.insert(.other)
      case .image(let image):
        read(image, control)
        control = GIFGraphicControl()
      case .trailer: endOffset = blocks.range.upperBound - view.bytes.startIndex
      }
    }
    trailingByteCount = endOffset.map { view.count - $0 } ?? 0
  }

  package var frameCount: Int { delays.count }

  /// How often it plays, 0 for ever: browsers and Apple's systems take the file's number for repetitions and show an
  /// animation once more.
  package var playCount: Int { repetitionCount.map { $0 == 0 ? 0 : $0 + 1 } ?? 1 }

  private mutating func read(_ image: GIFImage, _ control: GIFGraphicControl) {
    if delays.isEmpty { leavesCanvasFree = size != PixelSize(image.rectangle) }
    delays.append(control.delay * 10)
    disposals.insert(Animation.Disposal(control.disposal))
    isCutShort = !image.isComplete
  }

  private mutating func read(_ application: GIFApplication) {
    if application.isNamed("XMP DataXMP") {
      metadata.formUnion(XMPFacts(ByteView(Array(application.data))).metadata)
    } else if !application.isNamed("NETSCAPE2.0"), !application.isNamed("ANIMEXTS1.0"), !application.isNamed("ICCRGBG1")
    {
      metadata.insert(.other)
    }
  }
}

extension PixelSize {
  fileprivate init(_ rectangle: FrameRectangle) {
    self.init(width: rectangle.columns.count, height: rectangle.rows.count)
  }
}

extension Animation.Disposal {
  fileprivate init(_ disposal: GIFDisposal) {
    switch disposal {
    case .keep: self = .keep
    case .background: self = .background
    case .previous: self = .previous
    }
  }
}

extension PictureFormat {
  public static let gif = PictureFormat(
    FormatTraits(
      "gif", .signatures([Signature("GIF87a"), Signature("GIF89a")]),
      support: ClientSupport(apple: .gif, android: .everywhere, chrome: .everywhere)),
    decoder: .gif, readHeader: { HeaderFacts(GIFFacts($0)) })
}

extension HeaderFacts {
  init(_ gif: GIFFacts) {
    self.init()
    size = gif.size
    metadata = gif.metadata
    bitDepth = 8
    frameCount = max(1, gif.frameCount)
    trailingByteCount = gif.trailingByteCount
    // Unpainted and cleared areas are transparent in browsers.
    hasAlpha = gif.hasTransparency || gif.leavesCanvasFree
    guard gif.frameCount > 1 else { return }
    hasAlpha = hasAlpha || gif.disposals.contains(.background)
    isCutShort = gif.isCutShort
    animation = Animation(delays: gif.delays, loopCount: gif.playCount, disposals: gif.disposals)
  }
}
