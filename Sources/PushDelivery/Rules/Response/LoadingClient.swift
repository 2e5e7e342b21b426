public import Findings

/// A client that loads what a notification names, as servers see it.
public enum LoadingClient: String, Hashable, Sendable, CaseIterable {
  /// `HttpURLConnection` of Android's system, through FCM's library. It has the shortest time and goes first, so that the
  /// lookup of the name and the handshake count for it.
  case android
  /// `NSURLSession` in a notification service extension.
  case ios
  /// Chrome, for the image of a web notification.
  case chrome

  public var platform: Platform {
    switch self {
    case .android: .android
    case .ios: .ios
    case .chrome: .web
    }
  }

  /// What it says of itself. Values of this form are sent by the systems of 2024 and later.
  public var fields: [HeaderField] {
    switch self {
    case .android: [HeaderField("User-Agent", "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A.240205.004)")]
    case .ios:
      [
        HeaderField("Accept", "*/*"), HeaderField("Accept-Language", "en-US,en;q=0.9"),
        HeaderField("User-Agent", "NotificationService/1 CFNetwork/1568.200.51 Darwin/24.1.0"),
      ]
    case .chrome:
      [
        HeaderField("Accept", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"),
        HeaderField("Accept-Language", "en-US,en;q=0.9"),
        HeaderField(
          "User-Agent",
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
            + "Safari/537.36"),
      ]
    }
  }

  /// Whether it goes on to where a redirect leads. Android's `HttpURLConnection` stays with the scheme it began with; Apple's
  /// App Transport Security and Chrome's rule on mixed content block plain http, and take the way to https.
  public func follows(from scheme: String, to other: String) -> Bool {
    switch (scheme, other) {
    case ("https", "https"), ("http", "http"): true
    case ("http", "https"): self != .android
    default: false
    }
  }

  /// The most redirects that any of them follows (20 in Android and Chrome).
  public static let mostRedirects = 20
}
