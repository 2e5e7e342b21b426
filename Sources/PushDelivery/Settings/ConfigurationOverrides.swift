public import Findings

/// The values of flags or environment variables, checked: each is the text of its setting in its usual form.
public struct ConfigurationOverrides: Hashable, Sendable {
  private var texts: [Setting: String]

  /// - Parameter texts: in their usual form, as `read` makes them.
  package init(_ texts: [Setting: String] = [:]) { self.texts = texts }

  /// The text of a setting; nil if it is not set.
  public subscript(setting: Setting) -> String? { texts[setting] }

  /// How many pictures are processed at once.
  var jobs: JobCount? { self[.jobs].flatMap(JobCount.init) }
  /// The Firebase project that the requests go to.
  package var project: ProjectIdentifier? { self[.project].flatMap(ProjectIdentifier.init) }
  /// The address of a shared cache.
  package var cacheURL: SharedCacheAddress? { self[.cacheURL].flatMap { try? SharedCacheAddress($0) } }
  /// The use of it.
  package var cacheMode: RemoteCacheSettings.Mode? { self[.cacheMode].flatMap(RemoteCacheSettings.Mode.init) }
  /// True: the caches are not used.
  var noCache: Bool? { self[.noCache].map { $0 == "true" } }
  /// True: nothing will be sent, and requests may contain reserved names.
  var trial: Bool? { self[.trial].map { $0 == "true" } }

  /// These overrides, with `other` for those that are not set.
  public func merged(over other: ConfigurationOverrides) -> ConfigurationOverrides {
    ConfigurationOverrides(texts.merging(other.texts) { own, _ in own })
  }

  /// Only some of the settings.
  public func only(_ settings: Set<Setting>) -> [Setting: String] { texts.filter { settings.contains($0.key) } }

  /// The same with the configuration file at a path.
  public func reading(config path: String?) -> ConfigurationOverrides {
    ConfigurationOverrides(path.map { [.config: $0] } ?? [:]).merged(over: self)
  }
}

extension ConfigurationOverrides {
  /// Reads `RICHPUSH_…` variables. An empty variable is not set.
  public static func read(environment: [String: String]) -> Checked<ConfigurationOverrides> {
    var texts: [Setting: String] = [:]
    for setting in Setting.allCases { texts[setting] = environment[setting.variable].flatMap { $0.isEmpty ? nil : $0 } }
    return read(texts, name: \.variable)
  }

  /// Reads the texts of flags, and `true` for a flag without a value.
  public static func read(flags: [Setting: String]) -> Checked<ConfigurationOverrides> { read(flags, name: \.flag) }

  private static func read(_ texts: [Setting: String], name: (Setting) -> String) -> Checked<ConfigurationOverrides> {
    var overrides = ConfigurationOverrides()
    var diagnostics: [Diagnostic] = []
    for setting in Setting.allCases {
      guard let text = texts[setting] else { continue }
      let read = setting.read(text, at: .init(.configuration, name(setting)))
      overrides.texts[setting] = read.value
      diagnostics += read.diagnostics
    }
    return Checked(overrides, diagnostics)
  }
}

extension Setting {
  /// The text of a value in its usual form, or the errors in it.
  fileprivate func read(_ text: String, at subject: Diagnostic.Subject) -> Checked<String> {
    func read(_ value: String?, orSay message: String, _ remedy: String) -> Checked<String> {
      Checked(value, value == nil ? [.configurationValue(subject, "\(text.quoted) \(message)", remedy: remedy)] : [])
    }
    switch self {
    case .destination, .format:
      let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return read(isPlain ? text : nil, orSay: "is empty or has control characters in it", "give a plain value")
    case .output, .requests, .report, .config:
      if let foreign = ForeignPath(text) {
        return read(nil, orSay: "is no path here: \(foreign.reason)", foreign.remedy)
      }
      return Setting.destination.read(text, at: subject)
    case .contactSheet:
      // Only a page's name: a typing error must not replace a picture or campaign.yml.
      let path = Setting.report.read(text, at: subject)
      guard path.value != nil, !text.lowercased().hasSuffix(".html") else { return path }
      return read(nil, orSay: "is not the name of a page", "give a file's name that ends in `.html`")
    case .baseURL:
      let address = BaseURL.configured(text, at: subject)
      return Checked(address.value?.text, address.diagnostics)
    case .project:
      let project = ProjectIdentifier(rawValue: text)
      return Checked(project?.rawValue, project == nil ? [.noProject(text, subject)] : [])
    case .jobs:
      let range = "\(JobCount.range.lowerBound) to \(JobCount.range.upperBound)"
      return read(
        JobCount(text).map { _ in text }, orSay: "is no number of jobs", "give `auto` or a number from \(range)")
    case .noCache, .trial:
      let value = text == "1" ? true : text == "0" ? false : PlainText.bool(text)
      return read(value.map { "\($0)" }, orSay: "is neither true nor false", "give `true` or `false`")
    case .cacheURL:
      do throws(SharedCacheAddress.Refusal) { return Checked(try SharedCacheAddress(text).description) } catch {
        return Checked(nil, [.configurationValue(subject, error.reason, remedy: error.remedy)])
      }
    case .cacheMode:
      let names = RemoteCacheSettings.Mode.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or ")
      return read(RemoteCacheSettings.Mode(rawValue: text)?.rawValue, orSay: "is no use of a cache", "give \(names)")
    }
  }
}

extension Diagnostic {
  static func noProject(_ text: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    .configurationValue(
      subject, "\(text.quoted) is no identifier of a Firebase project",
      remedy: "write the identifier as the Firebase console shows it: lower-case letters, digits and hyphens")
  }
}
