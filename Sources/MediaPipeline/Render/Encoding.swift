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
        return result(bytes, image, quality: nil, subsamplesChroma: false, scale: scale, hasPalette: hasPalette)
      }
    }
    return nil
  }

  /// The highest quality that fits; nil when not even the floor does.
  private mutating func fitJPEG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    guard image.bandCount >= 3, specification.chroma == .subsampled else {
      return try searchJPEG(image, scale: scale, subsamplesChroma: false, firstQuality: nil)
    }
    // A smaller scale was chosen to bring the floor under the limit, so the answer lies a little above it.
    guard scale == 1 else {
      return try searchJPEG(
        image, scale: scale, subsamplesChroma: true, firstQuality: specification.qualityFloor + 2)
    }
    let estimate = try estimatedTrial(of: image)
    if let result = try fullChroma(image, estimate: estimate) { return result }
    let firstQuality = QualityCurve.progressiveJPEG.highestQuality(
      in: specification.qualities, fitting: specification.maximumBytes, after: estimate)
    return try searchJPEG(image, scale: scale, subsamplesChroma: true, firstQuality: firstQuality)
  }

  private mutating func searchJPEG(
    _ image: borrowing Image, scale: Double, subsamplesChroma: Bool, firstQuality: Int?
  ) throws -> RenderResult? {
    var search = QualitySearch(
      qualities: specification.qualities, limit: specification.maximumBytes, firstQuality: firstQuality)
    var best: (quality: Int, bytes: [UInt8])?
    while case .try(let quality) = search.next {
      let bytes = try encodeJPEG(image, quality: quality, subsamplesChroma: subsamplesChroma)
      search.record(quality: quality, bytes: bytes.count)
      if bytes.count <= specification.maximumBytes, quality >= best?.quality ?? 0 { best = (quality, bytes) }
    }
    return best.map {
      result($0.bytes, image, quality: $0.quality, subsamplesChroma: subsamplesChroma, scale: scale)
    }
  }

  /// The picture with all of its chroma, when it is expected to fit at the ceiling and does.
  private mutating func fullChroma(
    _ image: borrowing Image, estimate: QualitySearch.Trial
  ) throws -> RenderResult? {
    let ceiling = specification.qualityCeiling
    let bytes = Int(Double(estimate.bytes) * QualityCurve.fullChromaFactor)
    let expected = QualityCurve.progressiveJPEG.highestQuality(
      in: specification.qualities, fitting: specification.maximumBytes,
      after: .init(quality: estimate.quality, bytes: bytes))
    guard expected == ceiling else { return nil }
    let encoded = try encodeJPEG(image, quality: ceiling, subsamplesChroma: false)
    guard encoded.count <= specification.maximumBytes else { return nil }
    return result(encoded, image, quality: ceiling, subsamplesChroma: false, scale: 1)
  }

  /// About what the picture comes to at a middle quality. A quick encoding costs a fifth of a full one, and it saves those that are
  /// far from the answer.
  private mutating func estimatedTrial(of image: borrowing Image) throws -> QualitySearch.Trial {
    let quality = min(max(75, specification.qualityFloor), specification.qualityCeiling)
    let bytes = try image.quickJPEGByteCount(quality: quality)
    encodes.append(.init(quality: quality, bytes: bytes, width: image.width))
    // Scans and tables made for the picture save about 5 %; a little more is allowed, since a try at the ceiling that fits ends
    // the search.
    return .init(quality: quality, bytes: bytes * 94 / 100)
  }

  private mutating func encodeJPEG(
    _ image: borrowing Image, quality: Int, subsamplesChroma: Bool
  ) throws -> [UInt8] {
    let bytes = try image.jpeg(quality: quality, subsamplesChroma: subsamplesChroma)
    encodes.append(.init(quality: quality, bytes: bytes.count, width: image.width))
    return bytes
  }

  private func result(
    _ bytes: [UInt8], _ image: borrowing Image, quality: Int?, subsamplesChroma: Bool, scale: Double,
    hasPalette: Bool = false
  ) -> RenderResult {
    let hasChroma = quality != nil && image.bandCount >= 3
    return RenderResult(
      bytes: bytes,
      record: RenderRecord(
        method: .encode, size: PixelSize(width: image.width, height: image.height), quality: quality,
        chromaSubsampling: hasChroma ? (subsamplesChroma ? "4:2:0" : "4:4:4") : nil, scale: scale,
        hasPalette: hasPalette, encodes: encodes))
  }
}
