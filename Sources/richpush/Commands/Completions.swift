import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Completions for values with known choices.
extension CompletionKind {
  /// pipeline.yml under any name.
  static let pipeline = CompletionKind.file(extensions: ["yml", "yaml"])

  /// A JSON file: a plan, an index, a report.
  static let json = CompletionKind.file(extensions: ["json"])

  /// A page.
  static let page = CompletionKind.file(extensions: ["html"])

  /// The identifiers of rules and incidents.
  static let rules = CompletionKind.list(RuleCatalog.standard.identifiers.map(\.rawValue))

  /// The same separated by commas, and their groups.
  static let ruleLists = words(RuleCatalog.standard.groups + RuleCatalog.standard.identifiers.map(\.rawValue))

  /// Platforms separated by commas.
  static let platforms = words(Platform.allCases.map(\.rawValue))

  /// The formats of all commands except those that have more.
  static let formats = CompletionKind.list(PipelineSetup.OutputFormat.allCases.map(\.rawValue))

  /// The modes of a shared cache.
  static let cacheModes = CompletionKind.list(RemoteCacheSettings.Mode.allCases.map(\.rawValue))

  /// The number of parallel jobs; any number is allowed.
  static let jobs = CompletionKind.list(["auto"])

  /// A shard; 3/16 and the like depend on the plan.
  static let shards = CompletionKind.list(["auto"])

  /// A format and an `=`, then a file.
  static let reports = CompletionKind.custom { _, _, typed in
    let typed = value(typed)
    guard let sign = typed.firstIndex(of: "=") else { return CheckFormat.allCases.map { $0.rawValue + "=" } }
    return files(typed[typed.index(after: sign)...]).map { typed[...sign] + $0 }
  }

  /// The files and folders in the folder of a path's beginning.
  private static func files(_ typed: Substring) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      folder + name + (FileSystem.kind(of: folder + name) == .folder ? "/" : "")
    }
  }

  /// The typed part of a value; some shells include the flag.
  private static func value(_ typed: String) -> String {
    guard typed.hasPrefix("--"), let sign = typed.firstIndex(of: "=") else { return typed }
    return String(typed[typed.index(after: sign)...])
  }

  /// The names of destinations in the pipeline.yml here or in the named one, if readable.
  static let destinations = CompletionKind.custom { words, _, _ in
    ConfigurationFile.readable(configuration(in: words)).configuration.destinations.map(\.name)
  }

  /// The file that a command line names by `--config`.
  private static func configuration(in words: [String]) -> String? {
    let flag = "--config"
    if let joined = words.last(where: { $0.hasPrefix(flag + "=") }) { return String(joined.dropFirst(flag.count + 1)) }
    return words.lastIndex(of: flag).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  /// Words separated by commas: the text up to the last comma stays, and no word is offered twice.
  private static func words(_ all: [String]) -> CompletionKind {
    .custom { _, _, typed in
      let typed = value(typed)
      let chosen = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
      let taken = Set(chosen.split(separator: ",").map(String.init))
      return all.filter { !taken.contains($0) }.map { chosen + $0 }
    }
  }
}
