/// The facts in a JPEG stream's segments.
package struct JPEGFacts: Sendable {
  /// The first start of frame; nil unless it is readable.
  package private(set) var frame: JPEGFrame?
  package private(set) var orientation = 1
  package private(set) var metadata: Set<Picture.Metadata> = []
  /// The embedded ICC profile, if complete; that of Adobe RGB where only EXIF says so.
  package private(set) var profile: [UInt8]?
  /// MCUs between restart markers; 0 without them.
  package private(set) var restartInterval = 0
  package private(set) var scanCount = 0
  /// Where the end-of-image marker ends; nil when it is missing.
  package private(set) var endOffset: Int?
  /// Bytes after the end, except for previews and maps of a multi-picture index.
  package private(set) var trailingByteCount = 0
  /// Whether the profile is Adobe RGB's, known only from EXIF.
  private(set) var hasColorsOfExif = false
  /// Whether it is JPEG-LS (ITU-T T.87), which shares JPEG's markers and not its coding.
  private(set) var isJPEGLS = false
  private var hasHuffmanTables = false
  private var hasQuantizationTables = false
  private var hasStrangeSegments = false
  private var exif: ExifFacts?
  private var extendedXMP: [UInt8] = []
  private var furtherPicturesEnd = 0
  private var profileChunks = JPEGProfileChunks()

  package init(_ view: ByteView) {
    guard let segments = JPEGSegments(view) else { return }
    for segment in segments { read(segment) }
    if !extendedXMP.isEmpty { metadata.formUnion(XMPFacts(ByteView(extendedXMP)).metadata) }
    profile = profileChunks.profile
    orientation = exif?.orientation ?? 1
    hasColorsOfExif = profile == nil && frame?.componentCount == 3 && exif?.saysAdobeRGB == true
    if hasColorsOfExif { profile = DisplayProfile.adobeRGB }
    trailingByteCount = endOffset.map { max(0, view.count - max($0, furtherPicturesEnd)) } ?? 0
  }

  /// Whether every client can decode these bytes, as far as segments tell. Other segments than those of Huffman-coded
  /// pictures of one frame speak against it. So does a height after the first scan, which libjpeg does not read.
  package var isWidelyDecodable: Bool {
    guard let frame, frame.isWidelyDecodable, !hasStrangeSegments else { return false }
    return hasHuffmanTables && hasQuantizationTables && scanCount > 0 && endOffset != nil
  }

  private mutating func read(_ segment: JPEGSegment) {
    switch segment.marker {
    case .startOfScan: scanCount += 1
    case .endOfImage: endOffset = segment.end
    case .comment: metadata.insert(.comment)
    case .defineHuffmanTables: hasHuffmanTables = true
    case .defineQuantizationTables: hasQuantizationTables = true
    case .defineRestartInterval: restartInterval = segment.payload.uint16(at: 0) ?? 0
    case .defineNumberOfLines: readNumberOfLines(segment.payload)
    case .startOfLSFrame: isJPEGLS = true
    case let marker where marker.isStartOfFrame && frame == nil: frame = JPEGFrame(segment)
    case let marker where marker.applicationNumber != nil: readApplication(segment)
    default: hasStrangeSegments = true
    }
  }

  private mutating func readNumberOfLines(_ payload: ByteView) {
    hasStrangeSegments = true
    if frame?.size.height == 0, let lines = payload.uint16(at: 0) { frame?.size.height = lines }
  }

  private mutating func readApplication(_ segment: JPEGSegment) {
    let payload = segment.payload
    switch segment.marker {
    case .application(0) where payload.has("JFIF\0"):
      if payload[12] ?? 0 > 0, payload[13] ?? 0 > 0 { metadata.insert(.thumbnail) }
    case .application(0) where payload.has("JFXX\0"): metadata.insert(.thumbnail)
    case .application(1) where payload.has("Exif\0"): readExif(payload)
    case .application(1) where payload.has("http://ns.adobe.com/xap/1.0/\0"):
      metadata.formUnion(XMPFacts(payload).metadata)
    case .application(1) where payload.has("http://ns.adobe.com/xmp/extension/\0"): readExtendedXMP(payload)
    case .application(2) where JPEGProfileChunks.isChunk(payload): profileChunks.add(payload)
    case .application(2) where payload.has("MPF\0"): readFurtherPictures(segment)
    // Resources of Photoshop: IPTC, and sometimes others.
    case .application(13) where payload.has("Photoshop 3.0\0"): metadata.insert(.iptc)
    case .application(14) where payload.has("Adobe"): break
    default: metadata.insert(.other)
    }
  }

  private mutating func readExif(_ payload: ByteView) {
    let facts = ExifFacts(payload)
    metadata.formUnion(facts.metadata)
    // Decoders read the header before the first scan, and ignore what follows.
    if scanCount == 0 { exif = exif ?? facts }
  }

  /// 35 bytes of name, 32 of digest, 4 of length and 4 of offset precede each piece; pieces are in order.
  private mutating func readExtendedXMP(_ payload: ByteView) {
    metadata.insert(.xmp)
    guard extendedXMP.count < 8 << 20 else { return }
    extendedXMP += payload.clamped(at: 75).bytes
  }

  private mutating func readFurtherPictures(_ segment: JPEGSegment) {
    let index = MultiPictureIndex(segment.payload, at: segment.start + 4)
    metadata.formUnion(index.metadata)
    furtherPicturesEnd = max(furtherPicturesEnd, index.end)
  }
}

extension PictureFormat {
  public static let jpeg = PictureFormat(
    FormatTraits(
      "jpeg", .signatures([Signature([0xFF, 0xD8, 0xFF])]),
      support: ClientSupport(apple: .jpeg, android: .everywhere, chrome: .everywhere)),
    decoder: .jpeg, readHeader: { HeaderFacts(JPEGFacts($0)) })
}

extension HeaderFacts {
  init(_ jpeg: JPEGFacts) {
    self.init()
    size = jpeg.frame?.size
    orientation = jpeg.orientation
    metadata = jpeg.metadata
    bitDepth = jpeg.frame?.precision
    trailingByteCount = jpeg.trailingByteCount
    isWidelyDecodable = jpeg.isWidelyDecodable
    isLossy = jpeg.frame?.isLossless != true
    if jpeg.isJPEGLS, jpeg.frame == nil { unreadCoding = .unreadPicture("JPEG-LS") }
    if jpeg.hasColorsOfExif { differences = ["colours in Adobe RGB, as only its EXIF says: they show paler there"] }
    setColor(model: jpeg.frame?.colorModel ?? .rgb, profile: jpeg.profile)
  }
}

extension JPEGFrame {
  fileprivate var colorModel: ColorDescription.Model {
    switch componentCount {
    case 1, 2: .gray
    case 4: .cmyk
    default: .rgb
    }
  }
}
