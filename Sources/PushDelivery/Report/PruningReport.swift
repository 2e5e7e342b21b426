public import Findings

/// The files that `prune` found or removed. Its JSON form is a public contract; `version` is raised when a field
/// changes its meaning or is removed.
public struct PruningReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Old enough files that no request refers to, by name; after removal, the removed ones.
  public var files: [File]
  /// Whether they were removed, not only listed.
  public var isRemoved: Bool
  /// The files that could not be removed, and why.
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
