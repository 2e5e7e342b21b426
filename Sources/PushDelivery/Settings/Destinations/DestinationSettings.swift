/// One destination of pipeline.yml.
public struct DestinationSettings: Hashable, Sendable {
  /// What its author calls it, by which `--to` chooses it; its kind unless said otherwise.
  public var name: String
  public var place: any DestinationPlace
  /// The URL under which the place's files are served, ending in `/`; nil until a flag or a variable gives it.
  public var baseURL: String?
  /// How far a URL is tried once something is published there.
  public var verification: URLVerification

  public init(
    name: String = "directory", place: any DestinationPlace = DirectoryPlace(path: "public"), baseURL: String? = nil,
    verification: URLVerification = .off
  ) {
    self.name = name
    self.place = place
    self.baseURL = baseURL
    self.verification = verification
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && AnyHashable(left.place) == AnyHashable(right.place) && left.baseURL == right.baseURL
      && left.verification == right.verification
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(AnyHashable(place))
    hasher.combine(baseURL)
    hasher.combine(verification)
  }
}

/// A destination of which everything is known.
public struct ResolvedDestination: Hashable, Sendable {
  private let settings: DestinationSettings
  /// Ends in `/`.
  public let baseURL: String

  public init(_ settings: DestinationSettings, baseURL: String) {
    self.settings = settings
    self.baseURL = baseURL
  }

  public var name: String { settings.name }
  public var place: any DestinationPlace { settings.place }
  public var verification: URLVerification { settings.verification }
}

/// How far a URL is tried before a request may refer to it.
public enum URLVerification: String, Hashable, Sendable, Codable, CaseIterable {
  /// The bytes are loaded and compared.
  case get
  /// Length, type and entity tag are looked at, and no byte.
  case head
  /// Nothing is asked: what the place says of itself is believed.
  case off
}
