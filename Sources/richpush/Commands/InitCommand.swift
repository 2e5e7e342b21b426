import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Files to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write an annotated pipeline.yml and a campaign.yml to start from.",
    discussion: """
      On a terminal it asks for what only you know; flags answer in advance, and --yes asks nothing. Editors complete and check both \
      files by the schemas that are written beside them. Files that exist are left as they are, and nothing is asked about them. At the \
      end it lists the lines that are still to be filled in.
      """)

  @Argument(help: .newFolder, completion: .directory) var folder = "."

  @Flag(name: .shortAndLong, help: "Ask nothing: what no flag says stays as the examples have it.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "The platforms that messages are for: android, ios, web, with commas between them; may be given several times.",
      valueName: "names"),
    completion: .platforms, transform: FlagValue.platforms)
  var platforms: [Set<Platform>] = []

  @Option(name: .customLong("to"), help: "The kind of destination: directory, s3, gcs or azure.")
  var destination: StarterAnswers.Kind?

  @Option(
    name: .customLong("base-url"), help: "The public https address under which pictures are loaded.",
    transform: FlagValue.baseURL)
  var baseURL: String?

  @Option(help: "The Firebase project.", transform: FlagValue.project)
  var project: ProjectIdentifier?

  @Flag(help: "Each picture is to be a message of its own, made of `defaults`: no campaign.yml is written.")
  var fromPictures = false

  func run() throws {
    var answers = StarterAnswers(
      platforms: platforms.isEmpty ? nil : platforms.reduce([]) { $0.union($1) }, kind: destination, baseURL: baseURL,
      project: project)
    try GivenPath.requireRoomForFolder(folder, "folder")
    let existing = existing
    if !yes, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      try Interview(console: .standard, existing: existing).complete(&answers)
    }
    try StarterFiles(folder: folder, files: files(answers)).write()
    tellUnused(existing)
    let names = [Self.pipelineName] + (fromPictures ? [] : [Self.campaignName])
    try Console.standard.print(StarterGaps(folder: folder, names: names).text)
  }

  /// Those of the two files that are there already.
  private var existing: Set<String> {
    let folder = URL(filePath: folder)
    let names: Set = [Self.pipelineName, Self.campaignName]
    return names.filter {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path(percentEncoded: false))
    }
  }

  /// Says which flags change nothing, since the file that they are about is there already.
  private func tellUnused(_ existing: Set<String>) {
    let given = [
      ("--platforms", Self.campaignName, !platforms.isEmpty), ("--to", Self.pipelineName, destination != nil),
      ("--base-url", Self.pipelineName, baseURL != nil), ("--project", Self.pipelineName, project != nil),
    ]
    for (flag, file, isGiven) in given where isGiven && existing.contains(file) {
      Console.standard.note("\(flag) changes nothing, since \(file) stays as it is: write it there yourself")
    }
  }

  static let pipelineName = "pipeline.yml"
  static let campaignName = "campaign.yml"

  /// The annotated defaults, with the folder that they are written to as the campaign.
  private func files(_ answers: StarterAnswers) -> [ScaffoldFile] {
    var pipeline = Destinations.file.template.replacing("campaign: samples/campaign", with: "campaign: .")
    if fromPictures { pipeline = pipeline.replacing("# messages: from-pictures", with: "messages: from-pictures") }
    let files = [
      ScaffoldFile(name: Self.pipelineName, text: Self.modeline("pipeline") + answers.applied(toPipeline: pipeline)),
      ScaffoldFile(
        name: Self.campaignName, text: Self.modeline("campaign") + answers.applied(toCampaign: CampaignFile.template)),
      ScaffoldFile(name: Self.schema("pipeline"), text: String(decoding: Destinations.file.schema, as: UTF8.self)),
      ScaffoldFile(name: Self.schema("campaign"), text: String(decoding: CampaignFile.schema, as: UTF8.self)),
    ]
    return files.filter { !fromPictures || $0.name != Self.campaignName }
  }

  /// By which editors find a file's schema (https://github.com/redhat-developer/yaml-language-server#using-inlined-schema).
  private static func modeline(_ name: String) -> String { "# yaml-language-server: $schema=\(schema(name))\n" }

  /// Hidden, so that it is no part of the campaign.
  private static func schema(_ name: String) -> String { ".richpush/\(name).schema.json" }
}

/// Files that a user starts from and then owns, so that one that is there already is never written over.
struct StarterFiles {
  /// Where they go; made if missing.
  let folder: String
  let files: [ScaffoldFile]

  /// Writes those that are not there yet, and says of each what became of it.
  ///
  /// - Returns: those that were written.
  /// - Throws: `ExitCode(3)` after saying why, when one cannot be written.
  @discardableResult func write() throws -> [ScaffoldFile] {
    do {
      let folder = URL(filePath: folder)
      return try files.filter { file in
        let url = folder.appending(path: file.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try write(file.text, to: url)
      }
    } catch let status as ExitCode {
      // It has been said.
      throw status
    } catch {
      throw Console.standard.failure(to: "write there", folder, error)
    }
  }

  /// - Returns: whether it was not there.
  private func write(_ text: String, to url: URL) throws -> Bool {
    let path = url.relativePath
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.print("wrote \(path)")
      return true
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      try Console.standard.print("\(path) is there already and stays as it is")
      return false
    }
  }
}
