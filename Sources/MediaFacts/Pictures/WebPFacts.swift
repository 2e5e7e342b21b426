/// The facts in a WebP file's chunks (RFC 9649).
package struct WebPFacts: Sendable {
  package private(set) var header = HeaderFacts()
  private var isAnimated = false
  /// The delay in milliseconds of each frame of an animation: one per `ANMF` chunk.
  private var delays: [Int] = []
  private var disposals: Set<Animation.Disposal> = []
  /// How often an animation plays, 0 for ever.
  private var playCount = 0
  /// The coding of the first frame.
  private var firstFrame: WebPBitstream?
  private var exif: ExifFacts?

  package init(_ view: ByteView) {
    (header.bitDepth, header.isLossy) = (8, true)
    guard view.has("RIFF"), view.has("WEBP", at: 8), let length = view.uint32(at: 4, .little) else { return }
    let end = 8 + length + length % 2
    header.trailingByteCount = max(0, view.count - end)
    for chunk in RIFFChunks(view.clamped(at: 12, length: end - 12)) { read(chunk) }
    header.orientation = exif?.orientation ?? 1
    if header.orientation != 1 {
      header.differences = ["turned as its EXIF data says, which browsers ignore in a WebP"]
    }
    header.isLossy = firstFrame?.isLossy ?? true
    guard isAnimated, delays.count > 1 else { return }
    header.frameCount = delays.count
    header.animation = Animation(delays: delays, loopCount: playCount, disposals: disposals)
  }

  private mutating func read(_ chunk: RIFFChunk) {
    switch chunk.type {
    case "VP8X": readExtendedHeader(chunk.data)
    case "VP8", "VP8L": readFrame(chunk)
    case "ANMF": readAnimationFrame(chunk.data)
    case "ANIM": playCount = chunk.data.uint16(at: 4, .little) ?? 0
    case "ICCP" where chunk.data.count <= HeaderFacts.longestProfile && header.profile == nil:
      header.setColor(model: .rgb, profile: Array(chunk.data.bytes))
    case "EXIF": readExif(chunk.data)
    case "XMP": header.metadata.formUnion(XMPFacts(chunk.data).metadata)
    case "ALPH", "ICCP": break
    default: header.metadata.insert(.other)
    }
  }

  /// Flags, three reserved bytes, sides minus one of 24 bits each.
  private mutating func readExtendedHeader(_ data: ByteView) {
    guard header.size == nil, let flags = data[0], let width = data.unsigned(at: 4, width: 3, .little),
      let height = data.unsigned(at: 7, width: 3, .little)
    else { return }
    header.size = PixelSize(width: width + 1, height: height + 1)
    isAnimated = flags & 0x02 != 0
    header.hasAlpha = flags & 0x10 != 0
  }

  /// Four numbers of three bytes for place and size, the duration, and flags: bit 0 clears the frame's rectangle after it.
  ///
  /// Decoders use each frame's flag, whatever the file's says, and show undrawn and cleared areas as transparent.
  private mutating func readAnimationFrame(_ data: ByteView) {
    let place = (0..<4).map { data.unsigned(at: 3 * $0, width: 3, .little) ?? 0 }
    let isWhole = place[0] == 0 && place[1] == 0 && PixelSize(width: place[2] + 1, height: place[3] + 1) == header.size
    let isCleared = (data[15] ?? 0) & 1 == 1
    header.hasAlpha = header.hasAlpha || isCleared || delays.isEmpty && !isWhole
    delays.append(data.unsigned(at: 12, width: 3, .little) ?? 0)
    disposals.insert(isCleared ? .background : .keep)
    for part in RIFFChunks(data.clamped(at: 16)) {
      header.hasAlpha = header.hasAlpha || part.type == "ALPH" || WebPBitstream(part)?.hasAlpha == true
      readFrame(part)
    }
  }

  private mutating func readFrame(_ chunk: RIFFChunk) {
    guard firstFrame == nil, let frame = WebPBitstream(chunk) else { return }
    firstFrame = frame
    header.hasAlpha = header.hasAlpha || (header.size == nil && frame.hasAlpha)
    header.size = header.size ?? frame.size
  }

  private mutating func readExif(_ data: ByteView) {
    let facts = ExifFacts(data)
    header.metadata.formUnion(facts.metadata)
    exif = exif ?? facts
  }
}

extension PictureFormat {
  public static let webp = PictureFormat(
    FormatTraits(
      "webp", .signatures([.riff("WEBP")]), support: ClientSupport(android: .everywhere, chrome: .everywhere)),
    decoder: .webp, readHeader: { WebPFacts($0).header })
}

/// The start of one coded WebP frame (RFC 9649): lossy `VP8 ` (RFC 6386) or lossless `VP8L`.
package struct WebPBitstream: Hashable, Sendable {
  package let size: PixelSize
  package let isLossy: Bool
  /// The alpha hint of a lossless frame.
  package let hasAlpha: Bool

  /// Nil for other chunks and for damaged starts.
  package init?(_ chunk: RIFFChunk) {
    switch chunk.type {
    case "VP8": self.init(lossy: chunk.data)
    case "VP8L": self.init(lossless: chunk.data)
    default: return nil
    }
  }

  /// A frame tag of three bytes, a start code, width and height of 14 bits each, below two bits of scaling.
  private init?(lossy data: ByteView) {
    guard data.has([0x9D, 0x01, 0x2A], at: 3), let width = data.uint16(at: 6, .little) else { return nil }
    guard let height = data.uint16(at: 8, .little) else { return nil }
    size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    isLossy = true
    hasAlpha = false
  }

  /// A signature byte, then sides minus one of 14 bits each and the alpha hint.
  private init?(lossless data: ByteView) {
    guard data[0] == 0x2F, let bits = data.uint32(at: 1, .little) else { return nil }
    size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    isLossy = false
    hasAlpha = bits >> 28 & 1 == 1
  }

  /// The lossy picture of a file that does not move, as a file that lacks its last bytes; nil without one, and for the shortest.
  ///
  /// Its decoder needs all but the last few bytes of the codes (RFC 6386, 7.3). Where it does not miss them, it misread earlier ones.
  package static func lackingItsEnd(_ bytes: [UInt8]) -> [UInt8]? {
    let chunks = RIFFChunks(ByteView(bytes).clamped(at: 12))
    // A frame tag of ten bytes, which has the length of the modes' codes, the modes, and the coefficients.
    guard let picture = chunks.first(where: { $0.type == "VP8" })?.data,
      let modes = picture.unsigned(at: 0, width: 3, .little), picture.count >= 10 + modes >> 5 + 64
    else { return nil }
    let data = Array(picture.bytes.dropLast(16 + picture.count % 2))
    return Array("RIFF".utf8) + .little(12 + data.count, 4) + Array("WEBPVP8 ".utf8) + .little(data.count, 4) + data
  }
}

/// One chunk of a RIFF file.
package struct RIFFChunk: Sendable {
  package let type: FourCharacterCode
  /// As much of its data as exists.
  package let data: ByteView
}

/// Consecutive chunks, each padded to an even length.
package struct RIFFChunks: Sequence, IteratorProtocol {
  private let view: ByteView
  private var position = 0

  package init(_ view: ByteView) { self.view = view }

  package mutating func next() -> RIFFChunk? {
    guard let type = view.code(at: position), let length = view.uint32(at: position + 4, .little) else { return nil }
    let data = view.clamped(at: position + 8, length: length)
    position += 8 + length + length % 2
    return RIFFChunk(type: type, data: data)
  }
}
