public import Findings

extension PipelineConfiguration {
  /// This configuration with what flags and variables say instead. Output and base URL are the chosen destination's.
  public func applying(_ overrides: ConfigurationOverrides) -> PipelineConfiguration {
    var configuration = self
    if let index = chosenIndex(overrides.destination) {
      // The chosen one is the first from here on.
      configuration.destinations.insert(configuration.destinations.remove(at: index), at: 0)
      if let output = overrides.output { configuration.destinations[0].place.move(to: output) }
      if let baseURL = overrides.baseURL { configuration.destinations[0].baseURL = baseURL }
    }
    configuration.requestFolder = overrides.requests ?? requestFolder
    configuration.reportPath = overrides.report ?? reportPath
    configuration.compose.project = overrides.project ?? compose.project
    configuration.jobs = overrides.jobs ?? jobs
    if overrides.noCache == true { configuration.cache.path = nil }
    return configuration
  }

  /// The folder of the first destination that is one.
  public var firstDirectory: String? {
    destinations.lazy.compactMap { if case .directory(let path, _) = $0.place { path } else { nil } }.first
  }

  /// Where the destination of a name stands; the first when none is named.
  private func chosenIndex(_ name: String?) -> Int? {
    name.map { name in destinations.firstIndex { $0.name == name } } ?? destinations.indices.first
  }

  /// The destination to publish to, once flags and variables are applied.
  ///
  /// - Parameters:
  ///   - name: the one that was asked for; nil: the first.
  ///   - output: the folder that was asked for; nil: the destination's own.
  ///   - file: the configuration file's path, as diagnostics name it.
  public func resolvedDestination(
    named name: String? = nil, output: String? = nil, file: String = "pipeline.yml"
  ) -> Checked<ResolvedDestination> {
    if let name, !destinations.contains(where: { $0.name == name }) {
      return Checked(nil, [unknownDestination(name)])
    }
    if let destination = destinations.first, output != nil, !destination.place.isDirectory {
      return Checked(nil, [uselessOutput(destination.name)])
    }
    guard let destination = destinations.first, let baseURL = destination.baseURL else {
      return Checked(nil, [missingBaseURL(file)])
    }
    return Checked(
      ResolvedDestination(
        name: destination.name, place: destination.place, baseURL: baseURL, verification: destination.verification))
  }

  private func unknownDestination(_ name: String) -> Diagnostic {
    let names = destinations.map(\.name)
    let nearest = NearestName.find(name, among: names)
    return .configurationValue(
      .init(.configuration, Setting.destination.flag), "there is no destination \(name.quoted) under `publish`",
      remedy: nearest.map { "the nearest is \($0.quoted), of \(names.map(\.quoted).joined(separator: ", "))" }
        ?? "add one to pipeline.yml")
  }

  private func uselessOutput(_ name: String) -> Diagnostic {
    Diagnostic(
      .configurationConflict, .init(.configuration, Setting.output.flag),
      "the destination \(name.quoted) is a bucket, and nothing is published to a folder",
      remedy: "leave out \(Setting.output.flag) and \(Setting.output.variable), or choose a directory with "
        + Setting.destination.flag)
  }

  private func missingBaseURL(_ file: String) -> Diagnostic {
    Diagnostic(
      .configurationMissingKey, .init(.configuration, file, keyPath: "publish[0].base-url"),
      "no base URL is known, so requests cannot say where the pictures are",
      remedy: "write `base-url` under `publish`, give \(Setting.baseURL.flag), or set \(Setting.baseURL.variable)")
  }
}

extension PipelineConfiguration {
  /// What is wrong when a form of the requests names the project, once flags, variables and keys have been asked for it.
  ///
  /// - Parameter file: the configuration file's path, as diagnostics name it.
  public func missingProject(file: String = "pipeline.yml") -> [Diagnostic] {
    guard compose.lacksProject else { return [] }
    let formats = compose.forms.filter(\.needsProject).map(\.name.quoted).joined(separator: " and ")
    return [
      Diagnostic(
        .configurationMissingKey, .init(.configuration, file, keyPath: "compose.project"),
        "no Firebase project is known, and requests as \(formats) name it in their address",
        remedy: "write `project` under `compose`, give \(Setting.project.flag), set \(Setting.project.variable), or "
          + "name the key of a service account in GOOGLE_APPLICATION_CREDENTIALS")
    ]
  }
}

extension DestinationSettings.Place {
  fileprivate var isDirectory: Bool { if case .directory = self { true } else { false } }

  /// Another folder for the same hosts. A bucket is none, which `resolvedDestination` says.
  fileprivate mutating func move(to folder: String) {
    switch self {
    case .directory(_, let headers): self = .directory(path: folder, headers: headers)
    case .s3, .gcs: break
    }
  }
}

extension PipelineConfiguration {
  /// Reads the text of pipeline.yml. Every key may be missing; all problems are reported at once.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - forms: those that `compose.formats` may name.
  public static func read(
    _ text: String, file: String = "pipeline.yml", forms: [RequestForm] = RequestForm.all
  ) -> Checked<PipelineConfiguration> {
    YAMLReader.read(text, file: file) { reader, root in reader.configuration(root, forms) }
  }

  enum Key: String, YAMLKey {
    case version, campaign, profiles, limits, jobs, transfers, worker, cache, publish, requests, compose, defaults
    case check
  }
}

extension YAMLReader {
  /// A file's `version`, which can only be 1.
  mutating func version(_ value: YAMLValue?) {
    guard let value, let version = integer(value, in: 0...Int.max), version != 1 else { return }
    report(
      .configurationVersion, value.subject, "version \(version) is not known: this richpush reads version 1",
      remedy: "write `version: 1`, or install a richpush that reads version \(version)")
  }

  fileprivate mutating func configuration(_ root: YAMLValue, _ forms: [RequestForm]) -> PipelineConfiguration? {
    guard let section = mapping(root, PipelineConfiguration.Key.self) else { return nil }
    version(section[.version])
    var configuration = PipelineConfiguration()
    configuration.campaign = path(section[.campaign])
    profiles(section[.profiles], into: &configuration)
    configuration.sourceLimits = sourceLimits(section[.limits]) ?? configuration.sourceLimits
    configuration.jobs = jobs(section[.jobs]) ?? configuration.jobs
    configuration.transfers = integer(section[.transfers], in: SettingRange.transfers) ?? configuration.transfers
    configuration.worker = workerLimits(section[.worker]) ?? configuration.worker
    configuration.cache = cache(section[.cache]) ?? configuration.cache
    configuration.destinations = destinations(section[.publish]) ?? configuration.destinations
    requests(section[.requests], into: &configuration)
    compose(section[.compose], among: forms, into: &configuration.compose)
    configuration.messageDefaults = messageDefaults(section[.defaults]) ?? configuration.messageDefaults
    configuration.suppressions = suppressions(section[.check]) ?? configuration.suppressions
    return configuration
  }
}
