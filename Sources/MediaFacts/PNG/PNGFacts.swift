/// The facts in a PNG stream's chunks.
package struct PNGFacts: Sendable {
  /// Nil unless the first chunk is a valid `IHDR`.
  package private(set) var header: PNGHeader?
  package private(set) var hasTransparency = false
  /// The frames that `acTL` promises; nil unless animated.
  package private(set) var declaredFrameCount: Int?
  /// The existing frames: one per `fcTL` chunk.
  package private(set) var frames: [PNGFrameControl] = []
  /// How often an animation plays, 0 for ever.
  package private(set) var playCount = 0
  package private(set) var color = PNGColor()
  package private(set) var orientation = 1
  package private(set) var metadata: Set<Picture.Metadata> = []
  /// Whether the checksum of any chunk is wrong.
  package private(set) var hasWrongChecksum = false
  /// Where `IEND` ends; nil when it is missing.
  package private(set) var endOffset: Int?
  package private(set) var trailingByteCount = 0
  package private(set) var hasPixels = false
  /// Whether it is Xcode's form of PNG, with other pixels in another order, which only Apple's own decoders read.
  package private(set) var isOfXcode = false
  /// Whether frames begin after the pixels, which belong to none: animation decoders do not show them.
  private var hidesPixels = false
  private var hasFrameData = false
  private var unreadTextCount = 4
  private var chunkCount = 0

  package init(_ view: ByteView) {
    guard let chunks = PNGChunks(view) else { return }
    for chunk in chunks {
      read(chunk)
      chunkCount += 1
    }
    hasTransparency = hasTransparency || header?.colorType.hasAlpha == true
    trailingByteCount = endOffset.map { view.count - $0 } ?? 0
  }

  /// Frames of an animation that decoders play: `acTL` before the pixels, and more than one `fcTL`.
  package var frameCount: Int { declaredFrameCount == nil ? 1 : max(1, frames.count) }

  /// Whether it has several frames, or one that is not its pixels.
  var isAnimated: Bool {
    frameCount > 1 || (declaredFrameCount != nil && frames.count == 1 && hidesPixels && hasFrameData)
  }

  /// Whether every client can decode these bytes, as far as chunks tell.
  package var isWidelyDecodable: Bool {
    guard let header, header.bitDepth <= 8, !isAnimated else { return false }
    return hasPixels && endOffset != nil && !hasWrongChecksum
  }

  private mutating func read(_ chunk: PNGChunk) {
    hasWrongChecksum = hasWrongChecksum || !chunk.isIntact
    switch chunk.type {
    case "IHDR" where chunkCount == 0: header = PNGHeader(chunk.data)
    case "CgBI" where chunkCount == 0: isOfXcode = true
    case "IDAT": hasPixels = true
    case "IEND": endOffset = chunk.end
    case "tRNS": hasTransparency = true
    case "acTL" where !hasPixels:
      declaredFrameCount = chunk.data.uint32(at: 0)
      playCount = chunk.data.uint32(at: 4) ?? 0
    case "fcTL":
      hidesPixels = frames.isEmpty ? hasPixels : hidesPixels
      frames.append(PNGFrameControl(chunk.data))
    case "fdAT": hasFrameData = true
    case "cICP", "iCCP", "sRGB", "gAMA", "cHRM": color.read(chunk)
    case "eXIf":
      let facts = ExifFacts(chunk.data)
      metadata.formUnion(facts.metadata)
      orientation = facts.orientation
    case "tEXt", "zTXt", "iTXt": readText(chunk)
    case "PLTE", "acTL", "sBIT", "bKGD", "hIST", "pHYs", "sPLT", "mDCV", "cLLI": break
    default: metadata.insert(.other)
    }
  }

  /// Only the first few texts are unpacked, so that a file of a million small bombs takes no time.
  private mutating func readText(_ chunk: PNGChunk) {
    let text = PNGText(chunk)
    metadata.formUnion(text.metadata(readingText: unreadTextCount > 0))
    if [.xmp, .exif].contains(text.kind) { unreadTextCount -= 1 }
  }
}

/// The time of a frame in an `fcTL` chunk (PNG, third edition, section 11.3.6.2).
package struct PNGFrameControl: Hashable, Sendable {
  /// How many milliseconds the frame is shown.
  package let delay: Int
  package let disposal: Animation.Disposal

  /// A number, width, height and place of four bytes each, then the delay as a fraction of a second; a denominator of 0 means
  /// 100.
  init(_ data: ByteView) {
    let numerator = data.uint16(at: 20) ?? 0
    let denominator = data.uint16(at: 22).flatMap { $0 == 0 ? nil : $0 } ?? 100
    delay = (numerator * 1000 + denominator / 2) / denominator
    switch data[24] {
    case 1: disposal = .background
    case 2: disposal = .previous
    default: disposal = .keep
    }
  }
}

extension PictureFormat {
  public static let png = PictureFormat(
    FormatTraits(
      "png", .signatures([Signature(PNGChunks.signature)]),
      support: ClientSupport(apple: .png, android: .everywhere, chrome: .everywhere)),
    decoder: .png, readHeader: { HeaderFacts(PNGFacts($0)) })
}

extension HeaderFacts {
  init(_ png: PNGFacts) {
    self.init()
    size = png.header?.size
    orientation = png.orientation
    metadata = png.metadata
    bitDepth = png.header.map { $0.colorType == .palette ? 8 : $0.bitDepth }
    frameCount = png.frameCount
    trailingByteCount = png.trailingByteCount
    hasAlpha = png.hasTransparency
    isWidelyDecodable = png.isWidelyDecodable
    if png.isOfXcode {
      unreadCoding = .init(
        "PNG that Xcode converted for an app (CgBI)", "take the picture from the project's sources, or export it as PNG"
      )
    }
    if png.isAnimated {
      animation = Animation(
        delays: png.frames.map(\.delay), loopCount: png.playCount, disposals: Set(png.frames.map(\.disposal)))
    }
    let model = png.header?.colorType.colorModel ?? .rgb
    setColor(
      model: model, profile: png.color.profile ?? png.color.statedProfile(isGray: model == .gray),
      codePoints: png.color.codePoints)
  }
}
