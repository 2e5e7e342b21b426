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

/// Who gets the requests, for the sender: a line for each target, then the changes.
///
/// The rarest targets come first: one that only one request goes to may be a mistake. The most frequent target is last.
struct RecipientsText {
  let recipients: Recipients
  /// Whether all targets are listed, however many.
  var isDetailed = false

  /// The rows of a screen that they may take, unless all are listed.
  var rows = 16

  /// A screen of targets.
  private static let mostGroups = 12
  /// As many identifiers as a line holds.
  private static let mostNames = 5

  /// Empty without targets now and before.
  var lines: [String] {
    let changes = recipients.changes.map(lines) ?? []
    return targets(rows: rows - changes.reduce(0) { $0 + Screen.rows(of: $1) }) + changes
  }

  private func targets(rows: Int) -> [String] {
    let groups = recipients.groups
    guard !isDetailed, let most = groups.last else { return groups.map(line) }
    let first = groups.prefix(Self.mostGroups).map(shortLine)
    if groups.count == first.count, first.reduce(0, { $0 + Screen.rows(of: $1) }) <= rows { return first }
    let last = shortLine(most)
    // A row says how many more there are.
    var room = rows - 1 - Screen.rows(of: last)
    let shown = first.prefix(min(Self.mostGroups, groups.count) - 1).prefix { line in
      room -= Screen.rows(of: line)
      return room >= 0
    }
    let hidden = groups.dropFirst(shown.count).dropLast()
    let requests = counted(hidden.reduce(0) { $0 + $1.requests }, "request")
    return Array(shown)
      + (hidden.isEmpty ? [] : ["\(requests) to \(counted(hidden.count, "more target")), which -v lists"]) + [last]
  }

  /// A condition may be longer than a screen is wide.
  private func shortLine(_ group: Recipients.Group) -> String { line(group).cut(toColumns: 2 * Screen.columns) }

  private func line(_ group: Recipients.Group) -> String {
    let counts = [
      group.locales.isEmpty ? nil : "in " + list(group.locales),
      group.variants.isEmpty ? nil : "of the variants " + list(group.variants),
    ].compactMap(\.self)
    return ([counted(group.requests, "request") + " to " + target(group)] + counts).joined(separator: ", ")
  }

  private func target(_ group: Recipients.Group) -> String {
    switch group.kind {
    case .topic: "topic " + (group.name ?? "").quoted
    case .condition: "condition " + (group.name ?? "").quoted
    case .token: group.requests == 1 ? "a token" : "tokens"
    case .fid: group.requests == 1 ? "an installation" : "installations"
    }
  }

  /// `de (4) and en (5)`.
  private func list(_ counts: [String: Int]) -> String {
    let words = counts.sorted { $0.key < $1.key }.map { "\($0.key.printable) (\($0.value))" }
    return words.listed()
  }

  private func lines(_ changes: Recipients.Changes) -> [String] {
    let words = [
      changes.new > 0 ? "\(changes.new) new" : nil, changes.changed > 0 ? "\(changes.changed) changed" : nil,
      changes.unchanged > 0 ? "\(changes.unchanged) unchanged" : nil,
      changes.gone.isEmpty ? nil : "\(changes.gone.count) gone to stale/: \(names(changes.gone))",
    ].compactMap(\.self)
    return words.isEmpty ? [] : ["since the last set: " + words.joined(separator: ", ")]
  }

  private func names(_ names: [String]) -> String {
    let rest = names.count - Self.mostNames
    let shown = names.prefix(Self.mostNames).map(\.printable).joined(separator: ", ")
    return rest > 0 ? shown + " and \(rest) more" : shown
  }
}
