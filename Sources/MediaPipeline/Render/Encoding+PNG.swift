import PushDelivery
import Vips

extension Encoding {
  /// Lossless where that fits one way or the other, else with a palette.
  mutating func fitPNG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    for kind in PNGKind.allCases {
      let bytes = try kind.encode(image)
      encodes.append(.init(quality: nil, bytes: bytes.count, width: image.width))
      guard bytes.count <= specification.maximumBytes else { continue }
      return result(bytes, image, quality: nil, scale: scale, hasPalette: kind == .palette)
    }
    return nil
  }

  /// The ways to write a PNG, the best pictures first.
  private enum PNGKind: CaseIterable {
    case filtered, unfiltered, palette

    func encode(_ image: borrowing Image) throws -> [UInt8] {
      switch self {
      case .filtered: try image.png()
      case .unfiltered: try image.png(filtersRows: false)
      case .palette: try image.palettePNG(dither: 1)
      }
    }
  }
}
