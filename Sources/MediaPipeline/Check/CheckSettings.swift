public import Findings
public import MediaFacts
public import PushDelivery

/// The settings of a check.
public struct CheckSettings: Sendable {
  /// The clients that must show media files and hosted assets; nil: all that can show their medium.
  public var platforms: Set<Platform>?
  /// Whether to check a campaign folder's files as they are, without rendering.
  public var asIs = false
  /// Whether to read only headers and decode nothing.
  public var isQuick = false
  /// Whether to make all stills of a campaign, not only those whose look is otherwise unknown.
  public var makesStills = false
  /// Whether the addresses that requests name are loaded.
  public var followsAddresses = false
  /// Whether loopback, private and link-local addresses are loaded.
  public var allowsPrivateAddresses = false
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  /// The site whose service worker shows web notifications; nil if not given.
  public var site: WebOrigin?
  /// The speed of clients' links in bits per second; nil if not given: then it does not affect verdicts.
  public var linkSpeed: Int?
  /// For how many seconds a device may still load the addresses given as arguments; requests give their own.
  public var lifetime = 2_419_200
  /// The moment of the check, in seconds since 1970.
  public var now: Int
  /// How many files are worked on at once.
  public var jobs: Int
  public var sourceLimits: SourceLimits
  /// The picture formats that are read if only headers are.
  public var formats = PictureFormat.allCases
  public var worker: WorkerConfiguration
  /// The rules to check.
  public var rules = RuleCatalog.standard
  /// Whether to report notes about requests.
  public var reportsNotes = true
  /// The settings of `run` for a campaign.
  public var pipeline: PipelineSettings

  public init(pipeline: PipelineSettings, now: Int) {
    self.pipeline = pipeline
    self.now = now
    jobs = pipeline.jobs
    sourceLimits = pipeline.configuration.sourceLimits
    worker = pipeline.worker
  }
}

/// Progress events of a check.
public enum CheckEvent: Hashable, Sendable {
  /// So many more files, requests and addresses to check; a campaign's are known once it has been read.
  case found(Int)
  /// The check of this one began.
  case began(String)
  /// One of them is checked.
  case finished
}

extension CheckSettings {
  var thoroughness: Thoroughness { isQuick ? .headers : makesStills ? .rendering : .whole }
}
