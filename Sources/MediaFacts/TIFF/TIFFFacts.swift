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
    if pages.dropFirst().first?.integer(TIFFTag.kind).map({ $0 & 1 == 1 }) == true {
      header.metadata.insert(.thumbnail)
    }
  }

  private mutating func readPicture(_ page: TIFFDirectory) {
    let photometric = page.integer(TIFFTag.photometric) ?? 2
    header.size = page.size
    if page.size != nil {
      // A palette has entries of 8 bits.
      header.bitDepth = photometric == 3 ? 8 : min(max(page.integer(TIFFTag.bitsPerSample) ?? 1, 1), 32)
    }
    header.hasAlpha = page.integer(TIFFTag.extraSamples).map { $0 == 1 || $0 == 2 } ?? false
    header.isLossy = Self.lossyCompressions.contains(page.integer(TIFFTag.compression) ?? 1)
    let profile = page.entry(TIFFTag.profile)?.value
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
    if tags.isDisjoint(with: TIFFTag.capture) { metadata.remove(.exif) }
    if !tags.isDisjoint(with: TIFFTag.texts) { metadata.insert(.comment) }
    if tags.contains(TIFFTag.iptc) { metadata.insert(.iptc) }
    if let packet = page.entry(TIFFTag.xmp) { metadata.formUnion(XMPFacts(packet.value).metadata) }
    if tags.contains(TIFFTag.photoshop) { metadata.insert(.other) }
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
    let light = page.integer(TIFFTag.photometric).flatMap { lightCodings[$0] }
    return (light ?? misreadCoding(page)).map { .unreadColor("TIFF in " + $0) }
  }

  /// What libtiff cannot decode, and what libvips silently shows wrongly: signed or 32-bit numbers, and brightness with colour differences
  /// (TIFF 6.0, section 21) unless the JPEG library converts them.
  private static func misreadCoding(_ page: TIFFDirectory) -> String? {
    switch (page.integer(TIFFTag.sampleFormat) ?? 1, page.integer(TIFFTag.bitsPerSample) ?? 1) {
    case (2, _): return "samples with a sign"
    case (5, _), (6, _): return "complex samples"
    case (1, 17...): return "integer samples of more than 16 bits"
    case (1, let bits) where ![1, 2, 4, 8, 16].contains(bits): return "samples of \(bits) bits"
    case (3, let bits) where bits != 32 || page.integer(TIFFTag.photometric) ?? 2 != 2: return "floating-point samples"
    default: break
    }
    if page.integer(TIFFTag.inkSet) == 2 { return "inks other than cyan, magenta, yellow and black" }
    if page.entry(TIFFTag.extraSamples)?.integer(at: 1) != nil { return "several extra channels" }
    let compression = page.integer(TIFFTag.compression) ?? 1
    if let name = undecodedCompressions[compression] { return name }
    let isJPEG = compression == 6 || compression == 7
    return page.integer(TIFFTag.photometric) == 6 && !isJPEG ? "YCbCr without JPEG" : nil
  }

  /// Photometric interpretations of the tag's private range.
  private static let lightCodings = [32_844: "LogL", 32_845: "LogLuv"]

  /// Aperio's and others' JPEG 2000, and JPEG XL.
  private static let undecodedCompressions = [
    33_003: "JPEG 2000", 33_005: "JPEG 2000", 34_712: "JPEG 2000", 50_002: "JPEG XL", 52_546: "JPEG XL",
  ]

  /// Old and new JPEG, JPEG 2000, WebP, JPEG XL.
  private static let lossyCompressions: Set<Int> = [6, 7, 34_712, 50_001, 50_002, 52_546]
}

extension PictureFormat {
  public static let tiff = PictureFormat(
    FormatTraits("tiff", .signatures(["II*\0", "MM\0*", "II+\0", "MM\0+"].map { Signature($0) })),
    decoder: .tiff, readHeader: { TIFFFacts($0).header })
}

/// The contents of a TIFF file whose first image is not the main picture: a camera's sensor data after a small picture, or a
/// reduced copy of a larger image (TIFF/EP, ISO 12234-2; DNG specification, chapters 2 and 4).
struct TIFFContents: Sendable {
  private let pages: [TIFFDirectory]

  /// Hostile files have more directories than necessary. Raw files have fewer than ten.
  private static let pageLimit = 16
  private static let subordinateLimit = 32

  /// - Parameter pages: the chain of directories from the first.
  init(_ pages: [TIFFDirectory]) { self.pages = Array(pages.prefix(Self.pageLimit)) }

  /// nil where the first image is the main picture.
  var unread: UnsupportedFormat? {
    guard let first = pages.first else { return nil }
    if first.entry(TIFFTag.dngVersion) != nil { return .cameraRaw("DNG") }
    let others = pages.dropFirst() + subordinates
    // Samples of a colour filter array, or from one and without a colour space.
    let isSensorData = ([first] + others).contains { [32_803, 34_892].contains($0.integer(TIFFTag.photometric)) }
    if isSensorData { return .cameraRaw("TIFF with sensor data") }
    guard Self.isReduced(first) else { return nil }
    let area = first.size?.count ?? 0
    guard others.contains(where: { !Self.isReduced($0) && $0.size?.count ?? 0 > area }) else { return nil }
    return UnsupportedFormat(
      "a TIFF whose first image is a thumbnail of a larger one", "export the large one as PNG or JPEG")
  }

  /// The directories that others point at, one level deep: deeper ones hold no image of a camera.
  private var subordinates: [TIFFDirectory] {
    let found = pages.lazy.flatMap { page -> [TIFFDirectory] in
      guard let entry = page.entry(TIFFTag.subordinates) else { return [] }
      return (0..<Self.subordinateLimit).compactMap { entry.integer(at: $0).flatMap(page.structure.directory(at:)) }
    }
    return Array(found.prefix(Self.subordinateLimit))
  }

  /// Whether it is marked as a smaller version of another image in the file.
  private static func isReduced(_ page: TIFFDirectory) -> Bool {
    if let kind = page.integer(TIFFTag.kind) { return kind & 1 == 1 }
    return page.integer(TIFFTag.oldKind) == 2
  }
}
