/// A place that assets are published to.
public struct DestinationSettings: Hashable, Sendable {
  /// What its author calls it. Reserved for choosing among destinations; while there is only one, nothing depends on it.
  public var name: String
  public var place: Place
  /// The URL under which the place's files are served, ending in `/`; nil until a flag or a variable gives it.
  public var baseURL: String?

  public init(name: String = "directory", place: Place = .directory(path: "public"), baseURL: String? = nil) {
    self.name = name
    self.place = place
    self.baseURL = baseURL
  }

  /// Where the bytes go.
  public enum Place: Hashable, Sendable {
    /// A folder that some web server serves, and the hosts for which a file says how.
    case directory(path: String, headers: [StaticHost] = [])
  }
}

/// A destination of which everything is known.
public struct ResolvedDestination: Hashable, Sendable {
  public let name: String
  public let place: DestinationSettings.Place
  /// Ends in `/`.
  public let baseURL: String

  public init(name: String, place: DestinationSettings.Place, baseURL: String) {
    self.name = name
    self.place = place
    self.baseURL = baseURL
  }
}
