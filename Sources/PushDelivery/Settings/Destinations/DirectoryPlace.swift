import Findings

/// A folder that some web server serves.
public struct DirectoryPlace: DestinationPlace {
  /// The folder, as pipeline.yml names it.
  public var path: String
  /// The hosts for which a file says how to serve it.
  public var headers: [StaticHost]
  /// A program and its arguments that take the folder to where it is served; nil where a server has it as it is.
  public var deploy: [String]?
  /// How many seconds that may take.
  public var deploySeconds: Int

  public init(path: String, headers: [StaticHost] = [], deploy: [String]? = nil, deploySeconds: Int = 600) {
    self.path = path
    self.headers = headers
    self.deploy = deploy
    self.deploySeconds = deploySeconds
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
    kind: "directory", noun: "a folder", summary: "a folder that a web server serves",
    template: ["to", "name", "path", "headers", "deploy", "base-url", "verify"], section: section
  ) { $0 }

  private static let section = Section(DestinationDraft(DirectoryPlace(path: "public"), verification: .off)) {
    Key.to(
      "directory",
      comment:
        "The kind of destination: directory (a folder that a web server serves), s3, gcs or azure (buckets; see below)."
    )
    Key.name()
    Key("path", \.place.path, .path, "The folder.").required.reference("The folder; made if missing.")
    Key(
      "headers", \.place.headers, .oneOrMore(.staticHost, named: \.rawValue),
      "Static hosts that get a file with headers."
    )
    .comment(
      """
      Hosts for which a file is written that has them send the right types and long caching: netlify, firebase, nginx,
      or a list of them. None when left out.
      """, example: .commentedOut("[netlify]")
    ).reference(
      "Static hosts for which `run` writes [a file](#files-for-static-hosts) that has them send the right types and lets "
        + "what is published be cached for ever.", standard: "none")
    deployKey
    Key(
      "deploy-seconds", \.place.deploySeconds, .integer(1...86_400), "How many seconds `deploy` may take."
    ).reference("How many seconds `deploy` may take; then it is ended, and the run fails.")
    verifyKey
    Key.baseURL(example: "\"https://static.example.com/push/\"")
  }.after { mapping, draft, _ in
    // What is deployed is served, so that each URL can be tried.
    if mapping[deployKey.name] != nil, mapping[verifyKey.name] == nil { draft.verification = .get }
  }

  private static let verifyKey: Key<DestinationDraft<DirectoryPlace>> = Key.verify()

  private static let deployKey = Key<DestinationDraft<DirectoryPlace>>(
    "deploy", \.place.deploy, .command, "A command that takes the folder to where it is served."
  ).comment(
    """
    A command that takes the folder to where it is served, such as rclone, rsync, firebase deploy or netlify deploy. It is run
    without a shell once everything is in the folder; then each URL is tried, unless verify says otherwise.
    """, example: .commentedOut("[rclone, copy, public, cdn:push]")
  ).reference(
    "A command that takes the folder to where it is served, as a list of words or as one line that is split at its spaces: "
      + "`[rclone, copy, public, cdn:push]`, `firebase deploy --only hosting`. No shell runs it. It is run in the folder of "
      + "pipeline.yml, with the environment as it is and nothing to read, once everything is in the folder; what it prints "
      + "goes to standard error. Each URL is tried after it, with `get` unless `verify` says otherwise. Where it fails, the "
      + "request folder stays as it is.", standard: "none")
}

extension YAMLType<StaticHost> {
  fileprivate static var staticHost: YAMLType {
    .choice(["netlify": .netlify, "firebase": .firebase, "nginx": .nginx])
  }
}
