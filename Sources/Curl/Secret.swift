/// A text that nobody may see: no description, dump or interpolation of it, or of a value that holds it, has it.
public struct Secret: Hashable, Sendable {
  /// The text itself, for the one place that sends it.
  public let text: String

  public init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
