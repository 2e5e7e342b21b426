import MediaFacts
import PushDelivery
import Vips

/// Cuts a scaled picture or sets it on a canvas, as a geometry says.
struct PictureShape {
  let geometry: Geometry
  let background: RGBColor

  init(_ geometry: Geometry, background: RGBColor) {
    self.geometry = geometry
    self.background = background
  }

  /// - Parameter image: of the geometry's scaled size.
  func apply(to image: consuming Image) throws(VipsError) -> Image {
    let cut = try crop(image)
    guard let canvas = geometry.canvas, canvas.width >= cut.width, canvas.height >= cut.height else { return cut }
    let left = (canvas.width - cut.width) / 2
    let top = (canvas.height - cut.height) / 2
    return try cut.convertedToSRGB().embedded(
      left: left, top: top, width: canvas.width, height: canvas.height, background: background.channels)
  }

  private func crop(_ image: consuming Image) throws(VipsError) -> Image {
    guard let crop = geometry.crop else { return image }
    let size = crop.size.limited(to: PixelSize(width: image.width, height: image.height))
    switch crop.anchor {
    case .attention: return try image.cropped(width: size.width, height: size.height, keeping: .attention)
    case .entropy: return try image.cropped(width: size.width, height: size.height, keeping: .entropy)
    case .centre: return try image.cropped(width: size.width, height: size.height, keeping: .centre)
    case .focalPoint(let point):
      let left = point.start(at: point.x, keeping: size.width, of: image.width)
      let top = point.start(at: point.y, keeping: size.height, of: image.height)
      return try image.extracted(left: left, top: top, width: size.width, height: size.height)
    }
  }
}

extension FocalPoint {
  /// Where a part must begin so that the point lies as near its middle as the edges allow.
  fileprivate func start(at position: Double, keeping length: Int, of whole: Int) -> Int {
    let wanted = Int((position * Double(whole) - Double(length) / 2).rounded())
    return min(max(0, wanted), whole - length)
  }
}
