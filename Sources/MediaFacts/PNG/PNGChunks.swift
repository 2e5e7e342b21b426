import Essentials

/// One chunk of a PNG stream (PNG, third edition, section 5.3).
package struct PNGChunk: Sendable {
  package let type: FourCharacterCode
  package let data: ByteView
  /// The whole chunk, from length to checksum.
  package let whole: ByteView
  /// The end of the chunk in the file.
  package let end: Int

  /// Whether the checksum matches type and data; reads all of them.
  package var isIntact: Bool {
    let checked = whole.clamped(at: 4, length: data.count + 4)
    return whole.uint32(at: whole.count - 4) == Int(CRC32.checksum(of: checked.bytes.span))
  }

  /// Whether decoders may skip a chunk of this type: its first letter is lower case.
  package var isAncillary: Bool { type.rawValue & 0x2000_0000 != 0 }
}

/// The chunks of a PNG stream in order, including `IEND`, or up to the first that is cut off.
package struct PNGChunks: Sequence, IteratorProtocol {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let view: ByteView
  private var position = signature.count

  /// Nil for bytes without PNG's signature.
  package init?(_ view: ByteView) {
    guard view.has(Self.signature) else { return nil }
    self.view = view
  }

  package mutating func next() -> PNGChunk? {
    guard let length = view.uint32(at: position), let type = view.code(at: position + 4) else { return nil }
    guard let whole = view.part(at: position, length: length + 12) else { return nil }
    let end = position + whole.count
    position = type == "IEND" ? view.count : end
    return PNGChunk(type: type, data: whole.clamped(at: 8, length: length), whole: whole, end: end)
  }
}

/// The contents of an `IHDR` chunk.
package struct PNGHeader: Hashable, Sendable {
  package var size: PixelSize
  /// Bits in each sample, or in each index into the palette.
  package var bitDepth: Int
  package var colorType: ColorType
  package var isInterlaced: Bool

  package enum ColorType: Int, Hashable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6
  }

  /// Nil for forbidden values: a side of 0 or above 2^31 - 1, or a depth that its colour type does not have.
  package init?(_ data: ByteView) {
    guard data.count == 13, let width = data.uint32(at: 0), let height = data.uint32(at: 4) else { return nil }
    guard let depth = data[8], let type = data[9].flatMap({ ColorType(rawValue: Int($0)) }) else { return nil }
    guard let interlacing = data[12], interlacing <= 1, data[10] == 0, data[11] == 0 else { return nil }
    let sides = 1...0x7FFF_FFFF
    guard sides.contains(width), sides.contains(height), type.bitDepths.contains(Int(depth)) else { return nil }
    size = PixelSize(width: width, height: height)
    bitDepth = Int(depth)
    colorType = type
    isInterlaced = interlacing == 1
  }
}

extension PNGHeader.ColorType {
  fileprivate var bitDepths: Set<Int> {
    switch self {
    case .gray: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
    }
  }

  package var hasAlpha: Bool { self == .grayAlpha || self == .rgbAlpha }

  package var colorModel: ColorDescription.Model { self == .gray || self == .grayAlpha ? .gray : .rgb }
}

/// The facts in a PNG stream's colour chunks. Decoders prefer `cICP`, then `iCCP`, then `sRGB`, then `gAMA` and `cHRM`
/// (PNG, third edition, section 4.3).
package struct PNGColor: Hashable, Sendable {
  package var codePoints: CodePoints?
  /// The profile's name in an `iCCP` chunk; text from the file.
  package var profileName: String?
  /// The profile, if unpacking succeeded.
  package var profile: [UInt8]?
  package var saysSRGB = false
  /// The gamma of a `gAMA` chunk times 100,000.
  package var gamma: Int?
  /// White, red, green and blue of a `cHRM` chunk, x and y of each, times 100,000.
  package var chromaticities: [Int]?

  package init() {}

  /// The profile for gamma and chromaticities, where no preferred chunk exists, and they are not sRGB's.
  ///
  /// As in Chromium's decoder, chromaticities only count with a gamma. As in libpng, a gamma within 5 % of sRGB's counts as sRGB's
  /// (`PNG_GAMMA_THRESHOLD`).
  func statedProfile(isGray: Bool) -> [UInt8]? {
    guard codePoints == nil, profileName == nil, !saysSRGB, let gamma, gamma > 0 else { return nil }
    let hasStandardPrimaries = chromaticities.map(Self.areStandard) ?? true
    guard !hasStandardPrimaries || abs(Double(gamma) / 45_455 - 1) > 0.05 else { return nil }
    return DisplayProfile(gamma: 100_000 / Double(gamma), chromaticities: chromaticities ?? Self.standard)?
      .bytes(isGray: isGray)
  }

  private static func areStandard(_ chromaticities: [Int]) -> Bool {
    zip(chromaticities, standard).allSatisfy { abs($0 - $1) <= 500 }
  }

  /// Reads one chunk of any type.
  mutating func read(_ chunk: PNGChunk) {
    switch chunk.type {
    case "cICP": readCodePoints(chunk.data)
    case "iCCP" where profileName == nil: readProfile(chunk.data)
    case "sRGB": saysSRGB = true
    case "gAMA": gamma = chunk.data.uint32(at: 0)
    case "cHRM": chromaticities = Self.chromaticities(chunk.data)
    default: break
    }
  }

  private mutating func readCodePoints(_ data: ByteView) {
    guard let primaries = data[0], let transfer = data[1] else { return }
    codePoints = CodePoints(primaries: Int(primaries), transfer: Int(transfer))
  }

  /// A name, a zero, the method (0), and a zlib stream.
  private mutating func readProfile(_ data: ByteView) {
    let nameEnd = data.offset(of: 0) ?? data.count
    profileName = String(decoding: data.clamped(at: 0, length: min(nameEnd, 79)).bytes, as: UTF8.self)
    profile = Inflate.zlib(data.clamped(at: nameEnd + 2).bytes.span, limit: HeaderFacts.longestProfile)
  }

  private static func chromaticities(_ data: ByteView) -> [Int]? {
    let values = (0..<8).compactMap { data.uint32(at: 4 * $0) }
    return values.count == 8 ? values : nil
  }

  /// Whether a chunk can stay without changing the default meaning of a picture: sRGB. It has no extra bytes (PNG, third edition,
  /// sections 11.3.2.1, 11.3.2.2 and 11.3.2.5).
  static func agreesWithSRGB(_ chunk: PNGChunk) -> Bool {
    switch (chunk.type, chunk.data.count) {
    case ("sRGB", 1): (chunk.data[0] ?? 4) <= 3
    case ("gAMA", 4): chunk.data.uint32(at: 0).map { abs($0 - 45_455) <= 500 } == true
    case ("cHRM", 32): chromaticities(chunk.data).map(areStandard) == true
    default: false
    }
  }

  /// ITU-R BT.709: white D65, red, green, blue.
  private static let standard = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
}
