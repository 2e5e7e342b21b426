public import Findings

/// The values of flags and environment variables, checked: each is the text of its setting in its usual form.
public struct ConfigurationOverrides: Hashable, Sendable {
  private var texts: [Setting: String]
  /// The settings that a variable gave.
  private var ofVariables: Set<Setting> = []

  /// - Parameter texts: in their usual form, as `read` makes them.
  package init(_ texts: [Setting: String] = [:]) { self.texts = texts }

  /// The text of a setting; nil if it is not set.
  public subscript(setting: Setting) -> String? {
    get { texts[setting] }
    set { texts[setting] = newValue }
  }

  /// Those that a variable gave.
  public var variables: [Setting: String] { texts.filter { ofVariables.contains($0.key) } }

  /// Those that decide a run's results: not those about this machine or the output. Machines share the cache.
  public var decidingResults: [Setting: String] {
    let deciding: Set<Setting> = [
      .destination, .output, .baseURL, .requests, .project, .trial, .cacheURL, .cacheMode,
    ]
    return texts.filter { deciding.contains($0.key) }
  }

  /// Where a setting's value comes from, for findings about it.
  ///
  /// - Parameter file: the path of pipeline.yml.
  public func origin(of setting: Setting, file: String) -> Diagnostic.Subject {
    guard texts[setting] != nil else { return .init(.configuration, file, keyPath: setting.rawValue) }
    return .init(.configuration, ofVariables.contains(setting) ? setting.variable : setting.flag)
  }

  /// Reads flags, and `RICHPUSH_…` variables where flags are missing. An empty variable is not set; a flag without a value has the text
  /// `true`. Wrong values are left out.
  ///
  /// - Returns: also the errors, and findings about variables that are not read.
  public static func read(
    flags: [Setting: String] = [:], environment: [String: String] = [:]
  ) -> (overrides: ConfigurationOverrides, findings: [Diagnostic]) {
    var overrides = ConfigurationOverrides()
    var findings: [Diagnostic] = []
    for setting in Setting.allCases {
      let variable = environment[setting.variable].flatMap { $0.isEmpty ? nil : $0 }
      guard let text = flags[setting] ?? variable else { continue }
      if flags[setting] == nil { overrides.ofVariables.insert(setting) }
      overrides.texts[setting] = text
      let checked = setting.read(text, at: overrides.origin(of: setting, file: ""))
      overrides.texts[setting] = checked.value
      findings += checked.diagnostics
    }
    return (overrides, findings + unknownVariables(in: environment))
  }

  /// Variables that are read besides those of settings: the shared cache's token, and those of the CI recipes.
  private static let otherVariables = ["CACHE_TOKEN", "PACKAGE", "PACKAGE_SHA256"].map { Setting.prefix + $0 }

  /// Findings about `RICHPUSH_…` variables that are not read, by name: an error if one of ours is misspelled, otherwise a note.
  public static func unknownVariables(in environment: [String: String]) -> [Diagnostic] {
    let known = Setting.allCases.map(\.variable) + otherVariables
    return environment.filter { $0.key.uppercased().hasPrefix(Setting.prefix) && !$0.value.isEmpty }.keys
      .filter { !known.contains($0) }.sorted().map { name in
        guard let meant = meant(by: name, known) else {
          return Diagnostic(.setting("strangeVariable"), .init(.configuration, name))
        }
        return Diagnostic(.setting("unknownVariable", meant.quoted), .init(.configuration, name))
      }
  }

  /// The variable of ours that a name misspells. In a short name two wrong letters make another word: `EXPORT` is not `REPORT`.
  private static func meant(by name: String, _ known: [String]) -> String? {
    func plain(_ name: String) -> String {
      String(name.uppercased().dropFirst(Setting.prefix.count)).filter { $0 != "_" }
    }
    let words = Dictionary(known.map { (plain($0), $0) }) { first, _ in first }
    let wanted = plain(name)
    guard let slip = NearestName.slip(wanted, among: words.keys.sorted()) else { return nil }
    let isSure =
      slip == wanted || NearestName.areOneSlipApart(wanted, slip)
      || wanted.count >= 8 && abs(wanted.count - slip.count) < 2
    return isSure ? words[slip] : nil
  }
}

extension Setting {
  /// The text of a value in its usual form, or the errors in it.
  public func read(_ text: String, at subject: Diagnostic.Subject) -> Checked<String> {
    func checked(_ value: String?, orSay name: String, _ details: String...) -> Checked<String> {
      let words = ErrorWords("setting", name, [text.quoted] + details)
      return Checked(value, value == nil ? [Diagnostic(words, subject)] : [])
    }
    switch self {
    case .destination, .format:
      let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return checked(isPlain ? text : nil, orSay: "plain")
    case .output, .requests, .report, .config:
      if let foreign = ForeignPath(text) { return checked(nil, orSay: "path", foreign.reason, foreign.remedy) }
      return Setting.destination.read(text, at: subject)
    case .contactSheet:
      // Only a page's name: a typing error must not replace a picture or campaign.yml.
      let path = Setting.report.read(text, at: subject)
      guard path.value != nil, !text.lowercased().hasSuffix(".html") else { return path }
      return checked(nil, orSay: "page")
    case .baseURL:
      let address = BaseURL.configured(text, at: subject)
      return Checked(address.value?.text, address.diagnostics)
    case .project:
      return checked(ProjectIdentifier(rawValue: text)?.rawValue, orSay: "project")
    case .jobs:
      let range = "\(JobCount.range.lowerBound) to \(JobCount.range.upperBound)"
      return checked(JobCount(text) == nil ? nil : text, orSay: "jobs", range)
    case .noCache, .trial:
      let value = text == "1" ? true : text == "0" ? false : PlainText.bool(text)
      return checked(value.map { "\($0)" }, orSay: "bool")
    case .cacheURL:
      do throws(ErrorWords) { return Checked(try SharedCacheAddress(text).description) } catch {
        return Checked(nil, [Diagnostic(error, subject)])
      }
    case .cacheMode:
      let names = RemoteCacheSettings.Mode.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or ")
      return checked(RemoteCacheSettings.Mode(rawValue: text)?.rawValue, orSay: "cacheMode", names)
    }
  }
}

/// Settings of flags and variables. Flags override environment variables, and those override pipeline.yml.
public enum Setting: String, Hashable, Sendable, CaseIterable {
  /// The name of the destination to publish to.
  case destination = "to"
  /// The folder that assets are published to.
  case output
  /// The URL under which that folder is served.
  case baseURL = "base-url"
  /// The folder for request files.
  case requests
  /// The Firebase project that the requests go to.
  case project
  /// The file for the run report.
  case report
  /// The page that shows what a run made of a campaign.
  case contactSheet = "contact-sheet"
  /// The output format.
  case format
  /// How many pictures are processed at once.
  case jobs
  /// The configuration file itself.
  case config
  /// Whether the caches are not used.
  case noCache = "no-cache"
  /// The address of a shared cache.
  case cacheURL = "cache-url"
  /// Whether entries are added to it.
  case cacheMode = "cache-mode"
  /// Whether nothing will be sent, so that requests may contain names of templates and samples.
  case trial

  /// The command-line flag, as in `--base-url`.
  public var flag: String { "--\(rawValue)" }

  /// The environment variable, as in `RICHPUSH_BASE_URL`.
  public var variable: String { Self.prefix + rawValue.uppercased().replacing("-", with: "_") }

  /// Variables that begin with it are meant for richpush.
  fileprivate static let prefix = "RICHPUSH_"
}

/// How many pictures are processed at once.
public enum JobCount: Hashable, Sendable {
  /// One for each processor.
  case automatic
  /// This many, 1 to 64.
  case fixed(Int)

  /// The numbers that `fixed` may have: beyond 64 workers memory runs out before processors do.
  public static let range = 1...64

  /// Reads `auto` or a number in `range`.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let count = PlainText.integer(text), Self.range.contains(count) {
      self = .fixed(count)
    } else {
      return nil
    }
  }

  /// The number of workers on a machine with this many processors.
  public func count(processors: Int) -> Int {
    switch self {
    case .automatic: min(max(processors, Self.range.lowerBound), Self.range.upperBound)
    case .fixed(let count): count
    }
  }
}
