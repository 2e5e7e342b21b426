/// What flags or environment variables say. Everything may be unsaid: nil.
public struct ConfigurationOverrides: Hashable, Sendable {
  /// The name of the destination to publish to.
  public var destination: String?
  /// The folder that assets are published to.
  public var output: String?
  /// The URL under which that folder is served, ending in `/`.
  public var baseURL: String?
  /// The folder for request files.
  public var requests: String?
  /// The Firebase project that the requests go to.
  public var project: ProjectIdentifier?
  /// The file for the run report.
  public var report: String?
  /// The page that shows what a run made of a campaign: a file's path that ends in `.html`.
  public var contactSheet: String?
  /// How results are printed, as it was written: output formats are the executable's.
  public var format: String?
  public var jobs: JobCount?
  /// The path of the configuration file.
  public var config: String?
  /// True: the render cache is left alone.
  public var noCache: Bool?

  public init(
    destination: String? = nil, output: String? = nil, baseURL: String? = nil, requests: String? = nil,
    project: ProjectIdentifier? = nil, report: String? = nil, contactSheet: String? = nil,
    format: String? = nil, jobs: JobCount? = nil, config: String? = nil, noCache: Bool? = nil
  ) {
    self.destination = destination
    self.output = output
    self.baseURL = baseURL
    self.requests = requests
    self.project = project
    self.report = report
    self.contactSheet = contactSheet
    self.format = format
    self.jobs = jobs
    self.config = config
    self.noCache = noCache
  }

  /// These overrides, and `other` where these say nothing.
  public func merged(over other: ConfigurationOverrides) -> ConfigurationOverrides {
    ConfigurationOverrides(
      destination: destination ?? other.destination, output: output ?? other.output, baseURL: baseURL ?? other.baseURL,
      requests: requests ?? other.requests, project: project ?? other.project,
      report: report ?? other.report, contactSheet: contactSheet ?? other.contactSheet,
      format: format ?? other.format, jobs: jobs ?? other.jobs,
      config: config ?? other.config, noCache: noCache ?? other.noCache)
  }
}
