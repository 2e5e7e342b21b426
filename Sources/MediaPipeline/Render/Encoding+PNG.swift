import MediaFacts
import PushDelivery
import Vips

extension Encoding {
  /// The very pixels, written in the first way that fits.
  mutating func fitLosslessPNG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    for filtersRows in [true, false] {
      let bytes = try image.png(filtersRows: filtersRows)
      if record(bytes, image) { return result(bytes, image, format: .png, scale: scale) }
    }
    return nil
  }

  /// With a palette of the colours that matter most.
  mutating func fitPalettePNG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    let bytes = try image.palettePNG(dither: 1)
    return record(bytes, image) ? result(bytes, image, format: .png, scale: scale, hasPalette: true) : nil
  }

  /// - Returns: whether it fits.
  private mutating func record(_ bytes: [UInt8], _ image: borrowing Image) -> Bool {
    encodes.append(.init(quality: nil, bytes: bytes.count, width: image.width))
    return bytes.count <= specification.maximumBytes
  }
}
