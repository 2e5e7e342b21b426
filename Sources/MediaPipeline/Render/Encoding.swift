import Findings
package import Libraries
import MediaFacts
package import PushDelivery

/// Encodes pixels to fit their limit: tries formats, and smaller scales if none fits or if they look better.
package struct Encoding {
  var specification: StillSpecification
  var reference: ReferencePicture
  /// Every trial encoding so far.
  var encodes: [StillRecord.Encode] = []
  /// The quick encoding at the start of the search.
  var estimate: StillRecord.Encode?

  /// Encodes a picture.
  /// - Parameter image: the picture at the specification's full size, in memory.
  /// - Throws: `MediaError.cannotFit` if nothing fits, `VipsError` if an encoder fails.
  package static func run(_ specification: StillSpecification, on image: consuming Image) throws -> RenderResult {
    var encoding = Encoding(specification: specification, reference: try ReferencePicture(image))
    var result = try image.hasAlpha ? encoding.bestOfTransparent(image) : encoding.best(of: image)
    result.record.encodes = encoding.encodes
    result.record.estimate = encoding.estimate
    return result
  }

  mutating func best(of image: borrowing Image) throws -> RenderResult {
    switch specification.effort {
    case .best(let target):
      let largest = try largestFitting(image) { encoding, scaled, scale in
        try encoding.fitBest(scaled, scale: scale, target: target)
      }
      return try smallerWhileBetter(than: largest, image, target: target)
    case .fast(let qualities, let scoresAll):
      var result = try largestFitting(image) { encoding, scaled, scale in
        try encoding.fitFast(scaled, scale: scale, qualities: qualities)
      }
      // Where the encoder's loss may be worth a warning.
      let isCoarse = result.record.quality.map { $0 < Effort.surelyGoodQuality } ?? false
      if scoresAll || result.record.hasPalette || result.record.scale < 1 || isCoarse {
        result.record.score = try score(of: result)
      }
      return result
    }
  }

  /// The rendition at the largest scale at which one fits.
  private mutating func largestFitting(
    _ image: borrowing Image, fit: (inout Encoding, borrowing Image, Double) throws -> RenderResult?
  ) throws -> RenderResult {
    var scales = ScaleSearch(
      fullSize: PixelSize(width: image.width, height: image.height), limit: specification.maximumBytes)
    var best: RenderResult?
    var growths = 0
    while true {
      let scaled = try Self.resize(image, to: scales.size)
      if let result = try fit(&self, scaled, scales.scale) {
        best = result
      } else if best == nil {
        let tried = encodes.filter { $0.width == scales.size.width }.map(\.bytes)
        guard scales.shrink(after: tried.min() ?? .max) else { break }
        continue
      }
      growths += 1
      guard let best, isAtItsBest(best), growths <= Self.mostGrowths,
        scales.grow(from: best.record.scale, after: best.bytes.count)
      else { break }
    }
    guard let best else {
      throw MediaError.cannotFit(smallestBytes: encodes.map(\.bytes).min() ?? 0, limit: specification.maximumBytes)
    }
    return best
  }

  /// Each needs a whole search; three come within a few per cent of the largest scale that fits.
  private static let mostGrowths = 3

  /// Whether only more pixels could make it better.
  private func isAtItsBest(_ result: RenderResult) -> Bool {
    guard case .fast(let qualities, _) = specification.effort, let quality = result.record.quality else { return true }
    return quality == qualities.upperBound
  }

  /// Scales always start from the full picture, so that it is never resampled twice.
  static func resize(_ image: borrowing Image, to size: PixelSize) throws -> Image {
    let copy = try image.bands(from: 0, count: image.bandCount)
    guard size.width < image.width || size.height < image.height else { return copy }
    return try copy.scaled(toWidth: size.width, height: size.height).inMemory()
  }

  /// The first of the formats that fits.
  private mutating func fitFast(
    _ image: borrowing Image, scale: Double, qualities: ClosedRange<Int>
  ) throws -> RenderResult? {
    for format in specification.formats {
      let result =
        switch format {
        case .png: try fitLosslessPNG(image, scale: scale) ?? fitPalettePNG(image, scale: scale)
        default: try fitJPEG(image, scale: scale, qualities: qualities)
        }
      if let result { return result }
    }
    return nil
  }

  /// Bytes that fit, and how they were made.
  func result(
    _ bytes: [UInt8], _ image: borrowing Image, format: PictureFormat, quality: Int? = nil, score: Double? = nil,
    chromaSubsampling: String? = nil, scale: Double, hasPalette: Bool = false
  ) -> RenderResult {
    RenderResult(
      bytes: bytes, format: format,
      record: StillRecord(
        method: .encode, size: PixelSize(width: image.width, height: image.height), quality: quality, score: score,
        chromaSubsampling: chromaSubsampling, scale: scale, hasPalette: hasPalette))
  }

  /// An encoding's similarity to the picture, to a hundredth.
  mutating func score(of result: RenderResult) throws -> Double {
    if result.format == .png, !result.record.hasPalette, result.record.scale == 1 { return 100 }
    let shown = try Image.decode(result.bytes, as: result.format == .png ? .png : .jpeg)
    return try reference.score(of: shown).rounded(toPlaces: 2)
  }

  /// The exact pixels, in the first encoding that fits.
  mutating func fitLosslessPNG(_ image: borrowing Image, scale: Double) throws -> RenderResult? {
    for filtersRows in [true, false] {
      let bytes = try image.png(filtersRows: filtersRows)
      if record(bytes, image) { return result(bytes, image, format: .png, scale: scale) }
    }
    return nil
  }

  /// With a palette of the most important colours.
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
    let flat = try image.bands(from: 0, count: image.bandCount).flattened(onto: whole.background.channels).castTo8Bit()
      .inMemory()
    let flatScore = try reference.score(of: flat)
    // From this score on, two pictures look the same.
    if flatScore >= Double(Effort.standardTarget) {
      // PNG suits flat graphics, which want full chroma.
      specification.formats = whole.chroma == .full ? [.png, .jpeg] : [.jpeg]
      return try best(of: flat)
    }
    specification.formats = [.png]
    let kept = try best(of: image)
    guard let score = kept.record.score, score < flatScore else { return kept }
    specification.formats = [.jpeg]
    let flattened = try best(of: flat)
    return flattened.record.score ?? 0 > score ? flattened : kept
  }
}
