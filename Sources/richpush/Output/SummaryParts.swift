import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The beginning of a summary: the campaigns, whether it is a trial, and which variables had an effect, since they may be left over.
func summaryHeading(_ campaigns: [String], isTrial: Bool, _ overrides: ConfigurationOverrides) -> [String] {
  guard !campaigns.isEmpty else { return [] }
  // These change only how the work is done and shown.
  let deciding = overrides.variables.filter { ![.jobs, .noCache, .format].contains($0.key) }
  var variables = Setting.allCases.compactMap { setting in
    deciding[setting].map { (setting, "\(setting.variable)=\($0.printable)") }
  }
  let trial = variables.firstIndex { $0.0 == .trial }.map { " (\(variables.remove(at: $0).1))" } ?? ""
  let names = (campaigns.count == 1 ? "campaign " : "campaigns ") + shortList(campaigns.map(\.printable))
  let others = variables.isEmpty ? [] : ["set by the environment: " + variables.map(\.1).joined(separator: ", ")]
  return [names + (isTrial ? ", a trial\(trial): do not send its requests" : "")] + others
}

/// Who gets the requests, and in which words, for the sender: a line for each target, then the changes and notes about words.
///
/// The rarest targets come first: one that only one request goes to may be a mistake. The most frequent target is last.
struct RecipientsText {
  private let recipients: Recipients?
  private let notes: [String]
  /// Whether all targets are listed, however many.
  private let isDetailed: Bool
  /// The rows of a screen that targets and changes may take, unless all are listed.
  private let rows: Int

  /// - Parameters:
  ///   - recipients: nil without requests.
  ///   - findings: all of the report, with the notes among them.
  ///   - rows: of a screen that all lines may take; nil: 16, and the notes.
  init(_ recipients: Recipients?, findings: [Diagnostic], isDetailed: Bool, rows: Int? = nil) {
    (self.recipients, notes, self.isDetailed) = (recipients, findings.filter(\.isOfSummary).map(\.message), isDetailed)
    let taken = notes.reduce(0) { $0 + Screen.rows(of: $1) }
    self.rows = rows.map { $0 - taken } ?? 16
  }

  /// A screen of targets.
  private static let mostGroups = 13
  /// As many identifiers as a line holds.
  private static let mostNames = 5

  /// Empty without targets now and before, and without notes.
  var lines: [String] {
    let changes = recipients?.changes.map(lines) ?? []
    return targets(rows: rows - changes.reduce(0) { $0 + Screen.rows(of: $1) }) + changes + notes
  }

  private func targets(rows: Int) -> [String] {
    let groups = recipients?.groups ?? []
    guard !isDetailed, groups.count > 1 else { return groups.map(line) }
    let most = groups.prefix(Self.mostGroups)
    if most.count == groups.count {
      for lines in [most.map(line), most.map(shortLine)]
      where lines.reduce(0, { $0 + Screen.rows(of: $1) }) <= rows { return lines }
    }
    // A row says how many more there are.
    let last = groups[groups.count - 1]
    var room = rows - 1 - Screen.rows(of: shortLine(last))
    let first = most.prefix(min(Self.mostGroups - 2, groups.count - 1)).prefix { group in
      room -= Screen.rows(of: shortLine(group))
      return room >= 0
    }
    let hidden = groups.dropFirst(first.count).dropLast()
    let requests = counted(hidden.reduce(0) { $0 + $1.requests }, "request")
    return first.map(shortLine)
      + (hidden.isEmpty ? [] : ["\(requests) to \(counted(hidden.count, "more target")), which -v lists"])
      + [shortLine(last)]
  }

  /// Conditions may be longer than a screen is wide. They are only cut where there is no room for all of them, and not at once: the end
  /// tells some from their opposite.
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
    shortList(names.prefix(Self.mostNames).map(\.printable)[...], of: names.count)
  }
}

/// The given command, so that you can give it again.
enum CommandText {
  /// The last line where something has to be done before the same command.
  static func next(after deed: String = "fix the errors above") -> String {
    "next: \(deed), then `\(text(CommandLine.arguments.dropFirst()))`"
  }

  /// The last line of a report whose command ends with this status, unless all is well.
  static func next(_ status: ExitStatus) -> [String] {
    switch status {
    case .success: []
    case .refused, .usage: [next()]
    case .environment: [next(after: "wait, or fix what failed")]
    }
  }

  /// The last line after a dry run: the command that does what was said.
  static func nextAfterDryRun() -> String {
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--dry-run" }
    return "next: `\(text((words.first == "plan" ? ["run"] : Array(words.prefix(1))) + words.dropFirst()))`"
  }

  static func text(_ words: some Sequence<String>) -> String {
    (["richpush"] + words).map { ShellWord.plain($0.maskingUserInfo) }.joined(separator: " ")
  }
}

/// What a report says of all files together. They are read once: there may be hundreds of thousands.
struct AssetSums {
  private(set) var hasVideo = false
  /// The paths of refused ones, in their order.
  private(set) var refused: [String] = []
  /// The paths of those that no message shows.
  private(set) var unused: Set<String> = []
  private(set) var planned = 0
  /// How many renditions the planned ones have, and how many of these come from the cache.
  private(set) var renditions = (all: 0, cached: 0)
  /// The planned ones' renditions by their names, as hashes, with the bytes of new ones. Equal pictures are one file.
  private var files: [Int: Int?] = [:]

  init(_ assets: some Sequence<AssetOutcome>) { for asset in assets { add(asset) } }

  private mutating func add(_ asset: AssetOutcome) {
    if case .video = asset.inspection { hasVideo = true }
    switch asset.status {
    case .refused: refused.append(asset.path)
    case .unused: unused.insert(asset.path)
    case .planned:
      planned += 1
      for rendition in asset.renditions {
        renditions.all += 1
        if rendition.fromCache { renditions.cached += 1 }
        let known = files[rendition.path.hashValue] ?? nil
        files[rendition.path.hashValue] = .some(known ?? (rendition.written ? rendition.bytes : nil))
      }
    case .published, .failed, .ignored: break
    }
  }

  /// The renditions that publishing would add, and how many are there already.
  var publication: (new: Int, newBytes: Int, known: Int) {
    let new = files.values.compactMap(\.self)
    return (new.count, new.reduce(0, +), files.count - new.count)
  }
}
