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
  public let fromCache: Bool
  /// False if equal bytes were at the destination already.
  public let written: Bool
  /// How it was made, perhaps by an earlier run, and its medium. A decoder's warnings are diagnostics of the run; only those about
  /// animations and movies are also kept here.
  public let record: MediaRecord

  /// - Parameter record: a still's loses its decoder warnings.
  package init(
    profile: String, platforms: [Platform]? = nil, path: String, url: String, bytes: Int, limit: Int,
    format: MediaFormat, digest: ContentDigest, fromCache: Bool, written: Bool, record: MediaRecord
  ) {
    self.profile = profile
    self.platforms = platforms
    self.path = path
    self.url = url
    self.bytes = bytes
    self.limit = limit
    self.format = format
    self.digest = digest
    self.fromCache = fromCache
    self.written = written
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
  public init(_ rendition: Rendition<some RenditionSpecification>, at asset: PublishedAsset, fromCache: Bool) {
    self.init(
      profile: rendition.specification.profile, platforms: rendition.specification.platforms, path: asset.name,
      url: asset.url, bytes: rendition.bytes.count, limit: rendition.specification.maximumBytes,
      format: rendition.mediaFormat, digest: rendition.digest, fromCache: fromCache, written: asset.wasWritten,
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
