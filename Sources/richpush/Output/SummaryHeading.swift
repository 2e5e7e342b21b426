import Essentials
import Findings
import PushDelivery

/// What a summary begins with: of which campaign it tells, whether that is a trial, and which variables had a say.
struct SummaryHeading {
  let lines: [String]

  /// Where there is nothing to say before the summary.
  static let none = SummaryHeading(lines: [])

  private init(lines: [String]) { self.lines = lines }

  /// - Parameters:
  ///   - campaigns: campaign folders, as they were named.
  ///   - overrides: what flags and variables say together.
  init(campaigns: [String], isTrial: Bool, _ overrides: ConfigurationOverrides) {
    guard !campaigns.isEmpty else {
      lines = []
      return
    }
    var variables = Self.variables(among: overrides)
    let trial = variables.removeValue(forKey: .trial).map { " (\($0))" } ?? ""
    let names = (campaigns.count == 1 ? "campaign " : "campaigns ") + shortList(campaigns.map(\.printable))
    let others = Setting.allCases.compactMap { variables[$0] }
    lines = [
      names + (isTrial ? ", a trial\(trial): do not send its requests" : ""),
      others.isEmpty ? nil : "set by the environment: " + others.joined(separator: ", "),
    ].compactMap(\.self)
  }

  /// The variables that decide what comes out, as they may be left over from elsewhere. A flag that says something else wins.
  private static func variables(among overrides: ConfigurationOverrides) -> [Setting: String] {
    let environment = ProcessInfo.processInfo.environment
    let variables = ConfigurationOverrides.read(environment: environment).value?.named ?? [:]
    let valid = overrides.named.filter { variables[$0.key] == $0.value }
    return Dictionary(
      uniqueKeysWithValues: valid.keys.map { ($0, "\($0.variable)=\((environment[$0.variable] ?? "").printable)") })
  }
}

extension ConfigurationOverrides {
  /// What decides what comes out and where to, as text.
  fileprivate var named: [Setting: String] {
    let files: [Setting: String?] = [.report: report, .contactSheet: contactSheet, .config: config]
    return decidingResults.merging(files.compactMapValues(\.self)) { first, _ in first }
  }
}
