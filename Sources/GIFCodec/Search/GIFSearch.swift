#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds the best GIF under a limit.
///
/// First the lossless encoding. Then loss (see `LossLevel`), by itself and together with fewer frames and a smaller picture.
/// Each of these uses the limit well; which looks best is measured, not guessed (see `AnimationSimilarity`).
///
/// It is bounded by encoded pixels, not by time, so that every machine gets the same result.
public struct GIFSearch: Sendable {
  fileprivate let limit: Int
  fileprivate let smallestScale: Double
  fileprivate let longestInterval: Int
  fileprivate let dithers: Bool
  fileprivate let mostPixels: Int

  /// Clamps values to the possible range.
  ///
  /// - Parameters:
  ///   - limit: the most bytes, inclusive.
  ///   - smallestScale: the smallest share of the original's width and height to try.
  ///   - longestInterval: how long a frame may be shown, in milliseconds, because others were left out.
  ///   - dithers: see `GIFSettings.dithers`.
  ///   - mostPixels: after encoding this many pixels in all, the search stops improving, and what does not fit yet gets the most
  ///       loss. Ten megapixels take about a second, of film two.
  public init(
    limit: Int, smallestScale: Double = 0.2, longestInterval: Int = 200, dithers: Bool = false,
    mostPixels: Int = 240_000_000
  ) {
    self.limit = max(limit, 1)
    self.smallestScale = smallestScale.isFinite ? min(max(smallestScale, 0.01), 1) : 1
    self.longestInterval = longestInterval
    self.dithers = dithers
    self.mostPixels = mostPixels
  }

  /// - Parameters:
  ///   - original: the animation in full size.
  ///   - scaled: gives the original at a share of its width and height, always made from the original itself.
  /// - Throws: `GIFEncodingError.doesNotFit`, and what `scaled` throws.
  public func run(
    _ original: GIFAnimation, scaled: (_ scale: Double) throws -> GIFAnimation
  ) throws -> GIFSearchResult {
    var run = GIFSearchRun(self, original: original)
    return try run.find(scaled)
  }
}

/// One encoding that a search made.
public struct GIFTrial: Hashable, Sendable {
  public let settings: GIFSettings
  /// The part of the original's width and height, 0 to 1.
  public let scale: Double
  /// Its size in bytes.
  public let bytes: Int
}

/// A search's result.
public struct GIFSearchResult: Hashable, Sendable {
  /// The best that fits.
  public let encoding: GIFEncoding
  /// Its settings.
  public let settings: GIFSettings
  /// The part of the original's width and height, 0 to 1.
  public let scale: Double
  /// Mean SSIM of brightness over the time it is shown, at the original's size; nil where the first try fitted.
  public let similarity: Double?
  /// Every encoding that was made, in order.
  public let trials: [GIFTrial]
}

/// One search, with its trials.
private struct GIFSearchRun {
  /// After so many encodings no new size is begun.
  private static let mostTrials = 16

  /// An encoding that fits.
  private struct Candidate {
    let encoding: GIFEncoding
    let settings: GIFSettings
    let point: SearchPoint
    let similarity: Double
  }

  /// Gives the encoder for a point's picture size. Only the original's is kept, to save memory.
  private typealias Encoders = (SearchPoint) throws -> GIFEncoder

  private let search: GIFSearch
  private let original: GIFAnimation
  private let measure: AnimationSimilarity
  /// Scaling blends colours. Pictures of few colours, such as drawings, are better without the blends.
  private var mostColors = 256
  /// Milliseconds that a frame is shown.
  private let meanDelay: Int
  private var trials: [GIFTrial] = []
  private var encodedPixels = 0

  init(_ search: GIFSearch, original: GIFAnimation) {
    self.search = search
    self.original = original
    measure = AnimationSimilarity(original)
    meanDelay = original.frames.reduce(0) { $0 + $1.delay } / original.frames.count
  }

  mutating func find(_ scaled: (Double) throws -> GIFAnimation) throws -> GIFSearchResult {
    let encoder = GIFEncoder(original)
    let settings = GIFSettings(dithers: search.dithers)
    mostColors = max(encoder.colorCount, 16)
    let lossless = encode(encoder, settings, scale: 1)
    if lossless.bytes.count <= search.limit {
      return GIFSearchResult(encoding: lossless, settings: settings, scale: 1, similarity: nil, trials: trials)
    }
    let encoders = { (point: SearchPoint) in point.step == 0 ? encoder : GIFEncoder(try scaled(point.scale)) }
    var point = try start(encoder, lossless: lossless.bytes.count)
    var best = try candidate(encoders, point)
    while best == nil, let smaller = point.smaller(than: search.smallestScale) {
      point = smaller
      best = try candidate(encoders, point)
    }
    guard var best else {
      throw GIFEncodingError.doesNotFit(limit: search.limit, smallestBytes: trials.map(\.bytes).min() ?? 0)
    }
    try improve(&best, encoders)
    return GIFSearchResult(
      encoding: best.encoding, settings: best.settings, scale: best.point.scale, similarity: best.similarity,
      trials: trials)
  }

  /// The first scale to examine: full size where loss by itself seems enough, else where a middling loss is.
  private mutating func start(_ encoder: GIFEncoder, lossless: Int) throws -> SearchPoint {
    let excess = log2(Double(lossless) / Double(search.limit))
    let level = excess / LossLevel.bytesPerLevel - 1
    guard level > LossLevel.middling else { return SearchPoint(step: 0, factor: 1, level: level) }
    let settings = settings(LossLevel.middling, factor: 1)
    let bytes = encode(encoder, settings, scale: 1).bytes.count
    let rest = log2(Double(bytes) / Double(search.limit)) / SearchPoint.bytesPerStep
    let most = Int(log2(search.smallestScale) / log2(SearchPoint.scaleStep))
    return SearchPoint(step: min(max(Int(rest.rounded()), 0), max(most, 0)), factor: 1, level: LossLevel.middling)
  }

  /// Goes to neighbouring points as long as they look better: smaller or larger pictures, then fewer frames.
  private mutating func improve(_ best: inout Candidate, _ encoders: Encoders) throws {
    guard best.point.step > 0 || best.point.level > LossLevel.hardlySeen else { return }
    let least = search.smallestScale
    if try !move(&best, encoders, { $0.smaller(than: least) }) { _ = try move(&best, encoders, { $0.larger }) }
    let most = mostFactor
    if try move(&best, encoders, { $0.factor < most ? $0.fewerFrames : nil }) {
      _ = try move(&best, encoders, { $0.larger })
    }
  }

  /// Goes in one direction; false when the first step is not better.
  private mutating func move(
    _ best: inout Candidate, _ encoders: Encoders, _ step: (SearchPoint) -> SearchPoint?
  ) throws -> Bool {
    var hasMoved = false
    while trials.count < Self.mostTrials, !isSpent, let point = step(best.point),
      let other = try candidate(encoders, point), other.similarity > best.similarity
    {
      best = other
      hasMoved = true
    }
    return hasMoved
  }

  private var isSpent: Bool { encodedPixels >= search.mostPixels }

  /// At least one of so many frames stays.
  private var mostFactor: Int { meanDelay > 0 ? min(search.longestInterval / meanDelay, original.frames.count - 1) : 1 }

  /// The encoding that just fits at a point's scale and frame rate; nil when none does.
  private mutating func candidate(_ encoders: Encoders, _ point: SearchPoint) throws -> Candidate? {
    let encoder = try encoders(point)
    var levels = LossSearch(limit: search.limit, first: isSpent ? LossLevel.range.upperBound : point.level)
    var best: (encoding: GIFEncoding, settings: GIFSettings, level: Double)?
    while best == nil || !isSpent, let level = levels.next {
      let settings = settings(level, factor: point.factor)
      let encoding = encode(encoder, settings, scale: point.scale)
      levels.record(level: level, bytes: encoding.bytes.count)
      if levels.best?.level == level { best = (encoding, settings, level) }
    }
    return best.map {
      Candidate(
        encoding: $0.encoding, settings: $0.settings, point: point.at(level: $0.level),
        similarity: measure.score($0.encoding.bytes))
    }
  }

  private func settings(_ level: Double, factor: Int) -> GIFSettings {
    // A little less than the time of so many frames, since an animation's frames vary in length.
    let interval = factor > 1 ? meanDelay * factor - meanDelay / 2 : 0
    return LossLevel.settings(level, mostColors: mostColors, dithers: search.dithers, shortestDelay: interval)
  }

  private mutating func encode(_ encoder: GIFEncoder, _ settings: GIFSettings, scale: Double) -> GIFEncoding {
    let encoding = encoder.encode(settings)
    trials.append(GIFTrial(settings: settings, scale: scale, bytes: encoding.bytes.count))
    encodedPixels += Int(Double(original.pixelCount) * scale * scale) * encoding.frameCount
    return encoding
  }
}
