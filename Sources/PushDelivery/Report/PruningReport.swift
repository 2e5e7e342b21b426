public import Findings

/// What `prune` found or removed. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PruningReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// What no request refers to and is old enough, by name; once removed, what could be.
  public var files: [File]
  /// Whether they were removed, and not only listed.
  public var isRemoved: Bool
  /// What could not be removed, and why.
  public var diagnostics: [Diagnostic] = []

  public init(files: [File], isRemoved: Bool) {
    self.files = files
    self.isRemoved = isRemoved
  }

  /// A file of the destination.
  public struct File: Hashable, Sendable, Codable {
    public var name: String
    public var bytes: Int
    /// How long ago it was published, in seconds.
    public var seconds: Int

    public init(name: String, bytes: Int, seconds: Int) {
      self.name = name
      self.bytes = bytes
      self.seconds = seconds
    }
  }
}
