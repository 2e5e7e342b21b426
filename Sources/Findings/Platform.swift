/// A kind of client that shows notifications.
public enum Platform: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Apple's systems, through FCM's service extension.
  case ios
  /// FCM's client library for Android.
  case android
  /// Browsers that show web push.
  case web

  /// As people call it.
  public var displayName: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    case .web: "web"
    }
  }

  /// The one that people call so.
  init?(displayName: some StringProtocol) {
    guard let platform = Self.allCases.first(where: { $0.displayName == displayName }) else { return nil }
    self = platform
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// What something that was found means for whether clients show the picture. It is apart from severity: advice may be an error for a
/// project although the picture shows.
public enum Consequence: Hashable, Sendable {
  /// The clients concerned show text alone.
  case textAlone
  /// It cannot be known here: a client's source is closed, or it depends on something that was not said.
  ///
  /// - Parameter settledBy: what would settle it, as a clause without a full stop.
  case uncertain(settledBy: String)
  /// The picture shows.
  case shown

  /// The same for every client; for none where it is nil.
  package static func forAll(_ consequence: Consequence?) -> [Platform: Consequence] {
    consequence.map { same in Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, same) }) } ?? [:]
  }

  /// What follows if the finding does not say: only an error keeps a picture away.
  init(_ severity: Diagnostic.Severity) { self = severity == .error ? .textAlone : .shown }
}
