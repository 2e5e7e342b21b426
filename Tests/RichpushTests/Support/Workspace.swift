import Foundation
import MediaFacts
import TestSupport
import Testing

/// A user's working directory: pipeline.yml, the folder `campaign`, and what runs make of it.
final class Workspace: Sendable {
  static let baseURL = "https://static.example.com/p/"

  /// Where pictures go, and the texts of messages without a campaign.yml.
  static let pipeline = """
    version: 1
    publish: [{to: directory, path: public, base-url: "\(baseURL)"}]
    messages: from-pictures
    defaults: {title: New today, target: {topic: all}}

    """

  /// The last line of a run whose pictures were not loaded yet.
  static let unproven = "unproven: not every URL was loaded. Deploy the files, then run `richpush verify`\n"

  /// How a summary of the campaign begins.
  static let heading = "campaign campaign, a trial (RICHPUSH_TRIAL=true): do not send its requests\n"

  /// The same with one still for all platforms, where a test counts the files of pictures of any shape.
  static let pipelineOfOneStill = pipeline + "profiles: {universal: {}}\n"

  /// Quick encodings, where a test asks nothing about how good they are.
  static let pipelineOfFastStills =
    pipeline + "profiles: {ios: {effort: fast}, android: {effort: fast}, web: {effort: fast}}\n"

  let folder = TemporaryFolder()

  /// - Parameters:
  ///   - pipeline: the text of pipeline.yml; nil for none.
  ///   - messages: the text under `messages` of campaign.yml; nil for no campaign.yml.
  ///   - logos: pictures of the campaign that need no rendering.
  init(pipeline: String? = Workspace.pipeline, messages: String? = nil, logos: String...) throws {
    try folder.createFolder("campaign")
    if let pipeline { try folder.write(pipeline, to: "pipeline.yml") }
    if let messages { try write(messages: messages) }
    for name in logos { try addLogos(name) }
  }

  /// One with the sample campaign and the package's pipeline.yml.
  static func withSamples() throws -> Workspace {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.remove("campaign")
    try workspace.folder.copy(packageRoot + "/samples/campaign", to: "campaign")
    // With so many tests at work at once, a picture may have to wait long for its turn.
    let pipeline = try String(contentsOfFile: packageRoot + "/pipeline.yml", encoding: .utf8)
    try workspace.folder.write(
      pipeline.replacing("\n  time-limit: 60\n", with: "\n  time-limit: 1800\n"), to: "pipeline.yml")
    return workspace
  }

  func write(messages: String) throws {
    try folder.write("version: 1\nmessages:\n" + messages + "\n", to: "campaign/campaign.yml")
  }

  /// Puts pictures into the campaign that need no rendering.
  func addLogos(_ names: String...) throws {
    for name in names { try folder.copy(Picture.logoPath, to: "campaign/" + name) }
  }

  /// The same of other bytes each: two copies of a picture are one to people.
  func addDifferentLogos(_ names: String...) throws {
    let (logo, endLength) = (try Array(Data(contentsOf: URL(filePath: Picture.logoPath))), 12)
    // A part of the picture with nothing in it, and the sum of that.
    let nothing: [UInt8] = [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xAF, 0x06, 0x1E]
    for (count, name) in names.enumerated() {
      let more = repeatElement(nothing, count: count).flatMap(\.self)
      try folder.write(logo.dropLast(endLength) + more + logo.suffix(endLength), to: "campaign/" + name)
    }
  }

  /// Puts so many JPEGs into a folder that must each be rendered: photo-1.jpg, photo-2.jpg and so on.
  func addPhotos(_ count: Int, to place: String = "campaign") throws {
    let photo = try photo()
    for number in 1...count {
      try folder.write(Picture.commented(photo, "\(number)"), to: "\(place)/photo-\(number).jpg")
    }
  }

  /// The bytes of a JPEG that must be rendered.
  func photo() throws -> [UInt8] {
    try folder.copy(Picture.photoPath, to: "photo")
    defer { try? folder.remove("photo") }
    return try folder.bytes(of: "photo")
  }

  /// `richpush …` in this directory.
  func richpush(
    _ arguments: String..., environment: [String: String] = [:], timeLimit: Duration = .seconds(240),
    onErrorLine: (@Sendable (String, Int32) async -> Void)? = nil
  ) async throws -> ProgramOutput {
    try await richpush(arguments, environment: environment, timeLimit: timeLimit, onErrorLine: onErrorLine)
  }

  /// The same with a list of arguments.
  func richpush(
    _ arguments: [String], environment: [String: String] = [:], timeLimit: Duration = .seconds(240),
    onErrorLine: (@Sendable (String, Int32) async -> Void)? = nil
  ) async throws -> ProgramOutput {
    try await RichpushBinary.run(
      arguments, environment: environment, workingDirectory: folder.path, timeLimit: timeLimit,
      onErrorLine: onErrorLine)
  }

  /// Runs a script in this directory in a shell whose `$0` is the program, by a command where one is given, with few variables.
  func shell(
    _ script: String, as command: [String] = [], environment: [String: String] = [:]
  ) async throws -> ProgramOutput {
    let few = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "RICHPUSH_TRIAL": "true"]
    return try await Program("/usr/bin/env").run(
      command + ["/bin/sh", "-c", script, RichpushBinary.path()], environment: few.merging(environment) { $1 },
      workingDirectory: folder.path)
  }

  /// The report of `richpush run campaign --format json …`, which the test expects to end with this exit status; nil for any.
  @discardableResult
  func report(
    _ arguments: String..., ended status: Int32? = 0, location: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let output = try await richpush(["run", "campaign", "--format", "json"] + arguments)
    if let status { output.ended(status, location: location) }
    return try JSON(output.stdout)
  }
}

extension JSON {
  /// The diagnostics of a report as `rule subject`, without the reminder that every run with pictures has.
  var problems: Set<String> {
    Set(
      self["diagnostics"].elements.filter { $0["rule"] != "ios.service-extension" }.map {
        "\($0["rule"].string ?? "") \($0["subject"]["name"].string ?? "")"
      })
  }

  /// The errors of a report, as `rule subject`, each as often as it stands there.
  var errors: [String] {
    self["diagnostics"].elements.filter { $0["severity"] == "error" }
      .map { "\($0["rule"].string ?? "") \($0["subject"]["name"].string ?? "")" }
  }

  /// The identifiers of a report's messages with their statuses.
  var messageStatuses: [String: String] {
    Dictionary(
      self["requests"].elements.map { ($0["id"].string ?? "", $0["status"].string ?? "") }, uniquingKeysWith: { $1 })
  }

  /// The paths of a report's pictures with their statuses.
  var pictureStatuses: [String: String] {
    Dictionary(
      self["assets"].elements.map { ($0["path"].string ?? "", $0["status"].string ?? "") }, uniquingKeysWith: { $1 })
  }
}

extension Workspace {
  /// Runs a campaign of one logo, which must end with exit status 2, these words on standard error, and nothing written.
  func expectWrongConfiguration(saying words: String...) async throws {
    try addLogos("logo.png")
    let output = try await richpush("run", "campaign").ended(2)
    output.expectRefusal()
    for words in words { #expect(output.stderr.contains(words), "\(output.stderr)") }
    #expect(try folder.names() == ["campaign", "pipeline.yml"])
  }
}

extension ProgramOutput {
  /// Standard output has only what was refused and the next command.
  func expectRefusal(_ location: SourceLocation = #_sourceLocation) {
    let lines = stdout.split(separator: "\n")
    #expect(lines.first?.hasPrefix("refused: ") == true, "\(stdout)", sourceLocation: location)
    #expect(lines.last?.hasPrefix("next: ") == true && lines.count <= 4, "\(stdout)", sourceLocation: location)
  }

  /// The same, whose exit status the test expects to be this one.
  @discardableResult
  func ended(_ status: Int32, location: SourceLocation = #_sourceLocation) -> ProgramOutput {
    #expect(self.status == status, "\(stdout)\(stderr)", sourceLocation: location)
    return self
  }
}
