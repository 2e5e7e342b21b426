import ArgumentParser
import Essentials
import Findings
import PushDelivery
import SystemPackage

/// What only the user knows of a new campaign; nil where it was not said, and the example stays.
struct StarterAnswers {
  var platforms: Set<Platform>?
  var kind: Kind?
  var baseURL: String?
  var project: ProjectIdentifier?

  enum Kind: String, CaseIterable, ExpressibleByArgument { case directory, s3, gcs, azure }

  /// An annotated pipeline.yml that says so.
  func applied(toPipeline template: String) -> String {
    var text = template
    if let project { text = text.replacing("  # project: my-project", with: "  project: \(project.rawValue)") }
    guard let kind, kind != .directory else {
      return baseURL.map {
        text.replacing("base-url: \"https://static.example.com/push/\"", with: "base-url: \"\($0)\"")
      } ?? text
    }
    return text.replacing("\npublish:\n", with: "\npublish:\n\(bucket(kind))")
  }

  /// The first destination is the one that is published to; the folder stays for trials.
  private func bucket(_ kind: Kind) -> String {
    let address =
      baseURL.map { "    base-url: \"\($0)\"\n" }
      ?? (kind == .s3 ? "    base-url: \"https://cdn.example.com/push/\"\n" : "")
    return "  # Where phones load from; `richpush doctor` says whether it can be reached.\n"
      + "  - to: \(kind.rawValue)\n\(place(kind))    prefix: push/\n\(address)"
  }

  /// The keys by which each service knows what is published to.
  private func place(_ kind: Kind) -> String {
    switch kind {
    case .directory: ""
    case .s3: "    bucket: push-assets\n    region: eu-west-1\n"
    case .gcs: "    bucket: push-assets\n"
    case .azure: "    account: pushassets\n    container: push-assets\n"
    }
  }

  /// An annotated campaign.yml that says so.
  func applied(toCampaign template: String) -> String {
    guard let platforms, platforms.count < Platform.allCases.count else { return template }
    let names = platforms.sorted().map(\.rawValue).joined(separator: ", ")
    return template.replacing(
      "\n    # More keys: platforms,",
      with: "\n    # The platforms that it is for.\n    platforms: [\(names)]\n    # More keys:")
  }
}

/// Asks on a terminal for what was not said.
struct Interview {
  let console: Console
  /// The files that are there already, about which nothing is asked: they stay as they are.
  let existing: Set<String>

  /// An empty line leaves the example, as does the word that stands in brackets.
  ///
  /// - Throws: `ExitCode(2)` after saying that nothing is written, where the input ends before the questions do.
  func complete(_ answers: inout StarterAnswers) throws {
    let asksOfCampaign = !existing.contains(InitCommand.campaignName)
    let asksOfPipeline = !existing.contains(InitCommand.pipelineName)
    if asksOfCampaign || asksOfPipeline {
      for name in existing { try console.write("\(name) is there already, so nothing is asked about it") }
    }
    if asksOfCampaign, answers.platforms == nil {
      answers.platforms = try ask("platforms of your app, as in android,ios,web", "all", FlagValue.platforms)
    }
    if asksOfPipeline { try completePipeline(&answers) }
  }

  private func completePipeline(_ answers: inout StarterAnswers) throws {
    if answers.kind == nil {
      let question = "where pictures are published: directory, s3, gcs or azure"
      answers.kind = try ask(question, "directory", Self.kind)
    }
    if answers.baseURL == nil {
      let question = "address under which phones load them, as in https://cdn.your.domain/push/"
      answers.baseURL = try ask(question, "later", FlagValue.baseURL)
    }
    if answers.project == nil { answers.project = try ask("Firebase project", "later", FlagValue.project) }
  }

  private static func kind(_ text: String) throws -> StarterAnswers.Kind {
    guard let kind = StarterAnswers.Kind(rawValue: text) else { throw FlagRefusal("give directory, s3, gcs or azure") }
    return kind
  }

  /// - Parameter usual: the word for the answer of who says nothing.
  private func ask<Answer>(
    _ question: String, _ usual: String, _ read: (String) throws -> Answer
  ) throws -> Answer? {
    while true {
      try FileDescriptor.standardOutput.writeAll("\(question) [\(usual)]: ".utf8)
      guard let line = readLine()?.trimmed else { throw unfinished() }
      if line.isEmpty || line.lowercased() == usual { return nil }
      do { return try read(line) } catch {
        try console.write("  \(line.quoted) is none: \(error)\n  leave the line empty to decide later")
      }
    }
  }

  private func unfinished() -> ExitCode {
    console.note("\nnothing is written: the input ended before the last question; --yes asks nothing")
    return ExitCode(ExitStatus.usage.rawValue)
  }
}
