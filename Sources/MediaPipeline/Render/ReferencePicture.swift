import JPEGEncoder
package import Libraries
import MediaFacts
import PushDelivery
import SSIMULACRA2

/// The reference for renditions: the prepared pixels at the specification's full size.
package struct ReferencePicture: Sendable {
  private let size: PixelSize
  private let hasAlpha: Bool
  /// One, or for a transparent picture one over each backdrop.
  private var references: [Reference]
  /// Whether the reference's values are kept.
  private var keepsHalf = false

  /// The backdrops of transparent pictures: light and dark notifications.
  private static let backdrops: [Double] = [255, 0]

  /// - Parameter image: 8-bit sRGB or gray, with or without alpha, in memory.
  package init(_ image: borrowing Image) throws {
    size = PixelSize(width: image.width, height: image.height)
    hasAlpha = image.hasAlpha
    references = try (hasAlpha ? Self.backdrops : [255]).map { Reference(try Self.picture(image, over: $0, size: nil)) }
  }

  /// A candidate's similarity, in points of SSIMULACRA 2: 100 for equal pixels.
  ///
  /// A smaller candidate is enlarged with bilinear interpolation first, as Android and Core Animation scale bitmaps. A transparent one is
  /// judged over white and over black, and the worse score counts.
  ///
  /// From the second candidate on, values of the reference are kept: they need 21 bytes for each pixel, and for a single candidate cost
  /// more time than they save.
  package mutating func score(of candidate: borrowing Image) throws -> Double {
    let candidates = try references.indices.map { try Self.picture(candidate, over: Self.backdrops[$0], size: size) }
    return try score(candidates)
  }

  /// The same for pixels from a JPEG decoder.
  /// - Parameter expectsMore: whether more candidates are likely: then the values are kept from the first on.
  mutating func score(of pixels: JPEGPixels, expectsMore: Bool) throws -> Double {
    keepsHalf = keepsHalf || expectsMore
    if !hasAlpha, size == PixelSize(width: pixels.width, height: pixels.height) {
      let candidate = try SRGBImage(
        width: pixels.width, height: pixels.height, samples: pixels.layout == .gray ? .gray : .rgb,
        bytes: pixels.samples)
      return try score([candidate])
    }
    return try score(
      of: Image(samples: pixels.samples, width: pixels.width, height: pixels.height, bandCount: pixels.layout.rawValue))
  }

  /// - Parameter candidates: the picture on each backdrop.
  private mutating func score(_ candidates: [SRGBImage]) throws -> Double {
    if keepsHalf { references = references.map { $0.prepared() } }
    keepsHalf = true
    return try zip(references, candidates).map { try $0.score(of: $1) }.min() ?? 100
  }

  /// - Parameter size: the size to enlarge it to; nil for its own.
  private static func picture(_ image: borrowing Image, over backdrop: Double, size: PixelSize?) throws -> SRGBImage {
    var shown = try image.bands(from: 0, count: image.bandCount)
    // Before enlarging: the colour of invisible pixels must not bleed in.
    if shown.hasAlpha { shown = try shown.flattened(onto: (backdrop, backdrop, backdrop)) }
    if let size, size != PixelSize(width: shown.width, height: shown.height) {
      shown = try shown.enlarged(
        horizontally: Double(size.width) / Double(shown.width), vertically: Double(size.height) / Double(shown.height))
    }
    let (width, height, isGray) = (shown.width, shown.height, shown.bandCount < 3)
    return try SRGBImage(
      width: width, height: height, samples: isGray ? .gray : .rgb, bytes: shown.castTo8Bit().samples())
  }
}
