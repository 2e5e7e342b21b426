/// The type of a box file by the brands in its `ftyp` box (ISO/IEC 14496-12).
enum BoxFile: Hashable, Sendable {
  case avif, heic, avifSequence, heicSequence
  case mp4, m4v, quickTime, threeGP
  case audio, canonRaw, jpeg2000

  /// nil for other files.
  init?(_ view: ByteView) {
    guard view.code(at: 4) == "ftyp" else {
      guard Self.isOldMovie(view) else { return nil }
      self = .quickTime
      return
    }
    let brands = Self.brands(view)
    guard let major = brands.first else { return nil }
    self = Self.stillPicture(brands) ?? Self.pictureSequence(brands) ?? Self.other(major)
  }

  /// The major brand, then the existing compatible ones.
  private static func brands(_ view: ByteView) -> [FourCharacterCode] {
    let end = min(view.uint32(at: 0) ?? 0, view.count)
    let compatible = stride(from: 16, to: max(end - 3, 16), by: 4)
    return ([8] + compatible).compactMap(view.code(at:))
  }

  /// The first brand that names a still picture's codec decides. `mif1` names none: the other brands decide.
  private static func stillPicture(_ brands: [FourCharacterCode]) -> BoxFile? {
    for brand in brands {
      switch brand {
      case "avif": return .avif
      case "heic", "heix", "heim", "heis": return .heic
      default: continue
      }
    }
    guard brands.contains("mif1") || brands.contains("mif2") else { return nil }
    return brands.contains("avis") ? .avif : .heic
  }

  private static func pictureSequence(_ brands: [FourCharacterCode]) -> BoxFile? {
    if brands.contains("avis") { return .avifSequence }
    let names: Set<FourCharacterCode> = ["hevc", "hevx", "hevm", "hevs", "msf1"]
    return brands.contains(where: names.contains) ? .heicSequence : nil
  }

  private static func other(_ major: FourCharacterCode) -> BoxFile {
    switch major {
    case "qt": .quickTime
    case "M4V", "M4VH", "M4VP": .m4v
    case "M4A", "M4B": .audio
    case "crx": .canonRaw
    case "jp2", "jpx", "jpm": .jpeg2000
    case _ where "\(major)".hasPrefix("3g"): .threeGP
    default: .mp4
    }
  }

  /// Old QuickTime files start with another box.
  private static func isOldMovie(_ view: ByteView) -> Bool {
    guard let length = view.uint32(at: 0), length >= 8 || length == 1, let code = view.code(at: 4) else { return false }
    let first: Set<FourCharacterCode> = ["moov", "mdat", "wide", "pnot", "free", "skip"]
    return first.contains(code)
  }
}

extension ByteView {
  /// Whether it is an EBML file, and its document type, near its start (RFC 8794), is `webm`; nil for other files.
  var isWebM: Bool? { has([0x1A, 0x45, 0xDF, 0xA3]) ? clamped(at: 0, length: 80).contains("webm") : nil }
}
