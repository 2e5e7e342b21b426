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

  enum Kind: String, CaseIterable, ExpressibleByArgument { case directory, s3, gcs }

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
    let region = kind == .s3 ? "    region: eu-west-1\n" : ""
    let address =
      baseURL.map { "    base-url: \"\($0)\"\n" }
      ?? (kind == .s3 ? "    base-url: \"https://cdn.example.com/push/\"\n" : "")
    return "  # The bucket; `richpush doctor` says whether it can be reached.\n"
      + "  - to: \(kind.rawValue)\n    bucket: push-assets\n\(region)    prefix: push/\n\(address)"
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

  /// An empty line leaves the example; the end of input asks no more.
  func complete(_ answers: inout StarterAnswers) throws {
    if answers.platforms == nil {
      answers.platforms = try ask("platforms of your app, as in android,ios,web [all]") {
        PlatformList(argument: $0)?.platforms
      }
    }
    if answers.kind == nil {
      answers.kind = try ask(
        "where pictures are published: directory, s3 or gcs [directory]", StarterAnswers.Kind.init(rawValue:))
    }
    if answers.baseURL == nil {
      answers.baseURL = try ask("address under which phones load them, as in https://cdn.your.domain/push/ [later]") {
        StarterURL(argument: $0)?.text
      }
    }
    if answers.project == nil {
      answers.project = try ask("Firebase project [later]", ProjectIdentifier.init(rawValue:))
    }
  }

  private func ask<Answer>(_ question: String, _ read: (String) -> Answer?) throws -> Answer? {
    while true {
      try FileDescriptor.standardOutput.writeAll("\(question): ".utf8)
      guard let line = readLine()?.trimmed, !line.isEmpty else { return nil }
      if let answer = read(line) { return answer }
      try console.write("  \(line.quoted) is none; leave the line empty to decide later")
    }
  }
}

/// Platforms as a flag gives them: `android,ios`.
struct PlatformList: ExpressibleByArgument {
  let platforms: Set<Platform>

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.trimmed.lowercased() }
    let platforms = names.compactMap(Platform.init(rawValue:))
    guard !names.isEmpty, platforms.count == names.count else { return nil }
    self.platforms = Set(platforms)
  }
}

/// A base URL as a flag gives it.
struct StarterURL: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard let text = ConfigurationOverrides.read(flags: [.baseURL: argument]).value?.baseURL else { return nil }
    self.text = text
  }
}

/// A project as a flag gives it.
struct StarterProject: ExpressibleByArgument {
  let identifier: ProjectIdentifier

  init?(argument: String) {
    guard let identifier = ProjectIdentifier(rawValue: argument) else { return nil }
    self.identifier = identifier
  }
}
