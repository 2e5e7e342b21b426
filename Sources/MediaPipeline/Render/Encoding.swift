package import PushDelivery
package import Vips

/// Encodes pixels so that they fit their limit: the formats in their order, and smaller scales when none fits.
package struct Encoding {
  let specification: RenditionSpecification
  /// Every trial encoding so far.
  var encodes: [RenderRecord.Encode] = []
  /// The quick encoding that the search began with.
  var estimate: RenderRecord.Encode?

  package init(of specification: RenditionSpecification) {
    self.specification = specification
  }

  /// - Parameter image: the picture at the specification's full size, in memory.
  /// - Throws: `MediaProblem.cannotFit` when nothing fits, `VipsError` when an encoder fails.
  package consuming func run(on image: consuming Image) throws -> RenderResult {
    var scales = ScaleSearch(
      fullSize: PixelSize(width: image.width, height: image.height), limit: specification.maximumBytes)
    var best: RenderResult?
    var growths = 0
    while true {
      let scaled = try Self.resize(image, to: scales.size)
      if let result = try fit(scaled, scale: scales.scale) {
        best = result
      } else if best == nil {
        guard scales.shrink(after: smallest(at: scales.size)) else { break }
        continue
      }
      growths += 1
      guard let best, isAtItsBest(best), growths <= Self.mostGrowths,
        scales.grow(from: best.record.scale, after: best.bytes.count)
      else { break }
    }
    guard var result = best else {
      throw MediaProblem.cannotFit(
        smallestBytes: encodes.map(\.bytes).min() ?? 0, limit: specification.maximumBytes)
    }
    result.record.encodes = encodes
    return result
  }

  /// Each takes a whole search; three bring a picture within a few per cent of the largest scale that fits.
  private static let mostGrowths = 3

  /// Whether only more pixels could make it better.
  private func isAtItsBest(_ result: RenderResult) -> Bool {
    result.record.quality == nil || result.record.quality == specification.qualityCeiling
  }

  /// Scales always start from the full picture, so that no picture is resampled twice.
  private static func resize(_ image: borrowing Image, to size: PixelSize) throws -> Image {
    let horizontal = Double(size.width) / Double(image.width)
    let vertical = Double(size.height) / Double(image.height)
    let copy = try image.bands(from: 0, count: image.bandCount)
    guard horizontal < 1 || vertical < 1 else { return copy }
    guard copy.hasAlpha else {
      return try copy.resized(horizontally: horizontal, vertically: vertical).inMemory()
    }
    return try copy.premultiplied().resized(horizontally: horizontal, vertically: vertical).unpremultiplied()
      .castTo8Bit().inMemory()
  }

  private func smallest(at size: PixelSize) -> Int {
    encodes.filter { $0.width == size.width }.map(\.bytes).min() ?? .max
  }

  private mutating func fit(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    for format in specification.formats {
      let result =
        switch format {
        case .png: try fitPNG(image, scale: scale)
        default: try fitJPEG(image, scale: scale)
        }
      if let result { return result }
    }
    return nil
  }

  /// Bytes that fit, with how they came about.
  func result(
    _ bytes: [UInt8], _ image: borrowing Image, quality: Int?, chromaSubsampling: String? = nil, scale: Double,
    hasPalette: Bool = false
  ) -> RenderResult {
    RenderResult(
      bytes: bytes,
      record: RenderRecord(
        method: .encode, size: PixelSize(width: image.width, height: image.height), quality: quality,
        chromaSubsampling: chromaSubsampling, scale: scale, hasPalette: hasPalette, estimate: estimate,
        encodes: encodes))
  }
}
