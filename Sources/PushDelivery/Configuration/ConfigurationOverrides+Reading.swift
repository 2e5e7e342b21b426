extension ConfigurationOverrides {
  /// Reads `RICHPUSH_…` variables. An empty variable says nothing.
  public static func read(environment: [String: String]) -> Checked<ConfigurationOverrides> {
    var texts: [Setting: String] = [:]
    for setting in Setting.allCases { texts[setting] = environment[setting.variable].flatMap { $0.isEmpty ? nil : $0 } }
    return read(texts, name: \.variable)
  }

  /// Reads the texts of flags, and `true` for a flag that takes none.
  public static func read(flags: [Setting: String]) -> Checked<ConfigurationOverrides> {
    read(flags, name: \.flag)
  }

  private static func read(_ texts: [Setting: String], name: (Setting) -> String) -> Checked<ConfigurationOverrides> {
    var overrides = ConfigurationOverrides()
    var diagnostics: [Diagnostic] = []
    for setting in Setting.allCases {
      guard let text = texts[setting], let problem = overrides.set(setting, to: text) else { continue }
      let subject = Diagnostic.Subject(.configuration, name(setting))
      diagnostics.append(
        Diagnostic("configuration.value", .error, subject, problem.message, remedy: problem.remedy))
    }
    return Checked(overrides, diagnostics)
  }

  /// Sets one value; says what is wrong with a text that cannot be it.
  private mutating func set(_ setting: Setting, to text: String) -> (message: String, remedy: String)? {
    switch setting {
    case .baseURL:
      baseURL = BaseURLText.normalized(text)
      return baseURL == nil ? (BaseURLText.problem(text), BaseURLText.remedy) : nil
    case .jobs:
      jobs = JobCount(text)
      let range = "\(JobCount.range.lowerBound) to \(JobCount.range.upperBound)"
      return jobs == nil ? ("\(text.quoted) is no number of jobs", "give `auto` or a number from \(range)") : nil
    case .noCache:
      noCache = text == "1" ? true : text == "0" ? false : PlainText.bool(text)
      return noCache == nil ? ("\(text.quoted) is neither true nor false", "give `true` or `false`") : nil
    case .output: return setPath(\.output, to: text)
    case .requests: return setPath(\.requests, to: text)
    case .report: return setPath(\.report, to: text)
    case .format: return setPath(\.format, to: text)
    case .config: return setPath(\.config, to: text)
    }
  }

  private mutating func setPath(
    _ path: WritableKeyPath<ConfigurationOverrides, String?>, to text: String
  ) -> (message: String, remedy: String)? {
    let isUsable = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    self[keyPath: path] = isUsable ? text : nil
    return isUsable ? nil : ("\(text.quoted) is empty or has control characters in it", "give a plain value")
  }
}
