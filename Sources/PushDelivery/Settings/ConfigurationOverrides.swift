public import Findings

/// The values of flags or environment variables; nil if not set.
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
  /// The output format, as written: the executable defines the formats.
  public var format: String?
  public var jobs: JobCount?
  /// The path of the configuration file.
  public var config: String?
  /// True: the caches are not used.
  public var noCache: Bool?
  /// The address of a shared cache.
  public var cacheURL: SharedCacheAddress?
  /// The use of it.
  public var cacheMode: RemoteCacheSettings.Mode?
  /// True: nothing will be sent, and requests may contain reserved names.
  public var trial: Bool?

  public init(
    destination: String? = nil, output: String? = nil, baseURL: String? = nil, requests: String? = nil,
    project: ProjectIdentifier? = nil, report: String? = nil, contactSheet: String? = nil,
    format: String? = nil, jobs: JobCount? = nil, config: String? = nil, noCache: Bool? = nil,
    cacheURL: SharedCacheAddress? = nil, cacheMode: RemoteCacheSettings.Mode? = nil, trial: Bool? = nil
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
    self.cacheURL = cacheURL
    self.cacheMode = cacheMode
    self.trial = trial
  }

  /// These overrides, with `other` for those that are nil.
  public func merged(over other: ConfigurationOverrides) -> ConfigurationOverrides {
    ConfigurationOverrides(
      destination: destination ?? other.destination, output: output ?? other.output, baseURL: baseURL ?? other.baseURL,
      requests: requests ?? other.requests, project: project ?? other.project,
      report: report ?? other.report, contactSheet: contactSheet ?? other.contactSheet,
      format: format ?? other.format, jobs: jobs ?? other.jobs,
      config: config ?? other.config, noCache: noCache ?? other.noCache,
      cacheURL: cacheURL ?? other.cacheURL, cacheMode: cacheMode ?? other.cacheMode, trial: trial ?? other.trial)
  }
}

extension ConfigurationOverrides {
  /// The settings that decide a run's results, as text: not those about this machine or the output. The shared cache is included, so that
  /// machines share it.
  public var decidingResults: [Setting: String] {
    let texts: [Setting: String?] = [
      .destination: destination, .output: output, .baseURL: baseURL, .requests: requests, .project: project?.rawValue,
      .trial: trial.map { "\($0)" }, .cacheURL: cacheURL?.description, .cacheMode: cacheMode?.rawValue,
    ]
    return texts.compactMapValues(\.self)
  }

  /// Reads `RICHPUSH_…` variables. An empty variable is not set.
  public static func read(environment: [String: String]) -> Checked<ConfigurationOverrides> {
    var texts: [Setting: String] = [:]
    for setting in Setting.allCases { texts[setting] = environment[setting.variable].flatMap { $0.isEmpty ? nil : $0 } }
    return read(texts, name: \.variable)
  }

  /// Reads the texts of flags, and `true` for a flag without a value.
  public static func read(flags: [Setting: String]) -> Checked<ConfigurationOverrides> {
    read(flags, name: \.flag)
  }

  private static func read(_ texts: [Setting: String], name: (Setting) -> String) -> Checked<ConfigurationOverrides> {
    var overrides = ConfigurationOverrides()
    var diagnostics: [Diagnostic] = []
    for setting in Setting.allCases {
      guard let text = texts[setting] else { continue }
      diagnostics += overrides.set(setting, to: text, subject: .init(.configuration, name(setting)))
    }
    return Checked(overrides, diagnostics)
  }

  /// Sets one value; reports an error for a text that is not valid.
  private mutating func set(_ setting: Setting, to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    switch setting {
    case .baseURL: setBaseURL(to: text, subject: subject)
    case .jobs: setJobs(to: text, subject: subject)
    case .noCache: setBool(\.noCache, to: text, subject: subject)
    case .cacheURL: setCacheURL(to: text, subject: subject)
    case .cacheMode: setCacheMode(to: text, subject: subject)
    case .trial: setBool(\.trial, to: text, subject: subject)
    case .destination: setPath(\.destination, to: text, subject: subject)
    case .output: setFilePath(\.output, to: text, subject: subject)
    case .requests: setFilePath(\.requests, to: text, subject: subject)
    case .project: setProject(to: text, subject: subject)
    case .report: setFilePath(\.report, to: text, subject: subject)
    case .contactSheet: setContactSheet(to: text, subject: subject)
    case .format: setPath(\.format, to: text, subject: subject)
    case .config: setFilePath(\.config, to: text, subject: subject)
    }
  }

  private mutating func setBaseURL(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    let checked = BaseURL.configured(text, at: subject)
    baseURL = checked.value?.text
    return checked.diagnostics
  }

  private mutating func setCacheURL(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    do throws(SharedCacheAddress.Refusal) {
      cacheURL = try SharedCacheAddress(text)
      return []
    } catch {
      return [.configurationValue(subject, error.reason, remedy: error.remedy)]
    }
  }

  private mutating func setCacheMode(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    cacheMode = RemoteCacheSettings.Mode(rawValue: text)
    let names = RemoteCacheSettings.Mode.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    return cacheMode == nil
      ? [.configurationValue(subject, "\(text.quoted) is no use of a cache", remedy: "give \(names)")] : []
  }

  private mutating func setJobs(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    jobs = JobCount(text)
    let range = "\(JobCount.range.lowerBound) to \(JobCount.range.upperBound)"
    return jobs == nil
      ? [
        .configurationValue(
          subject, "\(text.quoted) is no number of jobs", remedy: "give `auto` or a number from \(range)")
      ] : []
  }

  private mutating func setProject(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    project = ProjectIdentifier(rawValue: text)
    return project == nil ? [.noProject(text, subject)] : []
  }

  private mutating func setBool(
    _ path: WritableKeyPath<ConfigurationOverrides, Bool?>, to text: String, subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    self[keyPath: path] = text == "1" ? true : text == "0" ? false : PlainText.bool(text)
    return self[keyPath: path] == nil
      ? [.configurationValue(subject, "\(text.quoted) is neither true nor false", remedy: "give `true` or `false`")]
      : []
  }

  /// Only a page's name: a typing error must not replace a picture or campaign.yml.
  private mutating func setContactSheet(to text: String, subject: Diagnostic.Subject) -> [Diagnostic] {
    let diagnostics = setFilePath(\.contactSheet, to: text, subject: subject)
    guard diagnostics.isEmpty, !text.lowercased().hasSuffix(".html") else { return diagnostics }
    contactSheet = nil
    return [
      .configurationValue(
        subject, "\(text.quoted) is not the name of a page", remedy: "give a file's name that ends in `.html`")
    ]
  }

  private mutating func setFilePath(
    _ path: WritableKeyPath<ConfigurationOverrides, String?>, to text: String, subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    guard let foreign = ForeignPath(text) else { return setPath(path, to: text, subject: subject) }
    return [
      .configurationValue(
        subject, "\(text.quoted) is no path here: \(foreign.reason)", remedy: foreign.remedy)
    ]
  }

  private mutating func setPath(
    _ path: WritableKeyPath<ConfigurationOverrides, String?>, to text: String, subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let isUsable = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    self[keyPath: path] = isUsable ? text : nil
    return isUsable
      ? []
      : [
        .configurationValue(
          subject, "\(text.quoted) is empty or has control characters in it", remedy: "give a plain value")
      ]
  }
}

extension Diagnostic {
  static func noProject(_ text: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    .configurationValue(
      subject, "\(text.quoted) is no identifier of a Firebase project",
      remedy: "write the identifier as the Firebase console shows it: lower-case letters, digits and hyphens")
  }
}
