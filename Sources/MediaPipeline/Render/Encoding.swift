package import PushDelivery
package import Vips

/// Encodes pixels so that they fit their limit: the formats in their order, and smaller scales when none fits.
package struct Encoding {
  private let specification: RenditionSpecification
  private var encodes: [RenderRecord.Encode] = []

  package init(of specification: RenditionSpecification) {
    self.specification = specification
  }

  /// - Parameter image: the picture at the specification's full size, in memory.
  /// - Throws: `MediaProblem.cannotFit` when nothing fits, `VipsError` when an encoder fails.
  package consuming func run(on image: consuming Image) throws -> RenderResult {
    var scales = ScaleSearch(
      fullSize: PixelSize(width: image.width, height: image.height), limit: specification.maximumBytes)
    while true {
      let scaled = try Self.resize(image, to: scales.size)
      if let result = try fit(scaled, scale: scales.scale) { return result }
      guard scales.shrink(after: smallest(at: scales.size)) else {
        throw MediaProblem.cannotFit(
          smallestBytes: encodes.map(\.bytes).min() ?? 0, limit: specification.maximumBytes)
      }
    }
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

  /// Lossless where that fits, else with a palette.
  private mutating func fitPNG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    for hasPalette in [false, true] {
      let bytes = try hasPalette ? image.palettePNG(dither: 1) : image.png()
      encodes.append(.init(quality: nil, bytes: bytes.count, width: image.width))
      if bytes.count <= specification.maximumBytes {
        return result(bytes, image, quality: nil, scale: scale, hasPalette: hasPalette)
      }
    }
    return nil
  }

  /// The highest quality that fits; nil when not even the floor does.
  private mutating func fitJPEG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    // A smaller scale was chosen to bring the floor under the limit, so the answer lies a little above it.
    let firstQuality = try scale < 1 ? specification.qualityFloor + 2 : estimatedQuality(of: image)
    var search = QualitySearch(
      qualities: specification.qualities, limit: specification.maximumBytes, firstQuality: firstQuality)
    var best: (quality: Int, bytes: [UInt8])?
    while case .try(let quality) = search.next {
      let bytes = try image.jpeg(quality: quality)
      encodes.append(.init(quality: quality, bytes: bytes.count, width: image.width))
      search.record(quality: quality, bytes: bytes.count)
      if bytes.count <= specification.maximumBytes, quality >= best?.quality ?? 0 { best = (quality, bytes) }
    }
    return best.map { result($0.bytes, image, quality: $0.quality, scale: scale, hasPalette: false) }
  }

  /// About the quality that fits. One quick encoding costs a fifth of a full one at the ceiling, and it saves that one for every
  /// picture that is far from fitting there.
  private mutating func estimatedQuality(of image: borrowing Image) throws -> Int {
    let quality = min(max(75, specification.qualityFloor), specification.qualityCeiling)
    let bytes = try image.quickJPEGByteCount(quality: quality)
    encodes.append(.init(quality: quality, bytes: bytes, width: image.width))
    return QualityCurve.progressiveJPEG.highestQuality(
      in: specification.qualities, fitting: specification.maximumBytes,
      // Scans and tables made for the picture save about 5 %; a little more is allowed, since a try at the ceiling that fits ends
      // the search.
      after: .init(quality: quality, bytes: bytes * 93 / 100))
  }

  private func result(
    _ bytes: [UInt8], _ image: borrowing Image, quality: Int?, scale: Double, hasPalette: Bool
  ) -> RenderResult {
    RenderResult(
      bytes: bytes,
      record: RenderRecord(
        method: .encode, size: PixelSize(width: image.width, height: image.height), quality: quality,
        scale: scale, hasPalette: hasPalette, encodes: encodes))
  }
}
