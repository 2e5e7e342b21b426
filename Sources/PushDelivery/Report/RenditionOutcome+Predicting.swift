extension RenditionOutcome {
  /// Stands for a digest that nobody knows yet.
  public static let predictedDigest = ContentDigest(digest: [UInt8](repeating: 0, count: 32))

  /// What a still would become, where nothing is made.
  ///
  /// - Parameters:
  ///   - name: gives its name in the destination for its format.
  ///   - url: gives its address for its format.
  public init(
    predicting plan: RenderPlan, name: (MediaFormat) -> String, at url: (MediaFormat) -> String
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
