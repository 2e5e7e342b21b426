import Zlib

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
