extension PipelineConfiguration {
  /// Reads the text of pipeline.yml. Every key may be missing; all problems are reported at once.
  ///
  /// - Parameter file: the file's path, as diagnostics name it.
  public static func read(_ text: String, file: String = "pipeline.yml") -> Checked<PipelineConfiguration> {
    YAMLReader.read(text, file: file) { reader, root in reader.configuration(root) }
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
      "configuration.version", value.subject, "version \(version) is not known: this richpush reads version 1",
      remedy: "write `version: 1`, or install a richpush that reads version \(version)")
  }

  fileprivate mutating func configuration(_ root: YAMLValue) -> PipelineConfiguration? {
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
    forms(section[.compose], into: &configuration.compose)
    configuration.messageDefaults = messageDefaults(section[.defaults]) ?? configuration.messageDefaults
    configuration.suppressions = suppressions(section[.check]) ?? configuration.suppressions
    return configuration
  }
}
