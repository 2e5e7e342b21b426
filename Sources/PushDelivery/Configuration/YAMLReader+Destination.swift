/// The section `publish` of pipeline.yml.
extension YAMLReader {
  private enum DestinationKey: String, YAMLKey {
    case to, name, path
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
    var names: Set<String> = []
    return elements.compactMap { element in
      guard let destination = destination(element) else { return nil }
      if !names.insert(destination.name).inserted { reportSecond(destination.name, element.subject) }
      return destination
    }
  }

  private mutating func destination(_ value: YAMLValue) -> DestinationSettings? {
    guard let section = mapping(value, DestinationKey.self) else { return nil }
    let kind: PlaceKind? = choice(required(.to, of: section), among: ["directory": .directory])
    let folder = path(required(.path, of: section))
    let name = path(section[.name])
    let baseURL = baseURL(section[.baseURL])
    guard let kind, let folder else { return nil }
    switch kind {
    case .directory:
      return DestinationSettings(name: name ?? "directory", place: .directory(path: folder), baseURL: baseURL)
    }
  }

  private mutating func reportSecond(_ name: String, _ subject: Diagnostic.Subject) {
    report(
      "configuration.value", subject, "two destinations have the name \(name.quoted)",
      remedy: "give one of them another `name`")
  }

  private mutating func baseURL(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    let checked = BaseURL.configured(text, at: value.subject)
    checked.diagnostics.forEach { report($0) }
    return checked.value?.text
  }
}
