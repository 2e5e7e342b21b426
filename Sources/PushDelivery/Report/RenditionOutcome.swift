public import Findings
public import MediaFacts

/// One published rendition.
public struct RenditionOutcome: Hashable, Sendable {
  public let profile: String
  /// For a still, its platforms, sorted; nil: all. Animations and movies are only for Apple and omit it.
  public let platforms: [Platform]?
  /// Its name in the destination.
  public let path: String
  public let url: String
  public let bytes: Int
  /// Its limit in bytes.
  public let limit: Int
  public let format: MediaFormat
  public let digest: ContentDigest
  /// True when it came from the render cache.
  public package(set) var fromCache: Bool
  /// False if equal bytes were at the destination already.
  public package(set) var written: Bool
  /// How it was made, perhaps by an earlier run, and its medium. A decoder's warnings are diagnostics of the run; only those about
  /// animations and movies are also kept here.
  public package(set) var record: MediaRecord

  /// - Parameter record: a still's loses its decoder warnings.
  package init(
    profile: String, platforms: [Platform]? = nil, path: String, url: String, bytes: Int, limit: Int,
    format: MediaFormat, digest: ContentDigest, fromCache: Bool, written: Bool, record: MediaRecord
  ) {
    (self.profile, self.platforms, self.path, self.url, self.bytes) = (profile, platforms, path, url, bytes)
    (self.limit, self.format, self.digest, self.fromCache, self.written) = (limit, format, digest, fromCache, written)
    self.record = record.withoutStillDamage
  }

  /// Pixels across.
  public var width: Int { record.base.size.width }
  /// Pixels down.
  public var height: Int { record.base.size.height }
  /// How a still was made; nil for other media.
  public var still: StillRecord? { if case .still(let record) = record { record } else { nil } }
  /// Whether a platform shows it.
  package func isShown(on platform: Platform) -> Bool {
    motion == nil ? platforms?.contains(platform) ?? true : platform == .ios
  }
  /// How an animation or movie was made; nil for a still.
  public var motion: MotionRecord? { if case .motion(let record) = record { record } else { nil } }
}

extension RenditionOutcome {
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
}

extension MediaRecord {
  fileprivate var withoutStillDamage: MediaRecord {
    guard case .still(var record) = self else { return self }
    record.damage = nil
    return .still(record)
  }
}

extension RenditionOutcome {
  /// How its bytes were made, in a few words: `score 83.2`, `quality 82, score 79.4`, `copied`, `2.4 s, rate factor 23`.
  package var making: String {
    switch record {
    case .still(let record): record.making(as: format)
    case .motion(let record): record.making(as: format)
    }
  }

  /// The reduction of its sides to fit the limit: `scaled to 83 % to fit`; nil if there was none.
  package var scaling: String? {
    // A worker may lie.
    let scale = min(max(record.base.scale, 0), 1)
    return scale < 1 ? "scaled to \(Int((scale * 100).rounded())) % to fit" : nil
  }
}

extension StillRecord {
  fileprivate func making(as format: MediaFormat) -> String {
    switch method {
    case .copy: "copied"
    case .strip: "metadata removed"
    case .encode: encoding(as: format)
    }
  }

  private func encoding(as format: MediaFormat) -> String {
    let kind = format == .picture(.png) ? (hasPalette ? "palette" : "lossless") : quality.map { "quality \($0)" }
    let isExact = format == .picture(.png) && !hasPalette && scale == 1
    let words = [kind, isExact ? nil : score.map { "score \($0.rounded(toPlaces: 1))" }].compactMap { $0 }
    return words.isEmpty ? "encoded" : words.joined(separator: ", ")
  }
}

extension MotionRecord {
  fileprivate func making(as format: MediaFormat) -> String {
    switch method {
    case .copy: "copied"
    case .remux: format == .picture(.gif) ? "frames kept" : "streams kept"
    case .encode: encoding
    }
  }

  private var encoding: String {
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

/// In JSON, one object for both media. A still's record is among the common fields; an animation or movie has it as `motion`, and its
/// common fields say that it has no palette and no trial encodings of a still.
extension RenditionOutcome: Codable {
  private enum Key: String, CodingKey {
    case profile, platforms, path, url, bytes, limit, width, height, format, method, quality, score
    case chromaSubsampling, scale, hasPalette, digest, fromCache, written, estimate, encodes, motion
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let motion = try container.decodeIfPresent(MotionRecord.self, forKey: .motion).map(MediaRecord.motion)
    self.init(
      profile: try container.decode(String.self, forKey: .profile),
      platforms: try container.decodeIfPresent([Platform].self, forKey: .platforms),
      path: try container.decode(String.self, forKey: .path),
      url: try container.decode(String.self, forKey: .url),
      bytes: try container.decode(Int.self, forKey: .bytes),
      limit: try container.decode(Int.self, forKey: .limit),
      format: try container.decode(MediaFormat.self, forKey: .format),
      digest: try container.decode(ContentDigest.self, forKey: .digest),
      fromCache: try container.decode(Bool.self, forKey: .fromCache),
      written: try container.decode(Bool.self, forKey: .written),
      record: try motion ?? .still(Self.still(from: container)))
  }

  private static func still(from container: KeyedDecodingContainer<Key>) throws -> StillRecord {
    StillRecord(
      method: try container.decode(StillSpecification.Method.self, forKey: .method),
      size: PixelSize(
        width: try container.decode(Int.self, forKey: .width), height: try container.decode(Int.self, forKey: .height)),
      quality: try container.decodeIfPresent(Int.self, forKey: .quality),
      score: try container.decodeIfPresent(Double.self, forKey: .score),
      chromaSubsampling: try container.decodeIfPresent(String.self, forKey: .chromaSubsampling),
      scale: try container.decode(Double.self, forKey: .scale),
      hasPalette: try container.decode(Bool.self, forKey: .hasPalette),
      estimate: try container.decodeIfPresent(StillRecord.Encode.self, forKey: .estimate),
      encodes: try container.decode([StillRecord.Encode].self, forKey: .encodes))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(profile, forKey: .profile)
    try container.encodeIfPresent(platforms, forKey: .platforms)
    try container.encode(path, forKey: .path)
    try container.encode(url, forKey: .url)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(limit, forKey: .limit)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(format, forKey: .format)
    try container.encode(record.base.scale, forKey: .scale)
    try container.encode(digest, forKey: .digest)
    try container.encode(fromCache, forKey: .fromCache)
    try container.encode(written, forKey: .written)
    switch record {
    case .still(let record): try Self.encode(record, into: &container)
    case .motion(let record): try Self.encode(record, into: &container)
    }
  }

  private static func encode(_ still: StillRecord, into container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(still.method, forKey: .method)
    try container.encodeIfPresent(still.quality, forKey: .quality)
    try container.encodeIfPresent(still.score, forKey: .score)
    try container.encodeIfPresent(still.chromaSubsampling, forKey: .chromaSubsampling)
    try container.encode(still.hasPalette, forKey: .hasPalette)
    try container.encodeIfPresent(still.estimate, forKey: .estimate)
    try container.encode(still.encodes, forKey: .encodes)
  }

  private static func encode(_ motion: MotionRecord, into container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(motion.method, forKey: .method)
    try container.encode(false, forKey: .hasPalette)
    try container.encode([StillRecord.Encode](), forKey: .encodes)
    try container.encode(motion, forKey: .motion)
  }
}
