import Findings

/// A folder that a web server serves.
public struct DirectoryPlace: DestinationPlace {
  /// The folder, as pipeline.yml names it.
  public var path: String
  /// The hosts that need a file with serving rules.
  public var headers: [StaticHost]
  /// A program and its arguments that deploy the folder; nil if a server serves it directly.
  public var deploy: [String]?
  /// Its time limit in seconds.
  public var deploySeconds: Int

  public init(path: String, headers: [StaticHost] = [], deploy: [String]? = nil, deploySeconds: Int = 600) {
    (self.path, self.headers, self.deploy, self.deploySeconds) = (path, headers, deploy, deploySeconds)
  }

  public var folder: String? { path }
  public var staticHosts: [StaticHost] { headers }

  public var deployment: DeployCommand? { deploy.flatMap { DeployCommand(words: $0, seconds: deploySeconds) } }

  public func moved(to folder: String) -> DirectoryPlace? {
    var place = self
    place.path = folder
    return place
  }

  public static let grammar = DestinationGrammar(
    kind: "directory", noun: "a folder",
    template: ["to", "name", "path", "headers", "deploy", "base-url", "verify"], section: section
  )

  private static let section = Section(
    DestinationDraft(DirectoryPlace(path: "public"), verification: .off), at: .pipeline("publish.directory", "publish")
  ) {
    Key.to("directory")
    Key.name()
    Key("path", \.place.path, .filePath).required
    Key(
      "headers", \.place.headers,
      .oneOrMore(.choice(["netlify": .netlify, "firebase": .firebase, "nginx": .nginx]), named: \.rawValue)
    ).example(.commentedOut("[netlify]"))
    Key("deploy", \.place.deploy, .command).example(.commentedOut("[rclone, copy, public, cdn:push]"))
    Key("deploy-seconds", \.place.deploySeconds, .integer(1...86_400))
    Key.verify()
    Key.baseURL(example: "\"https://static.example.com/push/\"")
  }.after { mapping, draft, _ in
    // A deployed folder is served, so each URL can be checked.
    if mapping["deploy"] != nil, mapping["verify"] == nil { draft.verification = .get }
  }
}

/// A command that deploys a published folder to its server. It runs without a shell.
public struct DeployCommand: Hashable, Sendable {
  /// The program, then its arguments.
  public let words: [String]
  /// Its time limit.
  public let seconds: Int

  /// nil without a program.
  public init?(words: [String], seconds: Int) {
    guard words.first?.isEmpty == false else { return nil }
    (self.words, self.seconds) = (words, seconds)
  }

  /// The words for messages: without passwords and tokens in URLs.
  public var shownWords: [String] { words.map { $0.contains("://") ? $0.maskingSecrets : $0 } }
}

extension YAMLType<[String]> {
  /// Characters for shells only.
  private static let shellCharacters = Set("|&;<>()$`\\\"'*?[]{}~!#\n")

  /// A program and its arguments, as a list or with spaces between them.
  static var command: YAMLType {
    let line = JSONSchema.form(#"^(?=.*\S)[^|&;<>()$`\\"'*?\[\]{}~!#\n]+$"#)
    let schema = JSONSchema.anyOf([line, JSONSchema.list(["type": "string"], atLeast: 1)])
    return YAMLType(schema) { value, reader in
      let words: [String]
      if case .list(let elements) = value.content {
        words = elements.compactMap { reader.string($0) }
        guard words.count == elements.count else { return nil }
      } else {
        guard let line = reader.string(value) else { return nil }
        if let character = line.first(where: shellCharacters.contains) {
          return reader.fail(.setting("shellCommand", String(character).quoted), value.subject)
        }
        words = line.split(separator: " ").map(String.init)
      }
      guard words.first?.isEmpty == false else {
        return reader.fail(.setting("noProgram"), value.subject)
      }
      return words
    }.written { "[\($0.joined(separator: ", "))]" }
  }
}
