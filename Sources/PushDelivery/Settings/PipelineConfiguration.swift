/// All settings of pipeline.yml, the environment and the flags, checked: a value that exists is usable.
public struct PipelineConfiguration: Hashable, Sendable {
  /// The campaign folder used if you name none.
  public var campaign: String?
  /// The stills of each source. At least one; every platform has one of them.
  public var profiles: [Profile]
  /// The animation or movie besides the stills.
  public var motionProfile: MotionProfile
  public var sourceLimits: SourceLimits
  public var jobs: JobCount
  /// How many transfers to a bucket are in flight at once.
  public var transfers: Int
  public var worker: WorkerLimits
  public var cache: CacheSettings
  /// The destinations of assets: the first, unless you name another.
  public var destinations: [DestinationSettings]
  /// Whether to publish files that no message shows.
  public var publishesUnused: Bool
  /// The folder for request files.
  public var requestFolder: String
  /// For how many seconds a proof is valid that every URL has delivered its file.
  public var proofLife: Int
  /// The file for the run report as JSON; nil: none.
  public var reportPath: String?
  /// The page that shows each message as clients show it; nil: none.
  public var contactSheetPath: String?
  /// The app's name on that page; nil: none is shown.
  public var appName: String?
  /// The picture file of the app's icon on that page, from pipeline.yml's folder; nil: none is shown.
  public var appIconPath: String?
  public var compose: ComposeSettings
  public var messageDefaults: MessageDefaults
  /// Whether each picture of a folder without messages becomes a message, with the defaults.
  public var makesMessagesFromPictures: Bool
  /// Accepted findings of a check.
  public var suppressions: [Suppression]

  public init(
    campaign: String? = nil, profiles: [Profile] = Profile.standard, motionProfile: MotionProfile = .iOS,
    sourceLimits: SourceLimits = .init(), jobs: JobCount = .automatic, transfers: Int = 8,
    worker: WorkerLimits = .init(), cache: CacheSettings = .init(), destinations: [DestinationSettings] = [.init()],
    publishesUnused: Bool = false, requestFolder: String = "payloads", proofLife: Int = 86_400,
    reportPath: String? = nil, contactSheetPath: String? = nil, compose: ComposeSettings = .init(),
    messageDefaults: MessageDefaults = .init(), makesMessagesFromPictures: Bool = false,
    suppressions: [Suppression] = []
  ) {
    (self.campaign, self.profiles, self.motionProfile) = (campaign, profiles, motionProfile)
    (self.sourceLimits, self.jobs, self.transfers, self.worker) = (sourceLimits, jobs, transfers, worker)
    (self.cache, self.destinations, self.publishesUnused) = (cache, destinations, publishesUnused)
    (self.requestFolder, self.proofLife, self.reportPath) = (requestFolder, proofLife, reportPath)
    (self.contactSheetPath, self.compose, self.messageDefaults) = (contactSheetPath, compose, messageDefaults)
    (self.makesMessagesFromPictures, self.suppressions) = (makesMessagesFromPictures, suppressions)
  }
}

/// A worker process's resources for one file.
public struct WorkerLimits: Hashable, Sendable, Codable {
  /// Address space in bytes beyond the worker's own.
  public var memoryBytes: Int
  /// Seconds for one picture.
  public var seconds: Int
  /// Seconds for one video or animation.
  public var motionSeconds: Int
  /// Whether workers use a sandbox.
  public var sandbox: SandboxUse

  public init(
    memoryBytes: Int = 2_147_483_648, seconds: Int = 60, motionSeconds: Int = 600, sandbox: SandboxUse = .auto
  ) {
    (self.memoryBytes, self.seconds, self.motionSeconds) = (memoryBytes, seconds, motionSeconds)
    self.sandbox = sandbox
  }
}

/// Whether workers use a sandbox, so that a file that takes over a decoder reaches nothing.
public enum SandboxUse: String, Hashable, Sendable, Codable, CaseIterable {
  /// As far as the kernel can.
  case auto
  /// Fully, or they refuse.
  case require
  /// Not at all.
  case off
}

/// The storage of renditions between runs.
public struct CacheSettings: Hashable, Sendable, Codable {
  /// nil: none on this machine.
  public var path: String?
  /// The oldest entries are removed above this many bytes.
  public var maximumBytes: Int

  /// The shared one.
  public var remote: RemoteCacheSettings

  public init(
    path: String? = ".richpush-cache", maximumBytes: Int = 1_000_000_000, remote: RemoteCacheSettings = .init()
  ) {
    (self.path, self.maximumBytes, self.remote) = (path, maximumBytes, remote)
  }

  /// Nothing is kept, here or elsewhere.
  public static let disabled = CacheSettings(path: nil)
}
