import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Files to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration("init")

  @Argument(help: .text("newFolder"), completion: .directory) var folder = "."

  @Flag(name: .shortAndLong, help: "Ask nothing: what no flag says is marked.") var yes = false

  @Option(help: .text("init.pictures"), completion: .directory) var pictures: String?

  @Flag var source: StarterAnswers.Source?

  @Option(help: .text("init.topic"), transform: StarterAnswers.Target.read) var topic: StarterAnswers.Target?

  @Flag(help: "Messages go to devices, each by its token.") var tokens = false

  @Option(help: .text("init.platforms"), completion: .platforms, transform: FlagValue.platforms)
  var platforms: [Set<Platform>] = []

  @Option(name: .customLong("to"), help: .text("init.destination")) var destination: StarterAnswers.Kind?

  @Option(help: .text("init.bucket"), transform: StarterAnswers.Place.bucket) var bucket: StarterAnswers.Place?

  @Option(help: "The region of a bucket of S3, as in eu-west-1.") var region: String?

  @Option(name: .customLong("base-url"), help: .text("init.baseURL"), transform: FlagValue.baseURL) var baseURL: String?

  @Option(help: "The Firebase project.", transform: FlagValue.project) var project: String?

  @Flag(help: "Also list all keys of both files, with their meanings, as comments.") var annotated = false

  func validate() throws {
    if pictures?.hasPrefix("/") == true {
      throw ValidationError("--pictures is seen from the new files: give a path without a slash at its beginning")
    }
  }

  func run() throws {
    try GivenPath.requireRoomForFolder(folder, "folder")
    let asks = !yes && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let former = ConfigurationFile.readable(path(Self.pipelineName))
    let hasPipeline = FileSystem.exists(path(Self.pipelineName))
    if let pictures, !hasPipeline { try GivenPath.requireFolder(path(pictures), "--pictures") }
    let named =
      try hasPipeline
      ? former.configuration.campaign ?? "."
      : pictures?.withoutTrailingSlash ?? (asks ? Interview.folder(in: folder) : nil)
    let found = FoundCampaign(in: folder, named: named)
    var answers = StarterAnswers(
      source: source, target: tokens ? .tokens : topic, place: bucket ?? destination.map { .init(kind: $0) },
      baseURL: baseURL, region: region, project: project, platforms: platforms.isEmpty ? nil : Set(platforms.joined()))
    if asks { try Interview(found: found, hasPipeline: hasPipeline).complete(&answers) }
    tellUnused(hasPipeline, found)
    tellUnread(found)
    let texts = StarterTexts(answers: answers, found: found, isAnnotated: annotated)
    try StarterFiles(folder: folder, files: texts.files).write()
    try Console.standard.show(conclusion(found, texts.source))
  }

  private func path(_ name: String) -> String { URL(filePath: folder).appending(path: name).relativePath.withoutDot }

  /// Says that a table of another name is not read: it may have the messages.
  private func tellUnread(_ found: FoundCampaign) {
    for name in found.otherTables {
      let folder = found.folder == "." ? folder : path(found.folder)
      let paths = [name, Self.tableName].map {
        URL(filePath: folder).appending(path: $0).relativePath.withoutDot.printable
      }
      Console.standard.note(
        "\(paths[0]) is not read. If it has the messages, save it as \(paths[1]): "
          + "commas between the columns, which are id, media, title, body and topic or token")
    }
  }

  /// Says which flags have no effect, since their file exists already.
  private func tellUnused(_ hasPipeline: Bool, _ found: FoundCampaign) {
    let ofPipeline = [
      ("--to", destination != nil), ("--bucket", bucket != nil), ("--base-url", baseURL != nil),
      ("--project", project != nil),
    ]
    let ofCampaign = [("--topic", topic != nil), ("--tokens", tokens), ("--platforms", !platforms.isEmpty)]
    let useless = [
      (Self.pipelineName, hasPipeline ? ofPipeline : []), (found.file, found.source == nil ? [] : ofCampaign),
    ]
    for (file, flags) in useless {
      for (flag, isGiven) in flags where isGiven {
        Console.standard.note("\(flag) changes nothing, since \(file) stays as it is: write it there yourself")
      }
    }
  }

  /// The values still to fill in, and the next command.
  private func conclusion(_ found: FoundCampaign, _ source: StarterAnswers.Source) -> String {
    let pipeline = ConfigurationFile.readable(path(Self.pipelineName))
    let place = found.folder == "." ? folder : path(found.folder)
    let marks = OpenMarks(pipeline: pipeline, campaign: place).lines
    let places = marks.map(\.path).distinct.flatMap { path in Self.listed(marks.filter { $0.path == path }, of: path) }
    let width = places.map { TextWidth.letters(of: $0.0) }.max() ?? 0
    let lines = places.map { "  " + $0.padded(toColumns: width) + "  " + $1 }
    let here = place == "." ? "this folder" : place
    // A table that is there may be without pictures.
    let missing =
      found.pictures.isEmpty && (source != .table || found.source == nil) ? ["put pictures into \(here) first"] : []
    let list = marks.isEmpty ? [] : ["to be filled in with your own, before `richpush run`:"] + lines
    let change = folder == "." ? "" : "cd \(ShellWord.plain(folder)) && "
    let isReady = marks.isEmpty && pipeline.configuration.unusableBaseURL().isEmpty
    return
      (others(found, source) + list + missing + ["next: \(change)richpush plan" + (isReady ? "" : " --trial")])
      .joined(separator: "\n")
  }

  /// The first lines of a file with their places: a table has a line for each picture.
  private static func listed(_ marks: [OpenMarks.Line], of path: String) -> [(String, String)] {
    let (first, rest) = (marks.prefix(mostLines), marks.count - mostLines)
    return first.map { ("\(path.withoutDot):\($0.number)", $0.text) }
      + (rest > 0 ? [(path.withoutDot, counted(rest, "more line"))] : [])
  }

  private static let mostLines = 3

  /// What a new file is only a sample of: its texts, and the message of the first picture in campaign.yml.
  private func others(_ found: FoundCampaign, _ source: StarterAnswers.Source) -> [String] {
    guard found.source == nil, source != .pictures else { return [] }
    let texts = "the texts in \(source == .table ? Self.tableName : Self.campaignName) are samples: write your own"
    guard source == .campaign, found.pictures.count > 1 else { return [texts] }
    let others = found.pictures.count == 2 ? "other picture" : "\(found.pictures.count - 1) other pictures"
    return ["\(Self.campaignName) has a message for \(found.pictures[0].printable): copy it for the \(others)", texts]
  }

  static let pipelineName = ConfigurationFile.defaultPath
  static let campaignName = "campaign.yml"
  static let tableName = "messages.csv"
}
