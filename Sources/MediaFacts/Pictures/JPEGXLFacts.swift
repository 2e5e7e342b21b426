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
    case "brob": header.metadata.insert(box.payload.code(at: 0).flatMap { Self.packedKinds[$0] } ?? .other)
    case "JXL", "ftyp", "jxll", "jxli", "jbrd", "free", "skip": break
    default: header.metadata.insert(.other)
    }
  }

  /// Reads the first headers that are readable (ISO/IEC 18181-1, annex D), up to what needs decoding. Fields after the end of the bytes keep
  /// their defaults.
  private mutating func readCodestream(_ view: ByteView) {
    guard header.size == nil, view.has([0xFF, 0x0A]) else { return }
    var bits = JPEGXLBits(view.clamped(at: 2))
    guard let size = try? bits.size() else { return }
    (header.size, header.bitDepth, header.isLossy) = (size, 8, true)
    _ = try? readImageMetadata(&bits)
    header.setColor(model: isGray ? .gray : .rgb, profile: nil, codePoints: codePoints)
  }

  private static let packedKinds: [FourCharacterCode: Picture.Metadata] = ["Exif": .exif, "xml": .xmp]
}

extension PictureFormat {
  public static let jxl = PictureFormat(
    FormatTraits(
      "jxl",
      .signatures([
        Signature([0xFF, 0x0A]),
        Signature([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
      ]), support: ClientSupport(chrome: .partly("only the newest versions of Chrome show"))),
    decoder: .jxl, readHeader: { JPEGXLFacts($0).header })
}

extension JPEGXLFacts {
  private mutating func readImageMetadata(_ bits: inout JPEGXLBits) throws(JPEGXLBits.End) {
    guard try !bits.flag() else { return }
    if try bits.flag() { try readExtraFields(&bits) }
    header.bitDepth = try bits.bitDepth()
    _ = try bits.flag()
    for _ in try 0..<bits.number(.value(0), .value(1), .bits(4, 2), .bits(12, 1)) {
      let channel = try bits.extraChannel()
      header.hasAlpha = header.hasAlpha || channel == .alpha
      if channel == .black { header.unreadCoding = .unreadColor("JPEG XL in CMYK") }
    }
    // Only lossy coding uses pixels in XYB.
    header.isLossy = try bits.flag()
    try readColor(&bits)
  }

  private mutating func readExtraFields(_ bits: inout JPEGXLBits) throws(JPEGXLBits.End) {
    if try bits.bits(3) >= 4 { header.size = header.size?.transposed }
    if try bits.flag() { _ = try bits.size() }
    if try bits.flag() { try bits.skipPreviewSize() }
    let isAnimated = try bits.flag()
    (header.frameCount, header.isUnreadMotion) = (isAnimated ? nil : 1, isAnimated)
    if isAnimated { try bits.skipAnimation() }
  }

  /// White points and primaries without code points are taken for BT.709's.
  private mutating func readColor(_ bits: inout JPEGXLBits) throws(JPEGXLBits.End) {
    guard try !bits.flag() else { return }
    let (hasProfile, space) = (try bits.flag(), try bits.enumeration())
    isGray = space == 1
    guard !hasProfile, space != 2 else { return }
    if try bits.enumeration() == 2 { try bits.skipChromaticities(1) }
    let primaries = try space == 1 ? 1 : bits.enumeration()
    if space != 1, primaries == 2 { try bits.skipChromaticities(3) }
    guard try !bits.flag() else { return }
    codePoints = CodePoints(primaries: primaries, transfer: try bits.enumeration())
  }
}

/// Reads the fields of JPEG XL headers (ISO/IEC 18181-1, annexes B and D) bit by bit, the least significant bit of each byte first.
struct JPEGXLBits {
  /// The bytes end.
  struct End: Error {}

  private let view: ByteView
  private var position = 0

  init(_ view: ByteView) { self.view = view }

  /// One of the four ways to write a number; two bits choose one.
  enum Distribution {
    case value(Int)
    /// As many bits, and a number to add.
    case bits(Int, Int)
  }

  /// The next `count` bits (0 to 32) as a number, the first bit the least significant.
  mutating func bits(_ count: Int) throws(End) -> Int {
    var value = 0
    for index in 0..<count {
      guard let byte = view[position >> 3] else { throw End() }
      value |= Int(byte >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }

  mutating func flag() throws(End) -> Bool { try bits(1) == 1 }

  mutating func number(
    _ first: Distribution, _ second: Distribution, _ third: Distribution, _ fourth: Distribution
  ) throws(End) -> Int {
    switch [first, second, third, fourth][try bits(2)] {
    case .value(let value): return value
    case .bits(let count, let offset): return try bits(count) + offset
    }
  }

  mutating func enumeration() throws(End) -> Int { try number(.value(0), .value(1), .bits(4, 2), .bits(6, 18)) }

  /// A height, then a ratio of sides or a width; small ones are multiples of 8.
  mutating func size() throws(End) -> PixelSize {
    let isSmall = try flag()
    let (height, ratio) = (try side(isSmall), try bits(3))
    return PixelSize(width: try ratio == 0 ? side(isSmall) : Self.width(height, ratio), height: height)
  }

  private mutating func side(_ isSmall: Bool) throws(End) -> Int {
    try isSmall ? (bits(5) + 1) * 8 : number(.bits(9, 1), .bits(13, 1), .bits(18, 1), .bits(30, 1))
  }

  /// - Parameter ratio: 1 to 7.
  private static func width(_ height: Int, _ ratio: Int) -> Int {
    let (width, base) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio - 1]
    return height * width / base
  }

  mutating func skipPreviewSize() throws(End) {
    let isSmall = try flag()
    try skipPreviewSide(isSmall)
    if try bits(3) == 0 { try skipPreviewSide(isSmall) }
  }

  private mutating func skipPreviewSide(_ isSmall: Bool) throws(End) {
    _ =
      try isSmall
      ? number(.value(16), .value(32), .bits(5, 1), .bits(9, 33))
      : number(.bits(6, 1), .bits(8, 65), .bits(10, 321), .bits(12, 1345))
  }

  /// Ticks per second, the number of loops, and whether frames have time codes.
  mutating func skipAnimation() throws(End) {
    _ = try number(.value(100), .value(1000), .bits(10, 1), .bits(30, 1))
    _ = try number(.value(1), .value(1001), .bits(8, 1), .bits(10, 1))
    _ = try number(.value(0), .bits(3, 0), .bits(16, 0), .bits(32, 0))
    _ = try flag()
  }

  mutating func bitDepth() throws(End) -> Int {
    guard try flag() else { return min(try number(.value(8), .value(10), .value(12), .bits(6, 1)), 32) }
    let depth = try number(.value(32), .value(16), .value(24), .bits(6, 1))
    _ = try bits(4)
    return min(depth, 32)
  }

  /// The kind of an extra channel, as far as it matters here.
  enum ExtraChannel { case alpha, black, other }

  /// Skips one extra channel and returns its kind.
  mutating func extraChannel() throws(End) -> ExtraChannel {
    guard try !flag() else { return .alpha }
    let (type, _) = (try enumeration(), try bitDepth())
    _ = try number(.value(0), .value(3), .value(4), .bits(3, 1))
    for _ in try 0..<number(.value(0), .bits(4, 0), .bits(5, 16), .bits(10, 48)) { _ = try bits(8) }
    // Alpha has a flag for premultiplication, a spot colour four numbers, a colour filter its index.
    switch type {
    case 0: _ = try flag()
    case 2: for _ in 0..<4 { _ = try bits(16) }
    case 5: _ = try number(.value(1), .bits(2, 0), .bits(4, 3), .bits(8, 19))
    default: break
    }
    return type == 0 ? .alpha : type == 4 ? .black : .other
  }

  /// Pairs of coordinates.
  mutating func skipChromaticities(_ count: Int) throws(End) {
    for _ in 0..<(2 * count) {
      _ = try number(.bits(19, 0), .bits(19, 524_288), .bits(20, 1_048_576), .bits(21, 2_097_152))
    }
  }
}
