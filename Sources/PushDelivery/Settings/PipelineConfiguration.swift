public import Findings

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

  /// This configuration with the values of flags and variables. Output and base URL apply to the chosen destination.
  public func applying(_ overrides: ConfigurationOverrides) -> PipelineConfiguration {
    var configuration = self
    if let index = chosenIndex(overrides[.destination]) {
      // From here on, the chosen one is the first.
      configuration.destinations.insert(configuration.destinations.remove(at: index), at: 0)
      // `resolvedDestination` reports other places.
      if let output = overrides[.output], let moved = configuration.destinations[0].place.moved(to: output) {
        configuration.destinations[0].place = moved
      }
      if let baseURL = overrides[.baseURL] { configuration.destinations[0].baseURL = baseURL }
    }
    configuration.requestFolder = overrides[.requests] ?? requestFolder
    configuration.compose.project = overrides[.project].flatMap(ProjectIdentifier.init) ?? compose.project
    configuration.compose.isTrial = overrides[.trial].map { $0 == "true" } ?? compose.isTrial
    configuration.jobs = overrides[.jobs].flatMap(JobCount.init) ?? jobs
    configuration.cache.remote.address =
      overrides[.cacheURL].flatMap { try? SharedCacheAddress($0) } ?? cache.remote.address
    configuration.cache.remote.mode = overrides[.cacheMode].flatMap(RemoteCacheSettings.Mode.init) ?? cache.remote.mode
    if overrides[.noCache] == "true" { configuration.cache = .disabled }
    return configuration
  }

  /// The folder of the first destination that has one.
  public var firstDirectory: String? { destinations.lazy.compactMap(\.place.folder).first }

  /// The index of a destination by its name; the first for nil.
  private func chosenIndex(_ name: String?) -> Int? {
    name.map { name in destinations.firstIndex { $0.name == name } } ?? destinations.indices.first
  }

  /// The destination to publish to, once flags and variables are applied.
  ///
  /// - Parameters:
  ///   - name: the chosen one; nil: the first.
  ///   - output: the chosen folder; nil: the destination's.
  public func resolvedDestination(
    named name: String? = nil, output: String? = nil, file: String = "pipeline.yml"
  ) -> Checked<ResolvedDestination> {
    if let name, !destinations.contains(where: { $0.name == name }) {
      return Checked(nil, [unknownDestination(name)])
    }
    func refused(_ words: ErrorWords, _ subject: Diagnostic.Subject) -> Checked<ResolvedDestination> {
      Checked(nil, [Diagnostic(words, subject)])
    }
    if let destination = destinations.first, output != nil, destination.place.folder == nil {
      let noun = type(of: destination.place).grammar.noun
      return refused(
        .setting("uselessOutput", destination.name.quoted, noun), .init(.configuration, Setting.output.flag))
    }
    guard let destination = destinations.first, let baseURL = destination.baseURL else {
      return refused(.setting("noBaseURL"), .init(.configuration, file, keyPath: "publish[0].base-url"))
    }
    // The written URL was checked on reading; the place's own URL was not. Phones cannot reach plain http in a private network.
    let checked = BaseURL.configured(baseURL, at: .init(.configuration, file))
    if baseURL == destination.place.ownBaseURL, checked.value == nil {
      let reason = checked.diagnostics.first?.message ?? "it is malformed"
      return refused(
        .setting("unservable", destination.name.quoted, baseURL, reason),
        .init(.configuration, file, keyPath: "publish.endpoint"))
    }
    return Checked(ResolvedDestination(destination, baseURL: baseURL))
  }

  private func unknownDestination(_ name: String) -> Diagnostic {
    let names = destinations.map(\.name)
    let all = names.map(\.quoted).joined(separator: ", ")
    let nearest = NearestName.near(name, among: names).map { "the nearest is \($0.quoted), of " } ?? "give one of "
    return Diagnostic(
      .setting("unknownDestination", name.quoted, names.isEmpty ? "add one to pipeline.yml" : nearest + all),
      .init(.configuration, Setting.destination.flag))
  }

  /// The error if a form of the requests names the project, but flags, variables and keys do not give it.
  public func missingProject(file: String = "pipeline.yml") -> [Diagnostic] {
    guard compose.lacksProject else { return [] }
    let formats = compose.forms.filter(\.needsProject).map(\.name.quoted).joined(separator: " and ")
    return [Diagnostic(.setting("noProject", formats), .init(.configuration, file, keyPath: "compose.project"))]
  }

  /// The findings for the base URL, by the rules for picture URLs, once flags and variables are applied.
  public func unusableBaseURL(file: String = "pipeline.yml") -> [Diagnostic] {
    // A trial may have its pictures at any URL.
    guard !compose.isTrial else { return [] }
    let place = Diagnostic.Subject(.configuration, file, keyPath: "publish[0].base-url")
    guard let text = destinations.first?.baseURL else { return [] }
    let errors = BaseURL.diagnostics(ofFilesUnder: text, at: place, isTrial: false).filter { $0.severity == .error }
    guard !errors.isEmpty else { return [] }
    let reasons = errors.map(\.message).joined(separator: "; ")
    return [Diagnostic(.setting("strangeBaseURL", text.maskingUserInfo.quoted, reasons), place)]
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
