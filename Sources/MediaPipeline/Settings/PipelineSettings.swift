public import PushDelivery

/// Everything a run needs, with every path absolute or relative to the working directory.
public struct PipelineSettings: Sendable {
  public var configuration: PipelineConfiguration
  /// The folder of pictures and campaign.yml.
  public var campaignFolder: String
  /// Where assets are published.
  public var destination: ResolvedDestination
  /// The folder that assets are published to; for a bucket, the folder for its records.
  public var outputFolder: String
  /// Hosts whose serving rules are in files next to the assets.
  var staticHosts: [StaticHost] { destination.place.staticHosts }
  public var requestFolder: String
  /// How many worker processes.
  public var jobs: Int
  /// How a worker process is started.
  public var worker: WorkerConfiguration
  /// nil: nothing is kept between runs.
  public var cacheFolder: String?
  /// Configuration files in the campaign folder, relative to it; they are not media.
  public var configurationFiles: Set<String>
  /// The path of the contact sheet; nil for none.
  public var contactSheet: String?
  /// The folder of pipeline.yml, in which its `deploy` command runs.
  public var configurationFolder = "."
  /// The path of pipeline.yml, or its other name, as shown to people.
  public var configurationPath = "pipeline.yml"
  /// Whether requests of another campaign may be replaced.
  public var replacesRequests = false
  /// Whether all requests may be withdrawn if a campaign has none any more.
  public var withdrawsAll = false
  /// The requests that may be written; nil for all.
  public var approval: Approval?
  /// The picture file of the app's icon, for the contact sheet; nil for none.
  public var appIcon: String?
  /// The version of richpush, for the contact sheet.
  public var version: String?
  /// The time of the run, in seconds since 1970; nil if expiry is not checked.
  public var now: Int?
  package var access = DestinationAccess()
  /// In a dry run, a folder for workers' files; nothing is written elsewhere.
  package var dryRunFolder: String?
  /// The unique name of the work folder: several processes may publish to one folder, or wait for it.
  private let workName = Self.workPrefix + String.randomName

  public init(
    configuration: PipelineConfiguration, campaignFolder: String, destination: ResolvedDestination,
    outputFolder: String, requestFolder: String, jobs: Int, worker: WorkerConfiguration, cacheFolder: String?,
    configurationFiles: Set<String> = [], contactSheet: String? = nil
  ) {
    (self.configuration, self.campaignFolder, self.destination) = (configuration, campaignFolder, destination)
    self.outputFolder = outputFolder
    // A link is resolved once, so that the lock, the next state and the exchange use the same place.
    self.requestFolder = FileSystem.canonicalPath(requestFolder) ?? requestFolder
    (self.jobs, self.worker, self.cacheFolder) = (jobs, worker, cacheFolder)
    (self.configurationFiles, self.contactSheet) = (configurationFiles, contactSheet)
  }
}

extension PipelineSettings {
  /// A hidden folder that only this user can read; in the output folder, so that its lock guards it too.
  var workFolder: String { dryRunFolder ?? outputFolder + "/" + workName }

  /// The prefix of all work folders' names.
  static var workPrefix: String { ".richpush-work-" }

  /// Whether this is a dry run.
  var isDryRun: Bool { dryRunFolder != nil }

  /// How many transfers to a bucket run at once.
  var transfers: Int { configuration.transfers }

  /// With texts and a target, which a file that could not be read may have.
  var assumingDefaults: PipelineSettings {
    var (settings, defaults) = (self, configuration.messageDefaults)
    if defaults.body == nil { defaults.title = defaults.title ?? "any" }
    defaults.target = defaults.target ?? .topic("any")
    settings.configuration.messageDefaults = defaults
    return settings
  }

  /// The base URL of assets, ending in `/`.
  var baseURL: String { destination.baseURL }
}
