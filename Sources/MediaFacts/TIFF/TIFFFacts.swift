/// The facts in a TIFF file's directories; all but the count of pages are about the first.
package struct TIFFFacts: Sendable {
  /// Longer chains are cut off: campaigns do not have such files.
  package static let pageLimit = 65_536

  package private(set) var header = HeaderFacts()

  package init(_ view: ByteView) {
    guard let structure = TIFFStructure(view) else { return }
    let pages = structure.chain(limit: Self.pageLimit)
    header.frameCount = max(1, pages.count)
    guard let first = pages.first else { return }
    readPicture(first)
    readMetadata(first)
    header.unreadCoding = TIFFContents(pages).unread ?? Self.unreadCoding(first)
    if pages.dropFirst().first?.integer(Tag.kind).map({ $0 & 1 == 1 }) == true {
      header.metadata.insert(.thumbnail)
    }
  }

  private mutating func readPicture(_ page: TIFFDirectory) {
    let photometric = page.integer(Tag.photometric) ?? 2
    if let width = page.integer(Tag.width), let height = page.integer(Tag.height) {
      header.size = PixelSize(width: width, height: height)
      // A palette has entries of 8 bits.
      header.bitDepth = photometric == 3 ? 8 : min(max(page.integer(Tag.bitsPerSample) ?? 1, 1), 32)
    }
    header.hasAlpha = page.integer(Tag.extraSamples).map { $0 == 1 || $0 == 2 } ?? false
    header.isLossy = Self.lossyCompressions.contains(page.integer(Tag.compression) ?? 1)
    let profile = page.entry(Tag.profile)?.value
    header.setColor(
      model: Self.model(photometric),
      profile: profile.flatMap { $0.count <= HeaderFacts.longestProfile ? Array($0.bytes) : nil })
  }

  private mutating func readMetadata(_ page: TIFFDirectory) {
    let exif = ExifFacts(page)
    header.orientation = exif.orientation
    var metadata = exif.metadata
    defer { header.metadata = metadata }
    let tags = Set(page.tags)
    if tags.isDisjoint(with: Tag.capture) { metadata.remove(.exif) }
    if !tags.isDisjoint(with: Tag.texts) { metadata.insert(.comment) }
    if tags.contains(Tag.iptc) { metadata.insert(.iptc) }
    if let packet = page.entry(Tag.xmp) { metadata.formUnion(XMPFacts(packet.value).metadata) }
    if tags.contains(Tag.photoshop) { metadata.insert(.other) }
  }

  /// Photometric interpretations of TIFF 6.0 and its supplements; palettes and YCbCr become RGB.
  private static func model(_ photometric: Int) -> ColorDescription.Model {
    switch photometric {
    case 0, 1, 4: .gray
    case 5: .cmyk
    case 8, 9, 10: .lab
    default: .rgb
    }
  }

  /// What its decoder shows wrongly: the light of LogL and LogLuv of SGI, and samples that it misreads.
  private static func unreadCoding(_ page: TIFFDirectory) -> UnsupportedFormat? {
    let light = page.integer(Tag.photometric).flatMap { lightCodings[$0] }
    return (light ?? misreadCoding(page)).map { .unreadColor("TIFF in " + $0) }
  }

  /// What libtiff cannot decode, and what libvips silently shows wrongly: signed or 32-bit numbers, and brightness with colour differences
  /// (TIFF 6.0, section 21) unless the JPEG library converts them.
  private static func misreadCoding(_ page: TIFFDirectory) -> String? {
    switch (page.integer(Tag.sampleFormat) ?? 1, page.integer(Tag.bitsPerSample) ?? 1) {
    case (2, _): return "samples with a sign"
    case (5, _), (6, _): return "complex samples"
    case (1, 17...): return "integer samples of more than 16 bits"
    case (1, let bits) where ![1, 2, 4, 8, 16].contains(bits): return "samples of \(bits) bits"
    case (3, let bits) where bits != 32 || page.integer(Tag.photometric) ?? 2 != 2: return "floating-point samples"
    default: break
    }
    if page.integer(Tag.inkSet) == 2 { return "inks other than cyan, magenta, yellow and black" }
    if page.entry(Tag.extraSamples)?.integer(at: 1) != nil { return "several extra channels" }
    let compression = page.integer(Tag.compression) ?? 1
    if let name = undecodedCompressions[compression] { return name }
    let isJPEG = compression == 6 || compression == 7
    return page.integer(Tag.photometric) == 6 && !isJPEG ? "YCbCr without JPEG" : nil
  }

  /// Photometric interpretations of the tag's private range.
  private static let lightCodings = [32_844: "LogL", 32_845: "LogLuv"]

  /// Aperio's and others' JPEG 2000, and JPEG XL.
  private static let undecodedCompressions = [
    33_003: "JPEG 2000", 33_005: "JPEG 2000", 34_712: "JPEG 2000", 50_002: "JPEG XL", 52_546: "JPEG XL",
  ]

  /// Old and new JPEG, JPEG 2000, WebP, JPEG XL.
  private static let lossyCompressions: Set<Int> = [6, 7, 34_712, 50_001, 50_002, 52_546]

  private enum Tag {
    static let kind = 254
    static let width = 256
    static let height = 257
    static let bitsPerSample = 258
    static let compression = 259
    static let photometric = 262
    static let inkSet = 332
    static let extraSamples = 338
    static let sampleFormat = 339
    static let xmp = 700
    static let iptc = 33_723
    static let photoshop = 34_377
    static let profile = 34_675
    /// Make, model, date and time, the EXIF and GPS directories.
    static let capture: Set<Int> = [271, 272, 306, 34_665, 34_853]
    /// Document name, description, software, artist, host computer, copyright.
    static let texts: Set<Int> = [269, 270, 305, 315, 316, 33_432]
  }
}

extension PictureFormat {
  public static let tiff = PictureFormat(
    FormatTraits(
      "tiff", "TIFF", extensions: ["tiff", "tif"], mediaTypes: ["image/tiff"],
      unregisteredMediaTypes: ["image/tif", "image/x-tiff"],
      appleTypes: ["image/tiff": ["tiff", "tif"]],
      recognition: .signatures(
        [
          [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0],
          [0x4D, 0x4D, 0, 0x2B],
        ]
        .map { Signature($0) }), support: ClientSupport()),
    decoder: .tiff, readHeader: { TIFFFacts($0).header })
}
