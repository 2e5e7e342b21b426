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
