import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// What this program is made of.
struct VersionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version, and those of everything that decides what renditions are.",
    discussion: "`richpush --version` prints the number alone.")

  @Flag(help: "Print it as JSON.")
  var json = false

  func run() async throws {
    let versions = await InstalledVersions.find(richpush: richpushVersion)
    try Console.standard.print(json ? try versions.text() : lines(versions).joined(separator: "\n"))
  }

  private func lines(_ versions: InstalledVersions) -> [String] {
    ["richpush \(versions.richpush)"] + versions.components.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }
  }
}

extension CompletionKind {
  /// pipeline.yml under whatever name.
  static let pipeline = CompletionKind.file(extensions: ["yml", "yaml"])

  /// The identifiers of rules and incidents.
  static let rules = CompletionKind.list(RuleCatalog.standard.identifiers.map(\.rawValue))

  /// The names of the destinations in pipeline.yml, as far as there is one here that can be read.
  static let destinations = CompletionKind.custom { _, _, _ in
    ConfigurationFile.readable(nil).configuration.destinations.map(\.name)
  }
}
