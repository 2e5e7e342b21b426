public import Findings

/// A client that loads a notification's files, as servers see it.
///
/// Its behaviour comes from its source; docs/clients.md has the lines. Where the source is closed, as Apple's is below FCM's library, a
/// behaviour is included only if documents or many devices agree; all else is uncertain.
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

  /// Its time limit in seconds, with all redirects.
  public var timeLimit: ClientLimit {
    switch self {
    case .android: .androidDownloadSeconds
    case .ios: .appleExtensionSeconds
    case .chrome: .webDownloadSeconds
    }
  }

  /// How many redirects it follows; with one more, nothing shows.
  public var mostRedirects: ClientLimit {
    switch self {
    case .android: .androidRedirects
    case .ios: .appleRedirects
    case .chrome: .webRedirects
    }
  }

  /// Whether it speaks at most HTTP/1.1, as Android's own `HttpURLConnection` does.
  public var isLimitedToHTTP1: Bool { self == .android }

  /// Whether a cookie from one answer of a redirect chain is sent with the next request. Android's connection has no cookie store unless
  /// the app sets one; Chrome takes no cookies of another site, because `SameSite` is `Lax` by default.
  public var keepsCookies: Bool { self == .ios }
}

// Its fields.
extension LoadingClient {
  /// The codings that it accepts for a body, as `Accept-Encoding` lists them. Chrome's are those for https.
  public var acceptedEncodings: String {
    switch self {
    case .android: "gzip"
    case .ios: "gzip, deflate, br"
    case .chrome: "gzip, deflate, br, zstd"
    }
  }

  /// Its fields besides `Accept-Encoding`. Systems since 2024 send values of this form; Chrome's are those of version 156 when a service
  /// worker shows a notification.
  ///
  /// - Parameters:
  ///   - url: the requested URL.
  ///   - site: the site whose service worker shows the notification; nil: another than the picture's host.
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

  /// `Referer` is only the site's origin if the picture is of another one
  /// (https://www.w3.org/TR/referrer-policy/#referrer-policy-strict-origin-when-cross-origin), and `Sec-Fetch-Site` gives their relation
  /// (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
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
