import MediaFacts
import PushDelivery
import Vips

/// Handles transparency: it needs PNG, which is large for a photograph.
extension Encoding {
  /// With its transparency as PNG; flattened if that looks more like the picture, on light and on dark.
  ///
  /// The score over both backdrops shows the loss by flattening: none if hardly a pixel is transparent, very much for a drawing without a
  /// background.
  mutating func bestOfTransparent(_ image: borrowing Image) throws -> RenderResult {
    guard specification.formats.contains(.jpeg) else { return try best(of: image) }
    let whole = specification
    defer { specification = whole }
    let flat = try image.flattened(over: whole.background)
    let flatScore = try reference.score(of: flat)
    if flatScore >= Self.unseenFlattening {
      specification.formats = whole.opaqueFormats
      return try best(of: flat)
    }
    specification.formats = [.png]
    let kept = try best(of: image)
    guard let score = kept.record.score, score < flatScore else { return kept }
    specification.formats = [.jpeg]
    let flattened = try best(of: flat)
    return flattened.record.score ?? 0 > score ? flattened : kept
  }

  /// From this score on, two pictures look the same (`Effort.standardTarget`).
  private static let unseenFlattening = Double(Effort.standardTarget)
}

extension StillSpecification {
  /// The formats of a picture without transparency: PNG suits flat graphics, which want full chroma.
  fileprivate var opaqueFormats: [PictureFormat] { chroma == .full ? [.png, .jpeg] : [.jpeg] }
}

extension Image {
  fileprivate borrowing func flattened(over color: RGBColor) throws -> Image {
    let copy = try bands(from: 0, count: bandCount)
    return try copy.flattened(onto: color.channels).castTo8Bit().inMemory()
  }
}
