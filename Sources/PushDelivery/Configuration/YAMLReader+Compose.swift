/// The section `compose` of pipeline.yml.
extension YAMLReader {
  enum ComposeKey: String, YAMLKey {
    case formats, project
    case validateOnly = "validate-only"
  }

  mutating func forms(_ value: YAMLValue?, into settings: inout ComposeSettings) {
    guard let section = mapping(value, ComposeKey.self) else { return }
    settings.formats = formats(section[.formats]) ?? settings.formats
    settings.project = project(section[.project])
    settings.rehearses = bool(section[.validateOnly]) ?? false
    if settings.rehearses, !settings.formats.contains(where: \.hasRehearsal) {
      refuse(
        section[.validateOnly], because: "none of the formats is the body of a request", use: "`fcm-v1` under `formats`"
      )
    }
  }

  /// One form or a list of them, each once.
  private mutating func formats(_ value: YAMLValue?) -> [RequestFormat]? {
    guard let value else { return nil }
    let elements = if case .list = value.content { list(value) ?? [] } else { [value] }
    var formats: [RequestFormat] = []
    for element in elements {
      guard let format = format(element) else { continue }
      if formats.contains(format) {
        report("configuration.value", element.subject, "\(format.rawValue.quoted) stands twice", remedy: "delete it")
      }
      formats.append(format)
    }
    if elements.isEmpty {
      report(
        "configuration.value", value.subject, "the list is empty, so no requests would be written",
        remedy: "name a format, or delete the key")
    }
    return formats.isEmpty ? nil : formats
  }

  private mutating func format(_ value: YAMLValue) -> RequestFormat? {
    choice(
      value,
      among: [
        "fcm-v1": .fcmV1, "fcm-v1-jsonl": .fcmV1Lines, "curl": .curl, "http": .http, "admin-node": .adminNode,
        "admin-python": .adminPython, "apns": .apns, "webpush": .webpush,
      ])
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
