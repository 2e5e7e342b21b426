import Findings

/// The small sections of pipeline.yml.
extension YAMLReader {
  enum LimitKey: String, YAMLKey {
    case maximumBytes = "max-source-bytes"
    case maximumPixels = "max-pixels"
    case maximumFrames = "max-frames"
  }

  mutating func sourceLimits(_ value: YAMLValue?) -> SourceLimits? {
    guard let section = mapping(value, LimitKey.self) else { return nil }
    let standard = SourceLimits()
    return SourceLimits(
      maximumBytes: integer(section[.maximumBytes], in: SettingRange.sourceBytes) ?? standard.maximumBytes,
      maximumPixels: integer(section[.maximumPixels], in: SettingRange.sourcePixels) ?? standard.maximumPixels,
      maximumFrames: integer(section[.maximumFrames], in: SettingRange.sourceFrames) ?? standard.maximumFrames)
  }

  mutating func jobs(_ value: YAMLValue?) -> JobCount? {
    guard let value else { return nil }
    if case .text("auto", _) = value.content { return .automatic }
    if value.unquotedText.flatMap(PlainText.integer) != nil {
      return integer(value, in: JobCount.range).map(JobCount.fixed)
    }
    reportType(of: value, expected: "`auto` or a whole number")
    return nil
  }

  enum WorkerKey: String, YAMLKey {
    case memory = "max-memory"
    case seconds = "time-limit"
    case motionSeconds = "motion-time-limit"
  }

  mutating func workerLimits(_ value: YAMLValue?) -> WorkerLimits? {
    guard let section = mapping(value, WorkerKey.self) else { return nil }
    let standard = WorkerLimits()
    return WorkerLimits(
      memoryBytes: integer(section[.memory], in: SettingRange.workerMemory) ?? standard.memoryBytes,
      seconds: integer(section[.seconds], in: SettingRange.workerSeconds) ?? standard.seconds,
      motionSeconds: integer(section[.motionSeconds], in: SettingRange.workerSeconds) ?? standard.motionSeconds)
  }

  enum CacheKey: String, YAMLKey {
    case path
    case maximumBytes = "max-bytes"
  }

  /// `off` or the keys of the cache.
  mutating func cache(_ value: YAMLValue?) -> CacheSettings? {
    if value?.unquotedText.flatMap(PlainText.bool) == false {
      return CacheSettings(path: nil)
    }
    guard let section = mapping(value, CacheKey.self) else { return nil }
    let standard = CacheSettings()
    return CacheSettings(
      path: path(section[.path]) ?? standard.path,
      maximumBytes: integer(section[.maximumBytes], in: SettingRange.cacheBytes) ?? standard.maximumBytes)
  }

  enum RequestKey: String, YAMLKey {
    case path
    case webpushImageHeader = "webpush-image-header"
    case linkDataKey = "link-data-key"
  }

  mutating func requests(_ value: YAMLValue?, into configuration: inout PipelineConfiguration) {
    guard let section = mapping(value, RequestKey.self) else { return }
    configuration.requestFolder = path(section[.path]) ?? configuration.requestFolder
    configuration.compose.linkDataKey = dataKey(section[.linkDataKey])
    configuration.compose.webpushImageHeader = bool(section[.webpushImageHeader]) ?? false
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

/// The section `compose` of pipeline.yml.
extension YAMLReader {
  enum ComposeKey: String, YAMLKey {
    case formats, project
    case validateOnly = "validate-only"
  }

  mutating func compose(_ value: YAMLValue?, among forms: [RequestForm], into settings: inout ComposeSettings) {
    guard let section = mapping(value, ComposeKey.self) else { return }
    settings.forms = self.forms(section[.formats], among: forms) ?? settings.forms
    settings.project = project(section[.project])
    settings.hasValidateOnlyTwins = bool(section[.validateOnly]) ?? false
    if settings.hasValidateOnlyTwins, !settings.forms.contains(where: \.hasValidateOnlyTwin) {
      refuse(
        section[.validateOnly], because: "none of the formats is the body of a request", use: "`fcm-v1` under `formats`"
      )
    }
  }

  /// One form or a list of them, each once.
  private mutating func forms(_ value: YAMLValue?, among all: [RequestForm]) -> [RequestForm]? {
    guard let value else { return nil }
    let elements = if case .list = value.content { list(value) ?? [] } else { [value] }
    var forms: [RequestForm] = []
    for element in elements {
      guard let form = choice(element, among: all.map { ($0.name, $0) }) else { continue }
      if forms.contains(form) {
        report(.configurationValue, element.subject, "\(form.name.quoted) stands twice", remedy: "delete it")
      }
      forms.append(form)
    }
    if elements.isEmpty {
      report(
        .configurationValue, value.subject, "the list is empty, so no requests would be written",
        remedy: "name a format, or delete the key")
    }
    return forms.isEmpty ? nil : forms
  }

  private mutating func project(_ value: YAMLValue?) -> ProjectIdentifier? {
    guard let value, let text = string(value) else { return nil }
    guard let project = ProjectIdentifier(rawValue: text) else {
      report(.noProject(text, value.subject))
      return nil
    }
    return project
  }
}
