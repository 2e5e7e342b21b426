/// One field of a type of the API's definition.
public struct MessageField: Hashable, Sendable {
  /// Its name in the REST reference and in what richpush writes: `fcm_options`.
  public let name: String
  public let kind: Kind
  /// Whether the API still takes it but wants something else.
  public let isDeprecated: Bool

  public init(_ name: String, _ kind: Kind, isDeprecated: Bool = false) {
    self.name = name
    self.kind = kind
    self.isDeprecated = isDeprecated
  }

  /// The other name that the API takes, which its machine-readable definition prints: `fcmOptions`.
  ///
  /// Made by the rule of protocol buffers: an underscore goes and the letter after it becomes a capital.
  public var camelCaseName: String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// What a field holds.
  public indirect enum Kind: Hashable, Sendable {
    case string, boolean, int32, float
    /// A string such as `3.5s`.
    case duration
    /// A string such as `2026-10-23T15:01:30Z`.
    case timestamp
    /// An object whose members are all strings.
    case stringMap
    /// An object in which nothing is checked or converted.
    case structure
    /// One of these strings.
    case enumeration([String])
    /// An object with the fields of the type of this name.
    case message(String)
    case repeated(Kind)
  }
}
