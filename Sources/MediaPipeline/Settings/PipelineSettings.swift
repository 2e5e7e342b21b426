public import PushDelivery

/// Everything a run needs, with every path absolute or relative to the working directory.
public struct PipelineSettings: Sendable {
  public var configuration: PipelineConfiguration
  /// The folder of pictures and campaign.yml.
  public var campaignFolder: String
  /// Where assets are published.
  public var destination: ResolvedDestination
  /// The folder that assets are published to; for a bucket, one for what a run keeps about it.
  public var outputFolder: String
  /// The hosts that a file beside the assets tells how to serve them.
  public var staticHosts: [StaticHost]
  public var requestFolder: String
  /// How many worker processes.
  public var jobs: Int
  /// How a worker process is started.
  public var worker: WorkerConfiguration
  /// nil: nothing is kept between runs.
  public var cacheFolder: String?
  /// Files in the campaign folder that are configuration and no media, relative to it.
  public var configurationFiles: Set<String>
  /// Where the page goes that shows what was made; nil for none.
  public var contactSheet: String?
  /// The folder of pipeline.yml, in which a command of its `deploy` is run.
  public var configurationFolder = "."
  /// The path of pipeline.yml, whatever its name, by which it is named to people.
  public var configurationPath = "pipeline.yml"
  /// Whether the requests of another campaign may make room for those of this one.
  public var replacesRequests = false
  /// Whether all requests may be withdrawn, where a campaign has none any more.
  public var withdrawsAll = false
  /// The moment of the run, in seconds since 1970; nil where nobody looks at what is over.
  public var now: Int?
  /// The file of the plan of which this is a part; it may lie in the campaign folder and is no part of the campaign.
  public var plan: String?
  /// Folders that may lie in the campaign folder and are no part of the campaign: those of the results of shards.
  public var foreignFolders: [String] = []
  package var access = DestinationAccess()
  /// In a dry run, a folder of its own that workers write to; nothing is written elsewhere.
  package var dryRunFolder: String?
  /// The name of the work folder, which nobody else gives to theirs: several processes may publish to one folder, or wait for it.
  private let workName = Self.workPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)

  public init(
    configuration: PipelineConfiguration, campaignFolder: String, destination: ResolvedDestination,
    outputFolder: String, requestFolder: String, jobs: Int, worker: WorkerConfiguration, cacheFolder: String?,
    configurationFiles: Set<String> = [], staticHosts: [StaticHost] = [], contactSheet: String? = nil
  ) {
    self.configuration = configuration
    self.campaignFolder = campaignFolder
    self.destination = destination
    self.outputFolder = outputFolder
    self.staticHosts = staticHosts
    // A link is followed once and for all, so that the lock, the next state and the exchange agree on where it is.
    self.requestFolder = FileSystem.canonicalPath(requestFolder) ?? requestFolder
    self.jobs = jobs
    self.worker = worker
    self.cacheFolder = cacheFolder
    self.configurationFiles = configurationFiles
    self.contactSheet = contactSheet
  }
}

extension PipelineSettings {
  /// Ours alone, hidden, and readable by nobody else; inside the output folder so that its lock guards it too.
  var workFolder: String { dryRunFolder ?? outputFolder + "/" + workName }

  /// What the names of all work folders begin with.
  static var workPrefix: String { ".richpush-work-" }

  /// Whether what a run would do is only told.
  var isDryRun: Bool { dryRunFolder != nil }

  /// How many transfers to a bucket are in flight at once.
  var transfers: Int { configuration.transfers }

  /// The address under which assets are found, ending in `/`.
  var baseURL: String { destination.baseURL }
}
