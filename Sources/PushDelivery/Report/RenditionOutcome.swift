public import Findings
public import MediaFacts

/// One published rendition. Its JSON form has the same fields for both media: an animation or movie has no palette and no trial encodings of a
/// still, and says how it was made as `motion`.
public struct RenditionOutcome: Hashable, Sendable, Codable {
  public let profile: String
  /// For a still, its platforms, sorted; nil: all. Animations and movies are only for Apple and omit it.
  public let platforms: [Platform]?
  /// Its name in the destination.
  public package(set) var path: String
  public package(set) var url: String
  public package(set) var bytes: Int
  /// Its limit in bytes.
  public let limit: Int
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  public let format: MediaFormat
  /// How it was made, perhaps by an earlier run: `copy`, `strip` or `encode`, and `remux` instead of `strip` if it moves.
  public let method: String
  /// The quality of a still's JPEG, and how much a still looks like the picture, as `StillRecord` has them.
  public package(set) var quality: Int?
  public package(set) var score: Double?
  /// How chroma is stored in a still's JPEG; nil for gray and PNG.
  public let chromaSubsampling: String?
  /// The scale below the plan's size that was needed to fit; 1 if none.
  public let scale: Double
  /// Whether a PNG got a palette.
  public let hasPalette: Bool
  public package(set) var digest: ContentDigest
  /// True when it came from the render cache.
  public package(set) var fromCache: Bool
  /// False if equal bytes were at the destination already.
  public package(set) var written: Bool
  /// Where a still was cropped, as `StillRecord` has it.
  public package(set) var corner: Geometry.Crop.Corner?
  /// A still's quick first encoding, and every trial.
  public package(set) var estimate: StillRecord.Encode?
  public package(set) var encodes: [StillRecord.Encode]
  /// How an animation or movie was made; nil for a still.
  public let motion: MotionRecord?

  /// - Parameter record: how it was made. Diagnostics of the run have a still's decoder warnings.
  package init(
    profile: String, platforms: [Platform]? = nil, path: String, url: String, bytes: Int, limit: Int,
    format: MediaFormat, digest: ContentDigest, fromCache: Bool, written: Bool, record: MediaRecord
  ) {
    (self.profile, self.platforms, self.path, self.url, self.bytes) = (profile, platforms, path, url, bytes)
    (self.limit, self.format, self.digest, self.fromCache, self.written) = (limit, format, digest, fromCache, written)
    (width, height, scale) = (record.base.size.width, record.base.size.height, record.base.scale)
    switch record {
    case .still(let still):
      (method, motion, hasPalette) = (still.method.rawValue, nil, still.hasPalette)
      (quality, score, chromaSubsampling) = (still.quality, still.score, still.chromaSubsampling)
      (estimate, encodes, corner) = (still.estimate, still.encodes, still.corner)
    case .motion(let record):
      (method, motion, hasPalette, chromaSubsampling, encodes) = (record.method.rawValue, record, false, nil, [])
    }
  }

  /// Whether a platform shows it.
  package func isShown(on platform: Platform) -> Bool {
    motion == nil ? platforms?.contains(platform) ?? true : platform == .ios
  }

  /// A published one.
  public init(_ rendition: Rendition<some RenditionSpecification>, at asset: PublishedAsset) {
    self.init(
      profile: rendition.specification.profile, platforms: rendition.specification.platforms, path: asset.name,
      url: asset.url, bytes: rendition.bytes.count, limit: rendition.specification.maximumBytes,
      format: rendition.mediaFormat, digest: rendition.digest, fromCache: rendition.isFromCache,
      written: asset.wasWritten,
      record: rendition.record.mediaRecord)
  }

  /// Replaces an unknown digest.
  public static let predictedDigest = ContentDigest(digest: [UInt8](repeating: 0, count: 32))

  /// The result for a source in a dry run.
  ///
  /// - Parameters:
  ///   - name: gives its name in the destination for its format.
  ///   - url: gives its URL for its format.
  public init(
    predicting plan: RenderPlan<some RenditionSpecification>, name: (MediaFormat) -> String,
    at url: (MediaFormat) -> String
  ) {
    let specification = plan.specification
    let format = specification.mediaFormats.first ?? .picture(.jpeg)
    self.init(
      profile: specification.profile, platforms: specification.platforms, path: name(format), url: url(format),
      bytes: 0, limit: specification.maximumBytes, format: format, digest: Self.predictedDigest, fromCache: false,
      written: false, record: specification.plannedRecord(plan.method).mediaRecord)
  }

  /// How its bytes were made, in a few words: `score 83.2`, `quality 82, score 79.4`, `copied`, `2.4 s, rate factor 23`.
  package var making: String {
    switch method {
    case "copy": "copied"
    case "strip": "metadata removed"
    case "remux": format == .picture(.gif) ? "frames kept" : "streams kept"
    default: motion?.encoding ?? encoding
    }
  }

  private var encoding: String {
    let kind = format == .picture(.png) ? (hasPalette ? "palette" : "lossless") : quality.map { "quality \($0)" }
    let isExact = format == .picture(.png) && !hasPalette && scale == 1
    let words = [kind, isExact ? nil : score.map { "score \($0.rounded(toPlaces: 1))" }].compactMap { $0 }
    return words.isEmpty ? "encoded" : words.joined(separator: ", ")
  }

  /// The reduction of its sides to fit the limit: `scaled to 83 % to fit`; nil if there was none.
  package var scaling: String? {
    // A worker may lie.
    let scale = min(max(scale, 0), 1)
    return scale < 1 ? "scaled to \(Int((scale * 100).rounded())) % to fit" : nil
  }
}

extension MotionRecord {
  fileprivate var encoding: String {
    let seconds = "\((duration * 10).rounded() / 10) s"
    if let gif {
      let how = gif.isLossless ? "lossless" : "lossy, \(gif.colorCount) colours"
      return "\(frameCount) frames in \(seconds), \(how)"
    }
    let how =
      movie?.videoBitRate.map { "\($0 / 1000) kbit/s" } ?? movie?.rateFactor.map { "rate factor \($0)" } ?? "encoded"
    return "\(seconds), \(how)"
  }
}
