public import Findings
public import MediaFacts
public import PushDelivery

/// How a check looks, and at what.
public struct CheckSettings: Sendable {
  /// The clients that are to show media files and hosted assets; nil: all that can show their medium.
  public var platforms: Set<Platform>?
  /// Whether a campaign folder's files are to be shown as they are, and not to be rendered first.
  public var asIs = false
  /// Whether headers alone are read and nothing is decoded.
  public var isQuick = false
  /// Whether all stills of a campaign are made, and not only those of which nothing else tells how they look.
  public var makesStills = false
  /// Whether the addresses that requests name are loaded.
  public var followsAddresses = false
  /// Whether loopback, private and link-local addresses are loaded.
  public var allowsPrivateAddresses = false
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  /// The site whose service worker shows web notifications; nil where nobody said.
  public var site: WebOrigin?
  /// The link on which clients load assets, in bits a second; nil where nobody said: then verdicts do not hang on it.
  public var linkSpeed: Int?
  /// For how many seconds a device may still load the addresses that are arguments; a request says it for its own.
  public var lifetime = 2_419_200
  /// The moment of the check, in seconds since 1970.
  public var now: Int
  /// How many files are worked on at once.
  public var jobs: Int
  public var sourceLimits: SourceLimits
  /// The formats of pictures that are read where headers alone are.
  public var formats = PictureFormat.allCases
  public var worker: WorkerConfiguration
  /// What is looked for.
  public var rules = RuleCatalog.standard
  /// Whether findings about requests that are only worth knowing are wanted.
  public var reportsNotes = true
  /// What `run` would do with a campaign folder.
  public var pipeline: PipelineSettings

  public init(pipeline: PipelineSettings, now: Int) {
    self.pipeline = pipeline
    self.now = now
    jobs = pipeline.jobs
    sourceLimits = pipeline.configuration.sourceLimits
    worker = pipeline.worker
  }
}

/// What a check tells while it goes on, for whoever shows progress.
public enum CheckEvent: Hashable, Sendable {
  /// There are so many more files, requests and addresses to look at; a campaign's are known once it has been read.
  case found(Int)
  /// One of them, of this name, is being looked at.
  case began(String)
  /// One of them has been looked at.
  case finished
}

extension CheckSettings {
  var thoroughness: Thoroughness { isQuick ? .headers : makesStills ? .rendering : .whole }
}
