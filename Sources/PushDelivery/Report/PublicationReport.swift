/// What `publish` did. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PublicationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// The destination's name in pipeline.yml.
  public var destination: String
  /// One for each file, in the order of their names.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]

  public init(destination: String, assets: [Asset], diagnostics: [Diagnostic]) {
    self.destination = destination
    self.assets = assets
    self.diagnostics = diagnostics
  }

  /// A file that is at its URL.
  public struct Asset: Hashable, Sendable, Codable {
    public var name: String
    public var url: String
    public var bytes: Int
    public var digest: ContentDigest
    /// False when equal bytes were there already.
    public var written: Bool

    public init(name: String, url: String, bytes: Int, digest: ContentDigest, written: Bool) {
      self.name = name
      self.url = url
      self.bytes = bytes
      self.digest = digest
      self.written = written
    }
  }

  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  public var hasEnvironmentalErrors: Bool {
    diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental }
  }
}
