/// The section `publish` of pipeline.yml.
extension YAMLReader {
  private enum DestinationKey: String, YAMLKey {
    case to, name, path, headers
    case baseURL = "base-url"
  }

  private enum PlaceKind { case directory }

  mutating func destinations(_ value: YAMLValue?) -> [DestinationSettings]? {
    guard let value, let elements = list(value) else { return nil }
    if elements.isEmpty {
      report(
        "configuration.value", value.subject, "the list is empty, so nothing could be published",
        remedy: "add a destination, as in `- {to: directory, path: public}`, or delete the key")
    }
    if elements.count > 1 { reportSecond(elements[1].subject) }
    return elements.compactMap { destination($0) }
  }

  private mutating func destination(_ value: YAMLValue) -> DestinationSettings? {
    guard let section = mapping(value, DestinationKey.self) else { return nil }
    let kind: PlaceKind? = choice(required(.to, of: section), among: ["directory": .directory])
    let folder = path(required(.path, of: section))
    let name = path(section[.name])
    let headers = staticHosts(section[.headers])
    let baseURL = baseURL(section[.baseURL])
    guard let kind, let folder else { return nil }
    switch kind {
    case .directory:
      return DestinationSettings(
        name: name ?? "directory", place: .directory(path: folder, headers: headers), baseURL: baseURL)
    }
  }

  /// One host or a list of them, each once.
  private mutating func staticHosts(_ value: YAMLValue?) -> [StaticHost] {
    guard let value else { return [] }
    let elements = if case .list = value.content { list(value) ?? [] } else { [value] }
    var hosts: [StaticHost] = []
    for element in elements {
      guard let host = staticHost(element) else { continue }
      guard !hosts.contains(host) else {
        report("configuration.value", element.subject, "\(host.rawValue.quoted) stands twice", remedy: "delete it")
        continue
      }
      hosts.append(host)
    }
    return hosts
  }

  private mutating func staticHost(_ value: YAMLValue) -> StaticHost? {
    choice(value, among: ["netlify": .netlify, "firebase": .firebase, "nginx": .nginx])
  }

  private mutating func reportSecond(_ subject: Diagnostic.Subject) {
    report(
      "configuration.value", subject, "only one destination can be published to in this version",
      remedy: "remove the others")
  }

  private mutating func baseURL(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    let checked = BaseURL.configured(text, at: value.subject)
    for problem in checked.diagnostics { report(problem) }
    return checked.value?.text
  }
}
