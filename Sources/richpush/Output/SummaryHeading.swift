import Essentials
import Findings
import PushDelivery

/// The beginning of a summary: the campaign, whether it is a trial, and which variables had an effect.
struct SummaryHeading {
  let lines: [String]

  /// Without a heading.
  static let none = SummaryHeading(lines: [])

  private init(lines: [String]) { self.lines = lines }

  /// - Parameters:
  ///   - campaigns: the given campaign folders.
  ///   - overrides: the combined flags and variables.
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

  /// The variables that affect the result, since they may be left over. A flag with another value wins.
  private static func variables(among overrides: ConfigurationOverrides) -> [Setting: String] {
    let environment = ProcessInfo.processInfo.environment
    let variables = ConfigurationOverrides.read(environment: environment).value?.named ?? [:]
    let valid = overrides.named.filter { variables[$0.key] == $0.value }
    return Dictionary(
      uniqueKeysWithValues: valid.keys.map { ($0, "\($0.variable)=\((environment[$0.variable] ?? "").printable)") })
  }
}

extension ConfigurationOverrides {
  /// The settings that decide the result, as text.
  fileprivate var named: [Setting: String] {
    let files: [Setting: String?] = [.report: report, .contactSheet: contactSheet, .config: config]
    return decidingResults.merging(files.compactMapValues(\.self)) { first, _ in first }
  }
}
