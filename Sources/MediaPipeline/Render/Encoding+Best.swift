import Findings
import JPEGEncoder
import Libraries
import MediaFacts
import PushDelivery

/// The best encoding under the limit, by score.
extension Encoding {
  /// Lossless if that fits, otherwise the better of a palette and a JPEG; nil if nothing fits.
  mutating func fitBest(_ image: borrowing Image, scale: Double, target: Int) throws -> RenderResult? {
    let formats = specification.formats
    if formats.contains(.png), let exact = try fitLosslessPNG(image, scale: scale) { return try scored(exact) }
    var results: [RenderResult] = []
    if formats.contains(.png), let palette = try fitPalettePNG(image, scale: scale) {
      results.append(try scored(palette))
    }
    if formats.contains(.jpeg), let jpeg = try fitScoredJPEG(image, scale: scale, target: target) {
      results.append(jpeg)
    }
    return results.min { $0.isBetter(than: $1, target: target) }
  }

  /// Tries smaller scales while the result, as clients show it, looks more like the picture: with few bytes for each pixel, fewer pixels
  /// may be better.
  mutating func smallerWhileBetter(
    than first: RenderResult, _ image: borrowing Image, target: Int
  ) throws -> RenderResult {
    var best = first
    while best.score < Self.poorScore {
      let scale = best.record.scale * Self.step
      let size = PixelSize(width: image.width, height: image.height).scaled(by: scale)
      guard max(size.width, size.height) >= ScaleSearch.smallestLongSide,
        let smaller = try fitBest(Self.resize(image, to: size), scale: scale, target: target),
        smaller.score > best.score
      else { break }
      best = smaller
    }
    return best
  }

  /// A smaller scale is only tried below this: of photographs that score 1 to 58 at their full size, a scale of 0.8 with the same bytes
  /// scored 7 to 28 points less, since enlarging blurs.
  private static let poorScore = 20.0
  private static let step = 0.8

  /// By this package's encoder: with the fewest bytes that reach the target, otherwise the best that fits.
  private mutating func fitScoredJPEG(
    _ image: borrowing Image, scale: Double, target: Int
  ) throws -> RenderResult? {
    let isGray = image.bandCount < 3
    let channels = try image.bands(from: 0, count: isGray ? 1 : 3)
    let pixels = try JPEGPixels(
      width: image.width, height: image.height, layout: isGray ? .gray : .rgb, samples: channels.samples())
    do {
      let best = try JPEGCompressor(pixels).encode(atMost: specification.maximumBytes, reaching: Double(target)) {
        try reference.score(of: $0, expectsMore: $1)
      }
      let score = best.score.rounded(toPlaces: 2)
      let sampling = best.encoding.chroma
      let chroma = sampling == .none ? nil : sampling.rawValue
      let bytes = best.encoding.bytes
      encodes.append(
        .init(quality: nil, score: score, bytes: bytes.count, width: image.width, chromaSubsampling: chroma))
      return result(bytes, image, format: .jpeg, score: score, chromaSubsampling: chroma, scale: scale)
    } catch JPEGEncodingError.limitTooSmall(_, let smallest) {
      encodes.append(.init(quality: nil, bytes: smallest, width: image.width))
      return nil
    }
  }

  private mutating func scored(_ result: RenderResult) throws -> RenderResult {
    var result = result
    let score = try score(of: result)
    result.record.score = score
    if !encodes.isEmpty { encodes[encodes.count - 1].score = score }
    return result
  }
}

extension RenderResult {
  fileprivate var score: Double { record.score ?? 0 }

  /// If both reach the target, the smaller is better, otherwise the one with the higher score.
  fileprivate func isBetter(than other: RenderResult, target: Int) -> Bool {
    if min(score, other.score) >= Double(target) { return bytes.count < other.bytes.count }
    return score > other.score
  }
}

/// JPEGs by libvips' encoder.
extension Encoding {
  /// The highest quality that fits; nil if not even the lowest does.
  mutating func fitJPEG(
    _ image: borrowing Image, scale: Double, qualities: ClosedRange<Int>
  ) throws -> RenderResult? {
    guard image.bandCount >= 3, specification.chroma == .subsampled else {
      return try searchJPEG(image, scale: scale, qualities, subsamplesChroma: false, firstQuality: nil)
    }
    // The smaller scale was chosen so that the lowest quality fits, so the answer is a little above it.
    guard scale == 1 else {
      return try searchJPEG(
        image, scale: scale, qualities, subsamplesChroma: true, firstQuality: qualities.lowerBound + 2)
    }
    let estimate = try estimatedTrial(of: image, qualities)
    if let result = try fullChroma(image, qualities, estimate: estimate) { return result }
    let firstQuality = QualityCurve.progressiveJPEG.highestQuality(
      in: qualities, fitting: specification.maximumBytes, after: estimate)
    return try searchJPEG(image, scale: scale, qualities, subsamplesChroma: true, firstQuality: firstQuality)
  }

  private mutating func searchJPEG(
    _ image: borrowing Image, scale: Double, _ qualities: ClosedRange<Int>, subsamplesChroma: Bool, firstQuality: Int?
  ) throws -> RenderResult? {
    var search = QualitySearch(qualities: qualities, limit: specification.maximumBytes, firstQuality: firstQuality)
    var best: (quality: Int, bytes: [UInt8])?
    while case .try(let quality) = search.next {
      let bytes = try encodeJPEG(image, quality: quality, subsamplesChroma: subsamplesChroma)
      search.record(quality: quality, bytes: bytes.count)
      if bytes.count <= specification.maximumBytes, quality >= best?.quality ?? 0 { best = (quality, bytes) }
    }
    return best.map {
      result(
        $0.bytes, image, format: .jpeg, quality: $0.quality, chromaSubsampling: chromaName(of: image, subsamplesChroma),
        scale: scale)
    }
  }

  /// The picture with full chroma, if it is expected to fit at the highest quality and does.
  private mutating func fullChroma(
    _ image: borrowing Image, _ qualities: ClosedRange<Int>, estimate: QualitySearch.Trial
  ) throws -> RenderResult? {
    let ceiling = qualities.upperBound
    // A failed trial costs as much as the rest of the search, so it needs some margin.
    let bytes = Int(Double(estimate.bytes) * QualityCurve.fullChromaFactor * 1.07)
    let expected = QualityCurve.progressiveJPEG.highestQuality(
      in: qualities, fitting: specification.maximumBytes, after: .init(quality: estimate.quality, bytes: bytes))
    guard expected == ceiling else { return nil }
    let encoded = try encodeJPEG(image, quality: ceiling, subsamplesChroma: false)
    guard encoded.count <= specification.maximumBytes else { return nil }
    return result(
      encoded, image, format: .jpeg, quality: ceiling, chromaSubsampling: chromaName(of: image, false), scale: 1)
  }

  /// An estimate of the picture's size at a middle quality. A quick encoding costs a fifth of a full one, and saves trials that are far
  /// off.
  private mutating func estimatedTrial(
    of image: borrowing Image, _ qualities: ClosedRange<Int>
  ) throws -> QualitySearch.Trial {
    let quality = min(max(75, qualities.lowerBound), qualities.upperBound)
    let bytes = try image.quickJPEGByteCount(quality: quality)
    self.estimate = .init(
      quality: quality, bytes: bytes, width: image.width, chromaSubsampling: chromaName(of: image, true))
    // Optimised scans and tables save about 5 %; a little more is assumed, since a trial at the highest quality that fits ends the search.
    return .init(quality: quality, bytes: bytes * 94 / 100)
  }

  private mutating func encodeJPEG(
    _ image: borrowing Image, quality: Int, subsamplesChroma: Bool
  ) throws -> [UInt8] {
    let bytes = try image.jpeg(quality: quality, subsamplesChroma: subsamplesChroma)
    encodes.append(
      .init(
        quality: quality, bytes: bytes.count, width: image.width,
        chromaSubsampling: chromaName(of: image, subsamplesChroma)))
    return bytes
  }

  /// In the usual notation; gray has no chroma.
  private func chromaName(of image: borrowing Image, _ subsamplesChroma: Bool) -> String? {
    image.bandCount < 3 ? nil : subsamplesChroma ? "4:2:0" : "4:4:4"
  }
}
