/// A file that richpush writes for a user to start from, whose own it is from then on.
public struct ScaffoldFile: Hashable, Sendable {
  /// Its name in the folder that is written to.
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
