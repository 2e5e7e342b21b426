/// Everything pipeline.yml, the environment and the flags say, checked: a value that exists is usable.
public struct PipelineConfiguration: Hashable, Sendable {
  /// The campaign folder that is meant when none is named.
  public var campaign: String?
  /// What is rendered of each source. At least one.
  public var profiles: [Profile]
  /// What is rendered of what moves, beside the stills.
  public var motionProfile: MotionProfile
  public var sourceLimits: SourceLimits
  public var jobs: JobCount
  /// How many transfers to a bucket are in flight at once.
  public var transfers: Int
  public var worker: WorkerLimits
  public var cache: CacheSettings
  /// Where assets can be published: the first, unless another is named.
  public var destinations: [DestinationSettings]
  /// Where the request files go.
  public var requestFolder: String
  /// Where the run report goes as JSON; nil: nowhere. Only a flag or a variable sets it.
  public var reportPath: String?
  public var compose: ComposeSettings
  public var messageDefaults: MessageDefaults
  /// Findings of a check that are accepted.
  public var suppressions: [Suppression]

  public init(
    campaign: String? = nil, profiles: [Profile] = [.universal], motionProfile: MotionProfile = .iOS,
    sourceLimits: SourceLimits = .init(),
    jobs: JobCount = .automatic, transfers: Int = 8, worker: WorkerLimits = .init(), cache: CacheSettings = .init(),
    destinations: [DestinationSettings] = [.init()], requestFolder: String = "payloads", reportPath: String? = nil,
    compose: ComposeSettings = .init(), messageDefaults: MessageDefaults = .init(),
    suppressions: [Suppression] = []
  ) {
    self.campaign = campaign
    self.profiles = profiles
    self.motionProfile = motionProfile
    self.sourceLimits = sourceLimits
    self.jobs = jobs
    self.transfers = transfers
    self.worker = worker
    self.cache = cache
    self.destinations = destinations
    self.requestFolder = requestFolder
    self.reportPath = reportPath
    self.compose = compose
    self.messageDefaults = messageDefaults
    self.suppressions = suppressions
  }
}

/// What is refused before a decoder sees it.
public struct SourceLimits: Hashable, Sendable, Codable {
  /// The largest file, in bytes.
  public var maximumBytes: Int
  /// The most pixels in one frame.
  public var maximumPixels: Int
  /// The most frames.
  public var maximumFrames: Int

  public init(maximumBytes: Int = 100_000_000, maximumPixels: Int = 100_000_000, maximumFrames: Int = 10_000) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumFrames = maximumFrames
  }
}

/// What a worker process may use for one file.
public struct WorkerLimits: Hashable, Sendable, Codable {
  /// Address space in bytes beyond the worker's own.
  public var memoryBytes: Int
  /// Seconds for one picture.
  public var seconds: Int
  /// Seconds for one video or animation.
  public var motionSeconds: Int

  public init(memoryBytes: Int = 2_147_483_648, seconds: Int = 60, motionSeconds: Int = 600) {
    self.memoryBytes = memoryBytes
    self.seconds = seconds
    self.motionSeconds = motionSeconds
  }
}

/// Where renditions are kept between runs.
public struct CacheSettings: Hashable, Sendable, Codable {
  /// nil: no cache.
  public var path: String?
  /// The oldest entries go when the folder is larger than this many bytes.
  public var maximumBytes: Int

  public init(path: String? = ".richpush-cache", maximumBytes: Int = 1_000_000_000) {
    self.path = path
    self.maximumBytes = maximumBytes
  }
}

/// How requests are written.
public struct ComposeSettings: Hashable, Sendable, Codable {
  /// The data key under which the apps find the link; nil: the link is for web push alone.
  public var linkDataKey: String?
  /// Also write the image into `webpush.headers.image`, which Google's sample has and no client reads.
  public var webpushImageHeader: Bool
  /// In which forms requests are written; at least one, each once.
  public var formats: [RequestFormat]
  /// The Firebase project that the requests go to, which some forms name.
  public var project: ProjectIdentifier?
  /// Whether each request also has a twin that FCM only checks and does not deliver.
  public var rehearses: Bool

  public init(
    linkDataKey: String? = nil, webpushImageHeader: Bool = false, formats: [RequestFormat] = [.fcmV1],
    project: ProjectIdentifier? = nil, rehearses: Bool = false
  ) {
    self.linkDataKey = linkDataKey
    self.webpushImageHeader = webpushImageHeader
    self.formats = formats
    self.project = project
    self.rehearses = rehearses
  }
}
