import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// What shells offer for a value that is no text or number of one's own.
extension CompletionKind {
  /// pipeline.yml under whatever name.
  static let pipeline = CompletionKind.file(extensions: ["yml", "yaml"])

  /// A file of JSON: a plan, an index, a report.
  static let json = CompletionKind.file(extensions: ["json"])

  /// A page.
  static let page = CompletionKind.file(extensions: ["html"])

  /// The identifiers of rules and incidents.
  static let rules = CompletionKind.list(RuleCatalog.standard.identifiers.map(\.rawValue))

  /// The same with commas between them, and their groups.
  static let ruleLists = words(RuleCatalog.standard.groups + RuleCatalog.standard.identifiers.map(\.rawValue))

  /// Platforms with commas between them.
  static let platforms = words(Platform.allCases.map(\.rawValue))

  /// The formats of all commands but those that have more.
  static let formats = CompletionKind.list(PipelineSetup.OutputFormat.allCases.map(\.rawValue))

  /// What is done with a shared cache.
  static let cacheModes = CompletionKind.list(RemoteCacheSettings.Mode.allCases.map(\.rawValue))

  /// How many are worked on at once; any number will do.
  static let jobs = CompletionKind.list(["auto"])

  /// Which shard; 3/16 and the like are up to the plan.
  static let shards = CompletionKind.list(["auto"])

  /// A format, and the sign behind which a file is named; then that.
  static let reports = CompletionKind.custom { _, _, typed in
    let typed = value(typed)
    guard let sign = typed.firstIndex(of: "=") else { return CheckFormat.allCases.map { $0.rawValue + "=" } }
    return files(typed[typed.index(after: sign)...]).map { typed[...sign] + $0 }
  }

  /// The files and folders of the folder that a path begins with.
  private static func files(_ typed: Substring) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      folder + name + (FileSystem.kind(of: folder + name) == .folder ? "/" : "")
    }
  }

  /// What is typed of a value; some shells hand the flag along with it.
  private static func value(_ typed: String) -> String {
    guard typed.hasPrefix("--"), let sign = typed.firstIndex(of: "=") else { return typed }
    return String(typed[typed.index(after: sign)...])
  }

  /// The names of the destinations in pipeline.yml, as far as there is one here, or one is named, that can be read.
  static let destinations = CompletionKind.custom { words, _, _ in
    ConfigurationFile.readable(configuration(in: words)).configuration.destinations.map(\.name)
  }

  /// The file that a command line names by `--config`.
  private static func configuration(in words: [String]) -> String? {
    let flag = "--config"
    if let joined = words.last(where: { $0.hasPrefix(flag + "=") }) { return String(joined.dropFirst(flag.count + 1)) }
    return words.lastIndex(of: flag).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  /// Words with commas between them: what stands before the last comma stays, and none is offered twice.
  private static func words(_ all: [String]) -> CompletionKind {
    .custom { _, _, typed in
      let typed = value(typed)
      let chosen = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
      let taken = Set(chosen.split(separator: ",").map(String.init))
      return all.filter { !taken.contains($0) }.map { chosen + $0 }
    }
  }
}
