import ArgumentParser
import MediaPipeline

/// The components of this program.
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
    ["richpush \(versions.richpush)"]
      + versions.components.sorted { $0.key < $1.key }.map { "  \($0.key) \(text(of: $0.key, $0.value, versions))" }
      + ["  reads \(versions.loaders.joined(separator: ", "))"]
  }

  /// For a program of others, its version and build; for the renderer, the meaning of its two numbers.
  private func text(of name: String, _ value: String, _ versions: InstalledVersions) -> String {
    if let version = versions.programs[name] { return "\(version) (build \(value))" }
    guard name == "renderer", let stills = versions.encoders["stills"], let movies = versions.encoders["movies"] else {
      return value
    }
    return "\(value) (stills and their JPEG encoder \(stills), movies \(movies))"
  }
}
