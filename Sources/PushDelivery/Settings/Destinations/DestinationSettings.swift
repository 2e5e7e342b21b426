/// One destination of pipeline.yml.
public struct DestinationSettings: Hashable, Sendable {
  /// Its name, by which `--to` chooses it; by default its kind.
  public var name: String
  public var place: any DestinationPlace
  /// The URL that serves the place's files, ending in `/`; nil until a flag or a variable gives it.
  public var baseURL: String?
  /// How to check a URL once its file is published.
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

  private var parts: [AnyHashable] { [name, AnyHashable(place), baseURL, verification] }

  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// A destination with all settings known.
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

/// How to check a URL before a request may refer to it.
public enum URLVerification: String, Hashable, Sendable, Codable, CaseIterable {
  /// Loads and compares the bytes.
  case get
  /// Checks length, type and entity tag, but no bytes.
  case head
  /// Checks nothing: the place's own claims are trusted.
  case off
}
