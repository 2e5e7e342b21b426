import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// What a run would publish, commit and withdraw, for people.
struct DryRunText {
  let report: RunReport
  /// The noun for most sources.
  let noun: String
  let requestFolder: String
  /// The command that deploys the published folder.
  let deployment: DeployCommand?
  /// The page that shows it, if wanted.
  var contactSheet: String?

  var lines: [String] { files + commands + requests + [written] }

  private var written: String {
    guard let contactSheet, !report.diagnostics.contains(where: { $0.subject.name == contactSheet }) else {
      return "nothing was written"
    }
    return "nothing was written but \(contactSheet.printable)"
  }

  private var files: [String] {
    let planned = report.assets.filter { $0.status == .planned }
    guard !planned.isEmpty else { return [] }
    let renditions = planned.flatMap(\.renditions)
    // Equal pictures are one file.
    let new = Dictionary(renditions.filter(\.written).map { ($0.path, $0.bytes) }) { first, _ in first }
    let known = Set(renditions.map(\.path)).subtracting(new.keys)
    let size = readable(bytes: new.values.reduce(0, +))
    let news = new.isEmpty ? "nothing new" : "\(counted(new.count, "new file")) of \(size)"
    return ["\(counted(planned.count, noun)) planned: \(news) would be published, \(known.count) there already"]
  }

  private var commands: [String] {
    guard let deployment, report.assets.contains(where: { $0.status == .planned }) else { return [] }
    return ["\(deployment.shownWords.joined(separator: " ").printable.quoted) would be run"]
  }

  private var requests: [String] {
    guard let changes = report.changes else { return [] }
    let ready = counted(report.totals.requests, "request")
    return ["\(ready) would be ready in \(requestFolder)"] + named("new or changed", Self.requests(changes.written))
      + named("withdrawn to stale/", Self.requests(changes.withdrawn))
  }

  /// One file of each request: its other forms and the index change with it.
  private static func requests(_ names: [String]) -> [String] {
    let requests = names.filter { $0.hasSuffix(".json") && !$0.contains("/") && $0 != RequestFolder.indexName }
    return requests.isEmpty ? names : requests
  }

  private func named(_ words: String, _ names: [String]) -> [String] {
    names.isEmpty ? [] : ["  \(words): \(shortList(names.map(\.printable)))"]
  }
}

/// The given command, so that you can give it again.
enum CommandText {
  /// The last line where something has to be done before the same command.
  static func next(after deed: String = "fix the errors above") -> String {
    "next: \(deed), then `\(text(CommandLine.arguments.dropFirst()))`"
  }

  /// The last line after a dry run: the command that does what was said.
  static func nextAfterDryRun() -> String {
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--dry-run" }
    return "next: `\(text((words.first == "plan" ? ["run"] : Array(words.prefix(1))) + words.dropFirst()))`"
  }

  private static func text(_ words: some Sequence<String>) -> String {
    (["richpush"] + words).map { ShellWord.plain($0.maskingUserInfo) }.joined(separator: " ")
  }
}
