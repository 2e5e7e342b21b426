/// Bytes at a fixed place that only one format has.
private struct Signature: Sendable {
  let offset: Int
  let bytes: [UInt8]
  let format: SniffedFormat

  init(_ text: String, at offset: Int = 0, _ format: SniffedFormat) {
    self.init(Array(text.utf8), at: offset, format)
  }

  init(_ bytes: [UInt8], at offset: Int = 0, _ format: SniffedFormat) {
    self.bytes = bytes
    self.offset = offset
    self.format = format
  }
}

/// In order: where one signature is the start of another, the longer one comes first.
private let signatures: [Signature] = [
  Signature([0xFF, 0xD8, 0xFF], .picture(.jpeg)),
  Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .picture(.png)),
  Signature("GIF87a", .picture(.gif)),
  Signature("GIF89a", .picture(.gif)),
  Signature([0xFF, 0x0A], .picture(.jxl)),
  Signature([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .picture(.jxl)),
  Signature([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .unreadPicture("JPEG 2000")),
  Signature([0xFF, 0x4F, 0xFF, 0x51], .unreadPicture("JPEG 2000 codestream")),
  Signature("CR", at: 8, .cameraRaw("Canon CR2")),
  Signature([0x49, 0x49, 0x2A, 0], .picture(.tiff)),
  Signature([0x4D, 0x4D, 0, 0x2A], .picture(.tiff)),
  Signature([0x49, 0x49, 0x2B, 0], .picture(.tiff)),
  Signature([0x4D, 0x4D, 0, 0x2B], .picture(.tiff)),
  Signature("IIRO", .cameraRaw("Olympus ORF")),
  Signature("IIRS", .cameraRaw("Olympus ORF")),
  Signature([0x49, 0x49, 0x55, 0], .cameraRaw("Panasonic RW2")),
  Signature("FUJIFILMCCD-RAW", .cameraRaw("Fujifilm RAF")),
  Signature("FOVb", .cameraRaw("Sigma X3F")),
  Signature("WEBP", at: 8, .picture(.webp)),
  Signature("AVI ", at: 8, .video(.avi)),
  Signature("WAVE", at: 8, .audio("WAVE audio")),
  Signature("ACON", at: 8, .unreadPicture("animated cursor")),
  Signature([0, 0, 1, 0xBA], .video(.mpegProgramStream)),
  Signature([0, 0, 1, 0xB3], .video(.mpegVideo)),
  Signature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .unreadVideo("Windows Media")),
  Signature([0x46, 0x4C, 0x56, 0x01], .unreadVideo("Flash video")),
  Signature("OggS", .unreadVideo("Ogg")),
  Signature("ID3", .audio("MP3 audio")),
  Signature("fLaC", .audio("FLAC audio")),
  Signature("8BPS", .unreadPicture("Photoshop document")),
  Signature("gimp xcf", .unreadPicture("GIMP document")),
  Signature("%PDF-", .document("PDF")),
  Signature("%!PS", .document("PostScript")),
  Signature([0xC5, 0xD0, 0xD3, 0xC6], .document("Encapsulated PostScript")),
  Signature([0x76, 0x2F, 0x31, 0x01], .unreadPicture("OpenEXR")),
  Signature("#?RADIANCE", .unreadPicture("Radiance HDR")),
  Signature("DDS ", .unreadPicture("DirectDraw surface")),
  Signature("qoif", .unreadPicture("QOI")),
  Signature("SIMPLE  =", .unreadPicture("FITS")),
  Signature([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .unreadPicture("MNG")),
  Signature([0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .unreadPicture("JNG")),
  Signature([0xD7, 0xCD, 0xC6, 0x9A], .unreadPicture("Windows metafile")),
  Signature([0x50, 0x4B, 0x03, 0x04], .other("ZIP archive", "unpack it into the folder")),
  Signature([0x1F, 0x8B], .other("gzip data, perhaps SVGZ", "unpack it: gunzip turns an .svgz into an .svg")),
]

extension SniffedFormat {
  static func signature(_ view: ByteView) -> SniffedFormat? {
    if let format = matroska(view) ?? silicon(view) ?? portableAnyMap(view) { return format }
    return signatures.first { view.has($0.bytes, at: $0.offset) && isPlausible($0.format, view) }?.format
  }

  /// Signatures that do not lie at the start are believed only in the container they belong to.
  private static func isPlausible(_ format: SniffedFormat, _ view: ByteView) -> Bool {
    switch format {
    case .picture(.webp), .video(.avi), audio("WAVE audio"), unreadPicture("animated cursor"): view.has("RIFF")
    case cameraRaw("Canon CR2"): view.has([0x49, 0x49, 0x2A, 0])
    default: true
    }
  }

  /// EBML: the document type stands near the start of the header.
  private static func matroska(_ view: ByteView) -> SniffedFormat? {
    guard view.has([0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    return .video(view.clamped(at: 0, length: 80).contains("webm") ? .webm : .matroska)
  }

  /// SGI: a magic number, storage 0 or 1, and 1 or 2 bytes a channel.
  private static func silicon(_ view: ByteView) -> SniffedFormat? {
    guard view.has([0x01, 0xDA]), let storage = view[2], let width = view[3] else { return nil }
    return storage <= 1 && (1...2).contains(width) ? unreadPicture("SGI") : nil
  }

  /// PBM, PGM, PPM and PAM: `P`, a digit, white space.
  private static func portableAnyMap(_ view: ByteView) -> SniffedFormat? {
    guard view[0] == 0x50, let digit = view[1], let space = view[2] else { return nil }
    guard (0x31...0x37).contains(digit), [0x09, 0x0A, 0x0D, 0x20].contains(space) else { return nil }
    return unreadPicture("portable anymap")
  }
}

/// Files of boxes (ISO/IEC 14496-12): what they are stands in the brands of their `ftyp` box.
extension SniffedFormat {
  static func mediaFileBrand(_ view: ByteView) -> SniffedFormat? {
    guard view.code(at: 4) == "ftyp" else { return movieWithoutBrand(view) }
    let brands = brands(view)
    guard let major = brands.first else { return nil }
    return stillPicture(brands) ?? pictureSequence(brands) ?? .some(movie(major, brands))
  }

  /// The major brand, then the compatible ones, as far as they are there.
  private static func brands(_ view: ByteView) -> [FourCharacterCode] {
    let end = min(view.uint32(at: 0) ?? 0, view.count)
    let compatible = stride(from: 16, to: max(end - 3, 16), by: 4)
    return ([8] + compatible).compactMap(view.code(at:))
  }

  /// The first brand that names the codec of a still picture decides. `mif1` names none: it goes with what the
  /// other brands hint at.
  private static func stillPicture(_ brands: [FourCharacterCode]) -> SniffedFormat? {
    for brand in brands {
      switch brand {
      case "avif": return .picture(.avif)
      case "heic", "heix", "heim", "heis": return .picture(.heic)
      default: continue
      }
    }
    guard brands.contains("mif1") || brands.contains("mif2") else { return nil }
    return .picture(brands.contains("avis") ? .avif : .heic)
  }

  private static func pictureSequence(_ brands: [FourCharacterCode]) -> SniffedFormat? {
    if brands.contains("avis") { return sequence("AVIF sequence") }
    let names: Set<FourCharacterCode> = ["hevc", "hevx", "hevm", "hevs", "msf1"]
    return brands.contains(where: names.contains) ? sequence("HEIC sequence") : nil
  }

  private static func movie(_ major: FourCharacterCode, _ brands: [FourCharacterCode]) -> SniffedFormat {
    switch major {
    case "qt": .video(.quickTime)
    case "M4V", "M4VH", "M4VP": .video(.m4v)
    case "M4A", "M4B": audio("MPEG-4 audio")
    case "crx": cameraRaw("Canon CR3")
    case "jp2", "jpx", "jpm": unreadPicture("JPEG 2000")
    case _ where "\(major)".hasPrefix("3g"): .video(.threeGP)
    default: .video(.mp4)
    }
  }

  /// Old QuickTime files start with another box.
  private static func movieWithoutBrand(_ view: ByteView) -> SniffedFormat? {
    guard let length = view.uint32(at: 0), length >= 8 || length == 1, let code = view.code(at: 4) else { return nil }
    let first: Set<FourCharacterCode> = ["moov", "mdat", "wide", "pnot", "free", "skip"]
    return first.contains(code) ? .video(.quickTime) : nil
  }
}
