/// What an `IHDR` chunk says.
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

  /// Nil when the chunk says what the format does not allow: a side of 0 or above 2^31 - 1, or a depth that its
  /// colour type does not have.
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
