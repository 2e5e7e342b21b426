/// A message's identifier: unique in its campaign and fit to name a file on every system.
///
/// 1 to 200 letters, digits and `._-`, not beginning with `.` (hidden) or `-` (looks like an option), and not
/// `index`, which names the list of all requests.
public struct MessageIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  /// The most characters.
  public static let maximumLength = 200

  public init?(rawValue: String) {
    guard (1...Self.maximumLength).contains(rawValue.utf8.count), rawValue.first != ".", rawValue.first != "-",
      rawValue.utf8.allSatisfy({ isUnreserved($0) && $0 != UInt8(ascii: "~") }),
      // Some file systems take INDEX.json and index.json for the same file.
      rawValue.lowercased() != "index"
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}
