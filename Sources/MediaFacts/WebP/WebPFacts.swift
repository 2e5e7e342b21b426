/// The facts in a WebP file's chunks (RFC 9649).
package struct WebPFacts: Sendable {
  /// The canvas, or the size of the only frame.
  package private(set) var size: PixelSize?
  package private(set) var hasAlpha = false
  package private(set) var isAnimated = false
  /// The delay in milliseconds of each frame of an animation: one per `ANMF` chunk.
  package private(set) var delays: [Int] = []
  package private(set) var disposals: Set<Animation.Disposal> = []
  /// How often an animation plays, 0 for ever.
  package private(set) var playCount = 0
  /// The coding of the first frame.
  package private(set) var firstFrame: WebPBitstream?
  package private(set) var exif: ExifFacts?
  package private(set) var metadata: Set<Picture.Metadata> = []
  package private(set) var profile: [UInt8]?
  /// Bytes after the length in the file's first chunk.
  package private(set) var trailingByteCount = 0

  package init(_ view: ByteView) {
    guard view.has("RIFF"), view.has("WEBP", at: 8), let length = view.uint32(at: 4, .little) else { return }
    let end = 8 + length + length % 2
    trailingByteCount = max(0, view.count - end)
    for chunk in RIFFChunks(view.clamped(at: 12, length: end - 12)) { read(chunk) }
  }

  /// Frames that a decoder shows.
  package var frameCount: Int { isAnimated ? max(1, delays.count) : 1 }

  private mutating func read(_ chunk: RIFFChunk) {
    switch chunk.type {
    case "VP8X": readExtendedHeader(chunk.data)
    case "VP8", "VP8L": readFrame(chunk)
    case "ANMF": readAnimationFrame(chunk.data)
    case "ANIM": playCount = chunk.data.uint16(at: 4, .little) ?? 0
    case "ICCP" where chunk.data.count <= HeaderFacts.longestProfile: profile = profile ?? Array(chunk.data.bytes)
    case "EXIF": readExif(chunk.data)
    case "XMP": metadata.formUnion(XMPFacts(chunk.data).metadata)
    case "ALPH", "ICCP": break
    default: metadata.insert(.other)
    }
  }

  /// Flags, three reserved bytes, sides minus one of 24 bits each.
  private mutating func readExtendedHeader(_ data: ByteView) {
    guard size == nil, let flags = data[0], let width = data.unsigned(at: 4, width: 3, .little),
      let height = data.unsigned(at: 7, width: 3, .little)
    else { return }
    size = PixelSize(width: width + 1, height: height + 1)
    isAnimated = flags & 0x02 != 0
    hasAlpha = flags & 0x10 != 0
  }

  /// Four numbers of three bytes for place and size, the duration, and flags: bit 0 clears the frame's rectangle after it.
  ///
  /// Decoders use each frame's flag, whatever the file's says, and show undrawn and cleared areas as transparent.
  private mutating func readAnimationFrame(_ data: ByteView) {
    let place = (0..<4).map { data.unsigned(at: 3 * $0, width: 3, .little) ?? 0 }
    let isWhole = place[0] == 0 && place[1] == 0 && PixelSize(width: place[2] + 1, height: place[3] + 1) == size
    let isCleared = (data[15] ?? 0) & 1 == 1
    hasAlpha = hasAlpha || isCleared || delays.isEmpty && !isWhole
    delays.append(data.unsigned(at: 12, width: 3, .little) ?? 0)
    disposals.insert(isCleared ? .background : .keep)
    for part in RIFFChunks(data.clamped(at: 16)) {
      hasAlpha = hasAlpha || part.type == "ALPH" || WebPBitstream(part)?.hasAlpha == true
      readFrame(part)
    }
  }

  private mutating func readFrame(_ chunk: RIFFChunk) {
    guard firstFrame == nil, let frame = WebPBitstream(chunk) else { return }
    firstFrame = frame
    hasAlpha = hasAlpha || (size == nil && frame.hasAlpha)
    size = size ?? frame.size
  }

  private mutating func readExif(_ data: ByteView) {
    let facts = ExifFacts(data)
    metadata.formUnion(facts.metadata)
    exif = exif ?? facts
  }
}

extension PictureFormat {
  public static let webp = PictureFormat(
    FormatTraits(
      "webp", "WebP", extensions: ["webp"], mediaTypes: ["image/webp"],
      appleTypes: ["image/webp": ["webp"]],
      recognition: .signatures([.riff("WEBP")]),
      support: ClientSupport(android: .everywhere, chrome: .everywhere)),
    decoder: .webp, readHeader: { HeaderFacts(WebPFacts($0)) })
}

extension HeaderFacts {
  init(_ webp: WebPFacts) {
    self.init()
    size = webp.size
    orientation = webp.exif?.orientation ?? 1
    metadata = webp.metadata
    bitDepth = 8
    frameCount = webp.frameCount
    trailingByteCount = webp.trailingByteCount
    hasAlpha = webp.hasAlpha
    isLossy = webp.firstFrame?.isLossy ?? true
    if webp.frameCount > 1 {
      animation = Animation(delays: webp.delays, loopCount: webp.playCount, disposals: webp.disposals)
    }
    setColor(model: .rgb, profile: webp.profile)
  }
}
