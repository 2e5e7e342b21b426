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
