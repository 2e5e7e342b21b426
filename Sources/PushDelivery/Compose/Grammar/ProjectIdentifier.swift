/// The identifier of a Firebase project, which the address of a send request names.
///
/// Lower-case letters, digits and hyphens, as Google Cloud makes them, in old projects behind a domain and a colon
/// (https://cloud.google.com/resource-manager/docs/creating-managing-projects): 4 to 100 of `a-z 0-9 - . :`, beginning
/// with a letter or digit. So it needs no quoting in an address, nor in a shell.
public struct ProjectIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard rawValue.wholeMatch(of: /[a-z0-9][a-z0-9.:-]{3,99}/.asciiOnlyCharacterClasses()) != nil else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}
