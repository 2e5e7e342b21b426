import Findings

/// A folder that some web server serves.
public struct DirectoryPlace: DestinationPlace {
  /// The folder, as pipeline.yml names it.
  public var path: String
  /// The hosts for which a file says how to serve it.
  public var headers: [StaticHost]

  public init(path: String, headers: [StaticHost] = []) {
    self.path = path
    self.headers = headers
  }

  public var folder: String? { path }
  public var staticHosts: [StaticHost] { headers }

  public func moved(to folder: String) -> DirectoryPlace? { DirectoryPlace(path: folder, headers: headers) }

  public static let grammar = DestinationGrammar(
    kind: "directory", noun: "a folder", summary: "a folder that a web server serves",
    template: ["to", "name", "path", "headers", "base-url", "verify"], section: section
  ) { $0 }

  private static let section = Section(DestinationDraft(DirectoryPlace(path: "public"), verification: .off)) {
    Key.to(
      "directory",
      comment: "The kind of destination: directory (a folder that a web server serves), s3 or gcs (buckets; see below)."
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
    Key.verify()
    Key.baseURL(example: "\"https://static.example.com/push/\"")
  }
}

extension YAMLType<StaticHost> {
  fileprivate static var staticHost: YAMLType {
    .choice(["netlify": .netlify, "firebase": .firebase, "nginx": .nginx])
  }
}
