import JPEGEncoder
import MediaFacts
import PushDelivery
import SSIMULACRA2
package import Vips

/// The picture that renditions of it are to look like: the prepared pixels at the specification's full size.
package struct ReferencePicture: Sendable {
  private let size: PixelSize
  private let hasAlpha: Bool
  /// One, or for a transparent picture one over each of the backdrops.
  private var references: [Reference]
  /// Whether what does not depend on candidates is kept.
  private var keepsHalf = false

  /// What transparent pictures are shown on: light and dark notifications.
  private static let backdrops: [Double] = [255, 0]

  /// - Parameter image: 8-bit sRGB or gray, with or without alpha, in memory.
  /// - Throws: `VipsError`.
  package init(_ image: borrowing Image) throws {
    size = PixelSize(width: image.width, height: image.height)
    hasAlpha = image.hasAlpha
    references = try (hasAlpha ? Self.backdrops : [255]).map { backdrop in
      Reference(try Self.picture(image, over: backdrop, size: nil))
    }
  }

  /// How much a candidate looks like it, in points of SSIMULACRA 2: 100 where its pixels are the same.
  ///
  /// A smaller candidate is enlarged with bilinear interpolation first, as Android and Core Animation scale bitmaps. A transparent
  /// one is judged over white and over black, and the worse score counts.
  ///
  /// From the second candidate on, what does not depend on them is kept: it takes 21 bytes for each pixel, and for one alone longer
  /// than it saves.
  ///
  /// - Throws: `VipsError`.
  package mutating func score(of candidate: borrowing Image) throws -> Double {
    let candidates = try references.indices.map { try Self.picture(candidate, over: Self.backdrops[$0], size: size) }
    return try score(candidates)
  }

  /// The same of pixels as a JPEG decoder gives them.
  ///
  /// - Parameter expectsMore: whether other candidates are likely to follow: then the first is worth it.
  mutating func score(of pixels: JPEGPixels, expectsMore: Bool) throws -> Double {
    keepsHalf = keepsHalf || expectsMore
    if !hasAlpha, size == PixelSize(width: pixels.width, height: pixels.height) {
      let candidate = try SRGBImage(
        width: pixels.width, height: pixels.height, samples: pixels.layout == .gray ? .gray : .rgb,
        bytes: pixels.samples)
      return try score([candidate])
    }
    return try score(
      of: Image(
        samples: pixels.samples, width: pixels.width, height: pixels.height, bandCount: pixels.layout.rawValue))
  }

  /// - Parameter candidates: what is shown on each backdrop.
  private mutating func score(_ candidates: [SRGBImage]) throws -> Double {
    if keepsHalf { references = references.map { $0.prepared() } }
    keepsHalf = true
    return try zip(references, candidates).map { try $0.score(of: $1) }.min() ?? 100
  }

  /// - Parameter size: what it is enlarged to; nil for its own size.
  private static func picture(
    _ image: borrowing Image, over backdrop: Double, size: PixelSize?
  ) throws -> SRGBImage {
    var shown = try image.bands(from: 0, count: image.bandCount)
    // Before it is enlarged: the colour of invisible pixels must not be pulled in.
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
