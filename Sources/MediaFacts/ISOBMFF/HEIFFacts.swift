/// The facts in a HEIC or AVIF file's boxes.
package struct HEIFFacts: Sendable {
  package private(set) var header = HeaderFacts()
  /// Frames of a picture sequence besides the primary item; 0 without one.
  private var sequenceFrameCount = 0

  package init(_ view: ByteView) {
    header.isLossy = true
    var boxes = Boxes(view)
    while let box = boxes.next(), box.type.isPrintable {
      header.trailingByteCount = view.count - boxes.position
      read(box, view)
    }
    header.frameCount = max(1, sequenceFrameCount)
    // The first brand says whether the file is meant to show the sequence, which the cover then represents.
    let isSequence = view.code(at: 4) == "ftyp" && Self.sequenceBrands.contains(view.code(at: 8) ?? "")
    guard isSequence, sequenceFrameCount > 1 else { return }
    header.isUnreadMotion = header.size == nil
    header.coveredFrameCount = header.size == nil ? nil : sequenceFrameCount
  }

  /// AVIF, HEIF, and HEVC in HEIF: MIAF, ISO/IEC 23000-22, and HEIF, annexes B and E. With another first brand, the sequence is an
  /// extra, and browsers show the picture.
  private static let sequenceBrands: Set<FourCharacterCode> = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]

  private mutating func read(_ box: Box, _ file: ByteView) {
    switch box.type {
    case "meta" where header.size == nil: readItems(box, file)
    case "moov" where sequenceFrameCount == 0: sequenceFrameCount = Self.sequenceFrameCount(box)
    case "ftyp", "styp", "meta", "moov", "moof", "mdat", "idat", "free", "skip", "wide", "pdin", "sidx", "mfra": break
    default: header.metadata.insert(.other)
    }
  }

  private mutating func readItems(_ meta: Box, _ file: ByteView) {
    let table = ItemTable(meta)
    if let primary = table.primary { readPicture(primary, table) }
    for reference in table.references where reference.type == "thmb" { header.metadata.insert(.thumbnail) }
    header.isPremultiplied = table.references.contains { $0.type == "prem" && $0.from == table.primary }
    let locations = meta.boxes(skipping: 4).first("iloc").flatMap(ItemLocations.init)
    for item in table.items.filter({ Self.metadataTypes.contains($0.type) }).prefix(Self.metadataLimit) {
      readMetadata(item, locations, file)
    }
  }

  private static let metadataTypes: Set<FourCharacterCode> = ["Exif", "mime", "uri", "tmap"]
  /// Finding an item takes time in proportion to their number. Real files have one of each type.
  private static let metadataLimit = 64

  /// A grid often leaves depth and colour to its tiles.
  private mutating func readPicture(_ primary: Int, _ table: ItemTable) {
    let picture = ItemProperties(table.properties(of: primary))
    let tiles = table.references.first { $0.type == "dimg" && $0.from == primary }?.to
    let tile = tiles?.first.map { ItemProperties(table.properties(of: $0)) }
    header.size = picture.size
    header.bitDepth = picture.bitDepth ?? tile?.bitDepth
    header.setColor(
      model: picture.isMonochrome ?? tile?.isMonochrome ?? false ? .gray : .rgb,
      profile: picture.profile ?? tile?.profile, codePoints: picture.codePoints ?? tile?.codePoints)
    let auxiliaries = table.references.filter { $0.type == "auxl" && $0.to.contains(primary) }
    for auxiliary in auxiliaries.prefix(Self.metadataLimit) {
      let properties = table.properties(of: auxiliary.from)
      guard Self.alphaTypes.contains(ItemProperties(properties).auxiliaryType ?? "") else {
        header.metadata.insert(.other)
        continue
      }
      header.hasAlpha = true
      // Decoders here turn alpha as it says itself, and browsers as the picture says.
      if Self.turns(properties) != Self.turns(table.properties(of: primary)) {
        header.differences = ["its transparency, which is not turned as its colours are"]
      }
    }
  }

  private static let alphaTypes = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"]

  /// Quarter turns and axes of mirroring, in their order, without turns by nothing, which cameras write.
  private static func turns(_ properties: [Box]) -> [[UInt8]] {
    properties.compactMap { box in
      switch box.type {
      case "irot": box.payload[0].flatMap { $0 & 3 == 0 ? nil : [0, $0 & 3] }
      case "imir": box.payload[0].map { [1, $0 & 1] }
      default: nil
      }
    }
  }

  /// An EXIF item starts with the offset of its TIFF header.
  private mutating func readMetadata(_ item: ItemTable.Item, _ locations: ItemLocations?, _ file: ByteView) {
    switch item.type {
    case "Exif":
      let block = locations?.bytes(of: item.identifier, in: file)
      let start = block?.uint32(at: 0) ?? 0
      header.metadata.formUnion(ExifFacts((block ?? ByteView([])).clamped(at: 4 + start)).metadata)
    case "mime" where item.rest.contains("application/rdf+xml"):
      header.metadata.formUnion(XMPFacts(locations?.bytes(of: item.identifier, in: file) ?? ByteView([])).metadata)
    default: header.metadata.insert(.other)
    }
  }

  /// The samples of the first picture track.
  private static func sequenceFrameCount(_ movie: Box) -> Int {
    for track in movie.boxes() where track.type == "trak" {
      let media = track.boxes().first("mdia")
      guard media?.boxes().first("hdlr")?.payload.code(at: 8) == "pict" else { continue }
      let sizes = media?.boxes().first("minf")?.boxes().first("stbl")?.boxes().first("stsz")
      return sizes?.payload.uint32(at: 8) ?? 0
    }
    return 0
  }
}

extension PictureFormat {
  public static let heic = PictureFormat(
    FormatTraits(
      "heic", .header { BoxFile($0) == .heic },
      support: ClientSupport(android: .partly("Android reads from version 9"))),
    decoder: .heif,
    readHeader: { view in
      var header = HEIFFacts(view).header
      // Browsers do not show HEIC; others show such pictures with dark edges, or without transparency.
      if header.isPremultiplied {
        header.differences.append("its colours are multiplied by its transparency, which many programs do not undo")
      }
      return header
    })

  public static let avif = PictureFormat(
    FormatTraits(
      "avif", .header { BoxFile($0) == .avif },
      support: ClientSupport(
        android: .partly("Android reads for sure from version 14"),
        chrome: .mostly("Chrome shows from version 85"))),
    decoder: .heif, readHeader: { HEIFFacts($0).header })
}

/// The properties of one picture item (HEIF, ISO/IEC 23008-12, 6.5).
struct ItemProperties {
  /// The size in decoders, after cropping and turning.
  private(set) var size: PixelSize?
  private(set) var bitDepth: Int?
  /// Whether the coded picture has only brightness. Channels in `pixi` are not trusted: some writers count those of the separate
  /// transparency.
  private(set) var isMonochrome: Bool?
  private(set) var codePoints: CodePoints?
  private(set) var profile: [UInt8]?
  /// The type of an auxiliary picture: a URN.
  private(set) var auxiliaryType: String?

  init(_ boxes: [Box]) { for box in boxes { read(box) } }

  private mutating func read(_ box: Box) {
    let payload = box.payload
    switch box.type {
    case "ispe":
      if size == nil, let width = payload.uint32(at: 4), let height = payload.uint32(at: 8) {
        size = PixelSize(width: width, height: height)
      }
    case "clap": crop(payload)
    case "irot": if payload[0].map({ $0 & 1 == 1 }) == true { size = size?.transposed }
    case "pixi": if let depth = payload[5], (1...32).contains(depth) { bitDepth = Int(depth) }
    case "colr": readColor(payload)
    case "av1C":
      isMonochrome = isMonochrome ?? payload[2].map { $0 & 0x10 != 0 }
      bitDepth = bitDepth ?? payload[2].map { $0 & 0x40 == 0 ? 8 : $0 & 0x20 == 0 ? 10 : 12 }
    case "hvcC":
      isMonochrome = isMonochrome ?? payload[16].map { $0 & 3 == 0 }
      bitDepth = bitDepth ?? payload[17].map { Int($0 & 7) + 8 }
    case "auxC":
      auxiliaryType = String(decoding: payload.clamped(at: 4, length: 80).bytes.prefix { $0 != 0 }, as: UTF8.self)
    default: break
    }
  }

  /// The clean aperture's width and height are fractions; only one within the picture counts.
  private mutating func crop(_ payload: ByteView) {
    let numbers = [0, 4, 8, 12].compactMap { payload.uint32(at: $0) }
    guard let whole = size, numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return }
    let cropped = PixelSize(width: numbers[0] / numbers[1], height: numbers[2] / numbers[3])
    guard (1...max(whole.width, 1)).contains(cropped.width) else { return }
    guard (1...max(whole.height, 1)).contains(cropped.height) else { return }
    size = cropped
  }

  private mutating func readColor(_ payload: ByteView) {
    switch payload.code(at: 0) {
    case "nclx": codePoints = codePoints ?? CodePoints(box: payload)
    case "prof", "rICC":
      guard payload.count <= HeaderFacts.longestProfile else { return }
      profile = profile ?? Array(payload.clamped(at: 4).bytes)
    default: break
    }
  }
}
