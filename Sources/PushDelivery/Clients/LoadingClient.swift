public import Findings

/// A client that loads what a notification names, as servers see it.
///
/// What each does is read in its own source; docs/clients.md has the lines. Where the source is closed, as Apple's is below FCM's
/// library, a behaviour is written down only where documents or many devices agree, and all else is uncertain.
public enum LoadingClient: String, Hashable, Sendable, CaseIterable {
  /// `HttpURLConnection` of Android's system, an old okhttp, through FCM's `ImageDownload`.
  case android
  /// `NSURLSession` in a notification service extension, through FCM's `FIRMessagingExtensionHelper`.
  case ios
  /// Chrome, for the image of a web notification that a service worker shows.
  case chrome

  public var platform: Platform {
    switch self {
    case .android: .android
    case .ios: .ios
    case .chrome: .web
    }
  }

  /// How long it waits for everything, in seconds, with all redirects.
  public var timeLimit: ClientLimit {
    switch self {
    case .android: .androidDownloadSeconds
    case .ios: .appleExtensionSeconds
    case .chrome: .webDownloadSeconds
    }
  }

  /// How many redirects it follows; one more, and nothing is shown.
  public var mostRedirects: ClientLimit {
    switch self {
    case .android: .androidRedirects
    case .ios: .appleRedirects
    case .chrome: .webRedirects
    }
  }

  /// Whether it speaks nothing newer than HTTP/1.1, as Android's own `HttpURLConnection` does.
  public var isLimitedToHTTP1: Bool { self == .android }

  /// Whether a cookie that one answer of a chain of redirects sets is sent with the next request. Android's connection has no
  /// store of cookies unless the app gives it one; Chrome takes no cookie of another site, as `SameSite` is `Lax` by default.
  public var keepsCookies: Bool { self == .ios }
}

// What it says.
extension LoadingClient {
  /// The names of the codings that it offers to take a body in, as `Accept-Encoding` has them. Chrome's are those for https.
  public var acceptedEncodings: String {
    switch self {
    case .android: "gzip"
    case .ios: "gzip, deflate, br"
    case .chrome: "gzip, deflate, br, zstd"
    }
  }

  /// What it says beside `Accept-Encoding`. Values of this form are sent by the systems of 2024 and later; those of Chrome are what
  /// version 156 says when a service worker shows a notification.
  ///
  /// - Parameters:
  ///   - url: what it asks for.
  ///   - site: the site whose service worker shows the notification; nil: another than the one that hosts the picture.
  public func fields(for url: String, site: WebOrigin? = nil) -> [HeaderField] {
    switch self {
    case .android: [HeaderField("User-Agent", "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A.240205.004)")]
    case .ios:
      [
        HeaderField("Accept", "*/*"), HeaderField("Accept-Language", "en-US,en;q=0.9"),
        HeaderField("User-Agent", "NotificationService/1 CFNetwork/1568.200.51 Darwin/24.1.0"),
      ]
    case .chrome: chromeFields(for: url, site ?? .unknownSite)
    }
  }

  /// `Referer` is the site's origin alone where the picture is of another one
  /// (https://www.w3.org/TR/referrer-policy/#referrer-policy-strict-origin-when-cross-origin), and `Sec-Fetch-Site` tells how far
  /// away the two are (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
  private func chromeFields(for url: String, _ site: WebOrigin) -> [HeaderField] {
    [
      HeaderField(
        "User-Agent",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 "
          + "Safari/537.36"),
      HeaderField("Accept", "image/jxl,image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"),
      HeaderField("Sec-Fetch-Site", site.relation(to: url).rawValue), HeaderField("Sec-Fetch-Mode", "no-cors"),
      HeaderField("Sec-Fetch-Dest", "image"), HeaderField("Sec-Fetch-Storage-Access", "none"),
      HeaderField("Referer", site.text + "/"),
      HeaderField("Accept-Language", "en-US,en;q=0.9"),
    ]
  }
}
