public import Findings

/// The result of `prune`. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PruningReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Old files that no request refers to, by name; after removal, the removed ones.
  public var files: [File]
  /// Whether they were removed, not only listed.
  public var isRemoved: Bool
  /// Failed removals, and why.
  public var diagnostics: [Diagnostic] = []

  public init(files: [File], isRemoved: Bool) {
    self.files = files
    self.isRemoved = isRemoved
  }

  /// A file of the destination.
  public struct File: Hashable, Sendable, Codable {
    public var name: String
    public var bytes: Int
    /// Its age since publication, in seconds.
    public var seconds: Int

    public init(name: String, bytes: Int, seconds: Int) {
      self.name = name
      self.bytes = bytes
      self.seconds = seconds
    }
  }
}
