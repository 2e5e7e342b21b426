/// A kind of client that shows notifications.
public enum Platform: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable, Comparable {
  /// Apple's systems, through FCM's service extension.
  case ios
  /// FCM's client library for Android.
  case android
  /// Browsers that show web push.
  case web

  /// Its usual name.
  public var displayName: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    case .web: "web"
    }
  }

  /// By its usual name.
  init?(displayName: some StringProtocol) {
    guard let platform = Self.allCases.first(where: { $0.displayName == displayName }) else { return nil }
    self = platform
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// Whether clients still show the picture, given a finding. Not the same as severity: advice may be an error for a project although the
/// picture shows.
public enum Consequence: Hashable, Sendable {
  /// The clients concerned show only text.
  case textAlone
  /// It is unknown: a client's source is closed, or the input does not say it.
  ///
  /// - Parameter settledBy: what would settle it, as a clause without a full stop.
  case uncertain(settledBy: String)
  /// The picture shows.
  case shown

  /// The same for every client; empty if it is nil.
  package static func forAll(_ consequence: Consequence?) -> [Platform: Consequence] {
    consequence.map { same in Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, same) }) } ?? [:]
  }

  /// The default if the finding does not say: only an error keeps a picture away.
  init(_ severity: Diagnostic.Severity) { self = severity == .error ? .textAlone : .shown }
}
