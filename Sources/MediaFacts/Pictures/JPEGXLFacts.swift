/// The facts in a JPEG XL file, a bare codestream or one in boxes (ISO/IEC 18181-2).
package struct JPEGXLFacts: Sendable {
  package private(set) var header = HeaderFacts()
  private var isGray = false
  private var codePoints: CodePoints?

  package init(_ view: ByteView) {
    readCodestream(view)
    guard header.size == nil else { return }
    var boxes = Boxes(view)
    while let box = boxes.next(), box.type.isPrintable {
      header.trailingByteCount = view.count - boxes.position
      read(box)
    }
  }

  /// Each part of a split codestream begins with a number of four bytes. `brob` boxes hold others, packed with Brotli.
  private mutating func read(_ box: Box) {
    switch box.type {
    case "jxlc": readCodestream(box.payload)
    case "jxlp": readCodestream(box.payload.clamped(at: 4))
    case "Exif":
      header.metadata.formUnion(ExifFacts(box.payload.clamped(at: 4 + (box.payload.uint32(at: 0) ?? 0))).metadata)
    case "xml": header.metadata.formUnion(XMPFacts(box.payload).metadata)
    case "brob": header.metadata.insert(Self.kind(packed: box.payload.code(at: 0)))
    case "JXL", "ftyp", "jxll", "jxli", "jbrd", "free", "skip": break
    default: header.metadata.insert(.other)
    }
  }

  /// Reads the first headers that are readable (ISO/IEC 18181-1, annex D), up to what needs decoding. Fields after a damaged one keep their
  /// defaults.
  private mutating func readCodestream(_ view: ByteView) {
    guard header.size == nil, view.has([0xFF, 0x0A]) else { return }
    var bits = JPEGXLBits(view.clamped(at: 2))
    guard let size = bits.size() else { return }
    (header.size, header.bitDepth, header.isLossy) = (size, 8, true)
    _ = readImageMetadata(&bits)
    header.setColor(model: isGray ? .gray : .rgb, profile: nil, codePoints: codePoints)
  }

  private static func kind(packed type: FourCharacterCode?) -> Picture.Metadata {
    switch type {
    case "Exif": .exif
    case "xml": .xmp
    default: .other
    }
  }
}

extension PictureFormat {
  public static let jxl = PictureFormat(
    FormatTraits(
      "jxl", "JPEG XL", extensions: ["jxl"], mediaTypes: ["image/jxl"],
      appleTypes: ["image/jxl": ["jxl"]],
      recognition: .signatures([
        Signature([0xFF, 0x0A]),
        Signature([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
      ]), support: ClientSupport(chrome: .partly("only the newest versions of Chrome show"))),
    decoder: .jxl, readHeader: { JPEGXLFacts($0).header })
}

extension JPEGXLFacts {
  /// Each step gives nil when the bits end.
  private mutating func readImageMetadata(_ bits: inout JPEGXLBits) -> Void? {
    guard let allDefault = bits.flag(), !allDefault, let hasExtraFields = bits.flag() else { return nil }
    if hasExtraFields { guard readExtraFields(&bits) != nil else { return nil } }
    guard let depth = bits.bitDepth() else { return nil }
    header.bitDepth = depth
    guard bits.flag() != nil, let count = bits.number(.value(0), .value(1), .bits(4, 2), .bits(12, 1)) else {
      return nil
    }
    for _ in 0..<count {
      guard let channel = bits.extraChannel() else { return nil }
      header.hasAlpha = header.hasAlpha || channel == .alpha
      if channel == .black { header.unreadCoding = .unreadColor("JPEG XL in CMYK") }
    }
    // Only lossy coding uses pixels in XYB.
    guard let isXYB = bits.flag() else { return nil }
    header.isLossy = isXYB
    return readColor(&bits)
  }

  private mutating func readExtraFields(_ bits: inout JPEGXLBits) -> Void? {
    guard let orientation = bits.bits(3) else { return nil }
    if orientation >= 4 { header.size = header.size?.transposed }
    guard let hasIntrinsicSize = bits.flag() else { return nil }
    if hasIntrinsicSize { guard bits.size() != nil else { return nil } }
    guard let hasPreview = bits.flag() else { return nil }
    if hasPreview { guard bits.previewSize() != nil else { return nil } }
    guard let isAnimated = bits.flag() else { return nil }
    (header.frameCount, header.isUnreadMotion) = (isAnimated ? nil : 1, isAnimated)
    return isAnimated ? bits.skipAnimation() : ()
  }

  /// White points and primaries without code points are taken for BT.709's.
  private mutating func readColor(_ bits: inout JPEGXLBits) -> Void? {
    guard let allDefault = bits.flag(), !allDefault, let hasProfile = bits.flag() else { return nil }
    guard let space = bits.enumeration() else { return nil }
    isGray = space == 1
    guard !hasProfile, space != 2, let white = bits.enumeration() else { return nil }
    if white == 2 { guard bits.skipChromaticities(1) != nil else { return nil } }
    var primaries = 1
    if space != 1 {
      guard let value = bits.enumeration() else { return nil }
      primaries = value
      if value == 2 { guard bits.skipChromaticities(3) != nil else { return nil } }
    }
    guard let hasGamma = bits.flag(), !hasGamma, let transfer = bits.enumeration() else { return nil }
    codePoints = CodePoints(primaries: primaries, transfer: transfer)
    return ()
  }
}

/// Reads the fields of JPEG XL headers (ISO/IEC 18181-1, annexes B and D).
struct JPEGXLBits {
  private var reader: LowBitReader

  init(_ view: ByteView) {
    reader = LowBitReader(view)
  }

  /// One of the four ways to write a number; two bits choose one.
  enum Distribution {
    case value(Int)
    /// As many bits, and a number to add.
    case bits(Int, Int)
  }

  mutating func bits(_ count: Int) -> Int? { reader.bits(count) }

  mutating func flag() -> Bool? { reader.flag() }

  mutating func number(_ ways: Distribution...) -> Int? {
    guard let selector = reader.bits(2), ways.indices.contains(selector) else { return nil }
    switch ways[selector] {
    case .value(let value): return value
    case .bits(let count, let offset): return reader.bits(count).map { $0 + offset }
    }
  }

  mutating func enumeration() -> Int? { number(.value(0), .value(1), .bits(4, 2), .bits(6, 18)) }

  /// A height, then a ratio of sides or a width; small ones are multiples of 8.
  mutating func size() -> PixelSize? {
    guard let isSmall = flag() else { return nil }
    guard let height = side(isSmall), let ratio = bits(3) else { return nil }
    guard let width = ratio == 0 ? side(isSmall) : Self.width(height, ratio) else { return nil }
    return PixelSize(width: width, height: height)
  }

  private mutating func side(_ isSmall: Bool) -> Int? {
    isSmall ? bits(5).map { ($0 + 1) * 8 } : number(.bits(9, 1), .bits(13, 1), .bits(18, 1), .bits(30, 1))
  }

  private static func width(_ height: Int, _ ratio: Int) -> Int? {
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    guard ratios.indices.contains(ratio - 1) else { return nil }
    return height * ratios[ratio - 1].0 / ratios[ratio - 1].1
  }

  mutating func previewSize() -> Void? {
    guard let isSmall = flag(), previewSide(isSmall) != nil, let ratio = bits(3) else { return nil }
    return ratio != 0 || previewSide(isSmall) != nil ? () : nil
  }

  private mutating func previewSide(_ isSmall: Bool) -> Int? {
    isSmall
      ? number(.value(16), .value(32), .bits(5, 1), .bits(9, 33))
      : number(.bits(6, 1), .bits(8, 65), .bits(10, 321), .bits(12, 1345))
  }

  /// Ticks per second, the number of loops, and whether frames have time codes.
  mutating func skipAnimation() -> Void? {
    guard number(.value(100), .value(1000), .bits(10, 1), .bits(30, 1)) != nil else { return nil }
    guard number(.value(1), .value(1001), .bits(8, 1), .bits(10, 1)) != nil else { return nil }
    guard number(.value(0), .bits(3, 0), .bits(16, 0), .bits(32, 0)) != nil else { return nil }
    return flag().map { _ in }
  }

  mutating func bitDepth() -> Int? {
    guard let isFloat = flag() else { return nil }
    guard isFloat else { return number(.value(8), .value(10), .value(12), .bits(6, 1)).map { min($0, 32) } }
    guard let depth = number(.value(32), .value(16), .value(24), .bits(6, 1)), bits(4) != nil else { return nil }
    return min(depth, 32)
  }

  /// The kind of an extra channel, as far as it matters here.
  enum ExtraChannel { case alpha, black, other }

  /// Skips one extra channel and returns its kind.
  mutating func extraChannel() -> ExtraChannel? {
    guard let allDefault = flag() else { return nil }
    if allDefault { return .alpha }
    guard let type = enumeration(), bitDepth() != nil else { return nil }
    guard number(.value(0), .value(3), .value(4), .bits(3, 1)) != nil else { return nil }
    guard let nameLength = number(.value(0), .bits(4, 0), .bits(5, 16), .bits(10, 48)) else { return nil }
    for _ in 0..<nameLength { guard bits(8) != nil else { return nil } }
    return skipDetails(ofChannel: type).map { type == 0 ? .alpha : type == 4 ? .black : .other }
  }

  /// Alpha has a flag for premultiplication, a spot colour four numbers, a colour filter its index.
  private mutating func skipDetails(ofChannel type: Int) -> Void? {
    switch type {
    case 0: flag().map { _ in }
    case 2: bits(32).flatMap { _ in bits(32) }.map { _ in }
    case 5: number(.value(1), .bits(2, 0), .bits(4, 3), .bits(8, 19)).map { _ in }
    default: ()
    }
  }

  /// Pairs of coordinates.
  mutating func skipChromaticities(_ count: Int) -> Void? {
    for _ in 0..<(2 * count) {
      let value = number(.bits(19, 0), .bits(19, 524_288), .bits(20, 1_048_576), .bits(21, 2_097_152))
      guard value != nil else { return nil }
    }
    return ()
  }
}
