import Findings
public import MediaFacts

extension RenditionOutcome {
  /// Stands for a digest that nobody knows yet.
  public static let predictedDigest = ContentDigest(digest: [UInt8](repeating: 0, count: 32))

  /// What a still would become, where nothing is made.
  ///
  /// - Parameters:
  ///   - name: gives its name in the destination for its format.
  ///   - url: gives its address for its format.
  public init(
    predicting plan: StillPlan, name: (MediaFormat) -> String, at url: (MediaFormat) -> String
  ) {
    let specification = plan.specification
    let format = MediaFormat.picture(specification.formats.first ?? .jpeg)
    let size = specification.geometry.outputSize
    self.init(
      profile: specification.profile, name: name(format), url: url(format), limit: specification.maximumBytes,
      size: size, format: format, method: Method(plan.method))
  }

  /// The same for what moves.
  public init(
    predicting plan: MotionPlan, name: (MediaFormat) -> String, at url: (MediaFormat) -> String
  ) {
    let specification = plan.specification
    let format = specification.format.mediaFormat
    self.init(
      profile: specification.profile, name: name(format), url: url(format), limit: specification.maximumBytes,
      size: specification.size, format: format, method: Method(plan.method))
    motion = MotionRecord(
      method: plan.method, size: specification.size, duration: specification.seconds ?? 0, frameCount: 0)
  }

  private init(
    profile: String, name: String, url: String, limit: Int, size: PixelSize, format: MediaFormat, method: Method
  ) {
    self.profile = profile
    path = name
    self.url = url
    bytes = 0
    self.limit = limit
    width = size.width
    height = size.height
    self.format = format
    self.method = method
    scale = 1
    hasPalette = false
    digest = Self.predictedDigest
    fromCache = false
    written = false
    encodes = []
  }
}

extension RenditionOutcome {
  /// How its bytes came about, in a few words: `score 83.2`, `quality 82, score 79.4`, `copied`, `2.4 s, rate factor 23`.
  package var making: String {
    switch method {
    case .copy: "copied"
    case .strip: "metadata removed"
    case .remux: format == .picture(.gif) ? "frames kept" : "streams kept"
    case .encode: motion.map(\.making) ?? encoding
    }
  }

  private var encoding: String {
    let kind = format == .picture(.png) ? (hasPalette ? "palette" : "lossless") : quality.map { "quality \($0)" }
    let isExact = format == .picture(.png) && !hasPalette && scale == 1
    let words = [kind, isExact ? nil : score.map { "score \($0.rounded(toPlaces: 1))" }].compactMap { $0 }
    return words.isEmpty ? "encoded" : words.joined(separator: ", ")
  }

  /// By how much its sides had to be made shorter to fit the limit: `scaled to 83 % to fit`; nil where they were not.
  package var scaling: String? {
    scale < 1 ? "scaled to \(Int((scale * 100).rounded())) % to fit" : nil
  }
}

extension MotionRecord {
  fileprivate var making: String {
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
