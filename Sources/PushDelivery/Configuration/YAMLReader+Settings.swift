/// The small sections of pipeline.yml.
extension YAMLReader {
  private enum LimitKey: String, YAMLKey {
    case maximumBytes = "max-source-bytes"
    case maximumPixels = "max-pixels"
    case maximumFrames = "max-frames"
  }

  mutating func sourceLimits(_ value: YAMLValue?) -> SourceLimits? {
    guard let section = mapping(value, LimitKey.self) else { return nil }
    let standard = SourceLimits()
    return SourceLimits(
      maximumBytes: integer(section[.maximumBytes], in: 1_000...2_000_000_000) ?? standard.maximumBytes,
      maximumPixels: integer(section[.maximumPixels], in: 1...1_000_000_000) ?? standard.maximumPixels,
      maximumFrames: integer(section[.maximumFrames], in: 1...100_000) ?? standard.maximumFrames)
  }

  mutating func jobs(_ value: YAMLValue?) -> JobCount? {
    guard let value else { return nil }
    if case .text("auto", _) = value.content { return .automatic }
    if case .text(let text, isQuoted: false) = value.content, PlainText.integer(text) != nil {
      return integer(value, in: JobCount.range).map(JobCount.fixed)
    }
    reportType(of: value, expected: "`auto` or a whole number")
    return nil
  }

  private enum WorkerKey: String, YAMLKey {
    case memory = "max-memory"
    case seconds = "time-limit"
    case motionSeconds = "motion-time-limit"
  }

  mutating func workerLimits(_ value: YAMLValue?) -> WorkerLimits? {
    guard let section = mapping(value, WorkerKey.self) else { return nil }
    let standard = WorkerLimits()
    return WorkerLimits(
      memoryBytes: integer(section[.memory], in: 268_435_456...1_099_511_627_776) ?? standard.memoryBytes,
      seconds: integer(section[.seconds], in: 1...3_600) ?? standard.seconds,
      motionSeconds: integer(section[.motionSeconds], in: 1...3_600) ?? standard.motionSeconds)
  }

  private enum CacheKey: String, YAMLKey {
    case path
    case maximumBytes = "max-bytes"
  }

  /// `off` or the keys of the cache.
  mutating func cache(_ value: YAMLValue?) -> CacheSettings? {
    if case .text(let text, isQuoted: false)? = value?.content, PlainText.bool(text) == false {
      return CacheSettings(path: nil)
    }
    guard let section = mapping(value, CacheKey.self) else { return nil }
    let standard = CacheSettings()
    return CacheSettings(
      path: path(section[.path]) ?? standard.path,
      maximumBytes: integer(section[.maximumBytes], in: 1_000_000...1_000_000_000_000) ?? standard.maximumBytes)
  }

  private enum RequestKey: String, YAMLKey {
    case path
    case webpushImageHeader = "webpush-image-header"
    case linkDataKey = "link-data-key"
  }

  mutating func requests(_ value: YAMLValue?, into configuration: inout PipelineConfiguration) {
    guard let section = mapping(value, RequestKey.self) else { return }
    configuration.requestFolder = path(section[.path]) ?? configuration.requestFolder
    configuration.compose = ComposeSettings(
      linkDataKey: dataKey(section[.linkDataKey]), webpushImageHeader: bool(section[.webpushImageHeader]) ?? false)
  }

  private mutating func dataKey(_ value: YAMLValue?) -> String? {
    guard let value, let key = path(value) else { return nil }
    if DataKey(key) == .reserved {
      let finding = Finding.reservedDataKey(key)
      report(ofConfiguration: [finding.diagnostic(of: RequestRules.dataKey.description, about: value.subject)])
    }
    return key
  }
}
