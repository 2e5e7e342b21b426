import Essentials

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

/// A text chunk: `tEXt`, `zTXt` or `iTXt`.
struct PNGText {
  /// The chunk's kind if its text has not been read.
  let kind: Picture.Metadata
  private let text: ByteView
  private let isCompressed: Bool

  init(_ chunk: PNGChunk) {
    let data = chunk.data
    let keywordEnd = data.offset(of: 0, from: 0) ?? data.count
    kind = Self.kind(of: String(decoding: data.clamped(at: 0, length: min(keywordEnd, 79)).bytes, as: UTF8.self))
    isCompressed = chunk.type == "zTXt" || chunk.type == "iTXt" && data[keywordEnd + 1] == 1
    switch chunk.type {
    case "zTXt": text = data.clamped(at: keywordEnd + 2)
    case "iTXt":
      let language = data.offset(of: 0, from: keywordEnd + 3) ?? data.count
      text = data.clamped(at: (data.offset(of: 0, from: language + 1) ?? data.count) + 1)
    default: text = data.clamped(at: keywordEnd + 1)
    }
  }

  /// ImageMagick and ExifTool write blocks of other formats as text with such keywords.
  private static func kind(of keyword: String) -> Picture.Metadata {
    switch keyword {
    case "XML:com.adobe.xmp", "Raw profile type xmp": .xmp
    case "Raw profile type exif", "Raw profile type APP1": .exif
    case "Raw profile type iptc", "Raw profile type 8bim": .iptc
    case _ where keyword.hasPrefix("Raw profile type"): .other
    default: .comment
    }
  }

  /// Its kinds of information. Reading the text means unpacking, so the caller decides.
  func metadata(readingText: Bool) -> Set<Picture.Metadata> {
    switch kind {
    case .xmp where readingText: XMPFacts(unpacked).metadata
    case .exif where readingText: ExifFacts(hexadecimalBlock).metadata
    default: [kind]
    }
  }

  private var unpacked: ByteView { isCompressed ? ByteView(Inflate.zlib(text.bytes.span, limit: 1 << 20) ?? []) : text }

  /// A raw profile is a newline, a name, a length, and the block in hexadecimal digits.
  private var hexadecimalBlock: ByteView {
    let lines = unpacked.bytes.split(separator: 0x0A, maxSplits: 2).last ?? []
    let digits = lines.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return ByteView(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
