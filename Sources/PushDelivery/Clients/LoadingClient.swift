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

  private var traits: (platform: Platform, timeLimit: ClientLimit, mostRedirects: ClientLimit, encodings: String) {
    switch self {
    case .android: (.android, .androidDownloadSeconds, .androidRedirects, "gzip")
    case .ios: (.ios, .appleExtensionSeconds, .appleRedirects, "gzip, deflate, br")
    case .chrome: (.web, .webDownloadSeconds, .webRedirects, "gzip, deflate, br, zstd")
    }
  }

  public var platform: Platform { traits.platform }

  /// Its time limit in seconds, with all redirects.
  public var timeLimit: ClientLimit { traits.timeLimit }

  /// How many redirects it follows; with one more, nothing shows.
  public var mostRedirects: ClientLimit { traits.mostRedirects }

  /// Whether it speaks at most HTTP/1.1, as Android's own `HttpURLConnection` does.
  public var isLimitedToHTTP1: Bool { self == .android }

  /// Whether a cookie from one answer of a redirect chain is sent with the next request. Android's connection has no cookie store unless
  /// the app sets one; Chrome takes no cookies of another site, because `SameSite` is `Lax` by default.
  public var keepsCookies: Bool { self == .ios }

  /// The codings that it accepts for a body, as `Accept-Encoding` lists them. Chrome's are those for https.
  public var acceptedEncodings: String { traits.encodings }

  /// Its fields besides `Accept-Encoding`.
  ///
  /// - Parameter site: the site whose service worker shows the notification; nil: another than the picture's host.
  public func fields(for url: String, site: WebOrigin? = nil) -> [HeaderField] {
    let site = site ?? .unknownSite
    return WordTable.clients.rows("\(rawValue)-field", most: 2).map { row in
      let value = row[1].replacing("{relation}", with: site.relation(to: url).rawValue)
      return HeaderField(row[0], value.replacing("{site}", with: site.text))
    }
  }

  /// What it offers in the handshake of TLS, by OpenSSL's names.
  package var handshake: HandshakeOffer {
    func words(_ kind: String) -> [String] { Array(WordTable.clients.rows("\(rawValue)-\(kind)").joined()) }
    return HandshakeOffer(suites: words("suites"), groups: words("groups"), signatures: words("signatures"))
  }
}

/// An offer of one client in the handshake of TLS.
package struct HandshakeOffer: Hashable, Sendable {
  /// The suites of TLS 1.2.
  package var suites: [String]
  /// The groups for exchanging keys.
  package var groups: [String]
  /// The signature schemes for the server's key.
  package var signatures: [String]
}
