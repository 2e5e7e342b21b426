import MediaFacts
import PushDelivery
import Vips

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
    var search = QualitySearch(
      qualities: qualities, limit: specification.maximumBytes, firstQuality: firstQuality)
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
      in: qualities, fitting: specification.maximumBytes,
      after: .init(quality: estimate.quality, bytes: bytes))
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
