/// A place in a client's source, or in a document where the source is closed, that settles what it does.
public struct ClientSource: Sendable, Hashable {
  /// Its name in docs/clients.md.
  public let key: String
  /// Repository, path, commit and line, or a document's address.
  public let place: String
  /// What it says.
  public let says: String

  private init(_ key: String, _ place: String, _ says: String) {
    (self.key, self.place, self.says) = (key, place, says)
  }
}

// Apple's systems: FCM's library is open, what lies below is not.
extension ClientSource {
  private static let helper = "firebase-ios-sdk, FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m"

  static let helperStatus = ClientSource(
    "I1", "\(helper), 12.19.0 (eed63a35a90d), L173-208, loadAttachmentForURL:",
    "The status is never looked at: whatever was downloaded is moved to a file with an extension and attached. The session is the "
      + "default one, with its own store of cookies.")
  static let helperName = ClientSource(
    "I2", "\(helper), 12.19.0 (eed63a35a90d), fileExtensionForResponse:",
    "The extension is that of `suggestedFilename`, else `image/x` gives `.x`, else there is none. Before 7.0.0 there is no `image/x` "
      + "(021d95703a75: `suggestedFilename` alone).")
  static let suggestedFilename = ClientSource(
    "I3",
    "WebKit, Source/WebCore/loader/mac/LoaderNSURLExtras.mm, suggestedFilenameWithMIMEType, which stands for the closed one",
    "An extension that is not registered for the type gets the type's own behind it: photo.jpg as text/csv becomes photo.jpg.csv."
  )
  static let attachmentTypes = ClientSource(
    "I4", "https://developer.apple.com/documentation/usernotifications/unnotificationattachment",
    "JPEG, PNG, GIF, MPEG, MPEG-2, MPEG-4 and AVI, told by the file's extension where no hint is given, and FCM gives none."
  )
  static let sniffedAttachment = ClientSource(
    "I5", "https://github.com/home-assistant/mobile-apps-fcm-push/pull/51",
    "The extension picks the kind; a picture's bytes are looked at afterwards, so that JPEG and PNG show in each other's name."
  )
  static let appleURL = ClientSource(
    "I6", "https://developer.apple.com/documentation/foundation/nsurl/1572047-urlwithstring",
    "Built with the SDK of iOS 17 or later, what is invalid is escaped, and every % with it; before, there is no URL.")
  static let transportSecurity = ClientSource(
    "I7", "https://developer.apple.com/documentation/security/preventing-insecure-network-connections",
    "Plain http is blocked, and TLS before 1.2.")
  static let closed = ClientSource("I8", "CFNetwork, closed", "No document says it. Only a device settles it.")
  static let extensionTime = ClientSource(
    "I9", "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension",
    "After 30 seconds the notification comes as it is.")
}

// What each offers and demands in the handshake of TLS.
extension ClientSource {
  static let appleOffer = ClientSource(
    "I10", "https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity",
    "Suites with forward secrecy by elliptic curves only, unless the app makes an exception. Suites and signature schemes are those "
      + "that its systems send: no CBC with SHA-2, no Ed25519, no P-521.")
  static let appleCertificates = ClientSource(
    "I11", "https://support.apple.com/103769",
    "RSA keys of 2048 bits and more, SHA-2, subjectAltName, and at most 825 days.")
  static let appleValidity = ClientSource(
    "I12", "https://support.apple.com/102028", "At most 398 days, except for installed authorities.")
  static let appleIssuers = ClientSource(
    "I13", "https://developer.apple.com/documentation/security/sectrustsetnetworkfetchallowed(_:_:)",
    "Issuers that are missing are loaded from where the certificate says that they are.")
  static let androidOffer = ClientSource(
    "A13",
    "Conscrypt, NativeCrypto.java, DEFAULT_X509_CIPHER_SUITES; BoringSSL, ssl/extensions.cc, kVerifySignatureAlgorithms",
    "ECDHE and RSA, no DHE; no Ed25519, no P-521.")
  static let androidChain = ClientSource(
    "A14", "Conscrypt, ChainStrengthAnalyzer.java and TrustManagerImpl.java",
    "RSA keys of 1024 bits and more, no SHA-1. Issuers that are missing are not loaded.")
  static let androidNames = ClientSource(
    "A15", "https://developer.android.com/about/versions/pie/android-9.0-changes-all",
    "Names are those of subjectAltName: no fallback to the common name.")
  static let chromeOffer = ClientSource(
    "C20", "Chromium, net/socket/ssl_client_socket_impl.cc, Init, and what Chromium 156 of Debian sends",
    "`ALL:!aPSK:!ECDSA+SHA1:!3DES`, which has no DHE, and kVerifyPrefs, which has no Ed25519 and no P-521.")
  static let chromeCertificates = ClientSource(
    "C21", "Chromium, net/cert/cert_verify_proc.cc, VerifyInternal",
    "RSA keys of 1024 bits and more, no SHA-1, subjectAltName; at most 398 days of authorities that it knows.")
  static let chromeIssuers = ClientSource(
    "C22", "Chromium, net/cert/cert_verify_proc_builtin.cc, CertIssuerSourceAia; cert_verify_proc_android.cc",
    "Issuers that are missing are loaded.")
}

// Android: FCM's library over the system's HttpURLConnection, which is an okhttp 2.x that the system keeps for itself.
extension ClientSource {
  private static let imageDownload =
    "firebase-android-sdk, firebase-messaging/src/main/java/com/google/firebase/messaging/ImageDownload.java, 09b6e23e1fb7"
  private static let okhttp = "AOSP external/okhttp, okhttp/src/main/java/com/squareup/okhttp/internal/http"

  static let download = ClientSource(
    "A1", "\(imageDownload), L87-113, blockingDownloadBytes",
    "No look at type or status but what `getInputStream` throws; at most 1 MiB.")
  static let bitmap = ClientSource(
    "A2", "\(imageDownload), L75, blockingDownload",
    "`BitmapFactory.decodeByteArray`, whatever the type and the name say.")
  static let androidStatus = ClientSource(
    "A3", "AOSP external/okhttp, okhttp-urlconnection/…/HttpURLConnectionImpl.java, c03aecac9ba8, getInputStream",
    "`FileNotFoundException` for a status of 400 and more; below, the body.")
  static let androidRedirect = ClientSource(
    "A4", "\(okhttp)/HttpEngine.java, followUpRequest; MAX_FOLLOW_UPS, L99",
    "300, 301, 302, 303, 307 and 308 with a `Location` are followed twenty times, within one scheme; else the answer itself counts."
  )
  static let androidCoding = ClientSource(
    "A5", "\(okhttp)/HttpEngine.java, unzip, L638 (31397718148576: initContentStream)",
    "Unpacked only where `Content-Encoding` is `gzip` and nothing else.")
  static let androidGzip = ClientSource(
    "A12", "okio, GzipSource, consumeTrailer", "Checksum and length have to be right, and nothing may follow.")
  static let androidInterim = ClientSource(
    "A6", "\(okhttp)/HttpConnection.java, readResponse, L203",
    "Only 100 is skipped: 103 is a final answer without a body.")
  static let androidTime = ClientSource(
    "A7", "firebase-android-sdk, …/messaging/DisplayNotification.java, IMAGE_DOWNLOAD_TIMEOUT_SECONDS",
    "5 seconds for everything.")
  static let androidURL = ClientSource(
    "A8", "AOSP external/okhttp, okhttp/src/main/java/com/squareup/okhttp/HttpUrl.java, canonicalize",
    "What may not stand in a URL is escaped in UTF-8, and what is escaped stays.")
  static let androidFormats = ClientSource(
    "A10", "https://developer.android.com/media/platform/supported-formats",
    "JPEG, PNG, WebP, GIF and BMP on all versions; HEIC and AVIF on newer ones.")
  static let cleartext = ClientSource(
    "A9", "https://developer.android.com/privacy-and-security/security-config",
    "Plain http is blocked unless the app permits it.")
}

// Chrome.
extension ClientSource {
  static let iconLoader = ClientSource(
    "C1", "Chromium, third_party/blink/renderer/core/loader/threaded_icon_loader.cc, 1a4f344c5089, L156-201",
    "The bytes are decoded whatever their type says, but for `image/svg+xml` (L179), which is drawn.")
  static let rawResource = ClientSource(
    "C2", "Chromium, third_party/blink/renderer/platform/loader/fetch/raw_resource.h, 2feeb37f75b0, L107",
    "ShouldIgnoreHTTPStatusCodeErrors: the status is not looked at.")
  static let orb = ClientSource(
    "C3",
    "Chromium, services/network/orb/orb_impl.cc, 40d512a87377, Init, and orb_mimetypes.cc, 35c3cee65ca6, "
      + "GetNeverSniffedMimeTypes",
    "Blocked of another origin: PDF, ZIP, CSV and office types; HTML, JSON, XML and plain text with nosniff; a range from the middle."
  )
  static let resourcePolicy = ClientSource(
    "C4", "Chromium, services/network/public/cpp/cross_origin_resource_policy.cc, 1a4f344c5089, IsBlockedInternal",
    "`same-origin` and `same-site`, letter by letter, block other origins and other sites; numbers are no site.")
  static let chromeRedirect = ClientSource(
    "C5",
    "Chromium, net/http/http_response_headers.cc, IsRedirectResponseCode; net/url_request/url_request.cc, kMaxRedirects",
    "301, 302, 303, 307 and 308, twenty times. 300 is a page of its own.")
  static let chromeCoding = ClientSource(
    "C6", "Chromium, net/url_request/url_request_http_job.cc, SetUpSourceStream",
    "gzip, x-gzip, deflate, br and zstd, also in lists; with any other name the body passes as it is.")
  static let chromeCodingNames = ClientSource(
    "C14",
    "Chromium, net/http/http_util.cc, ParseContentEncoding; net/http/http_network_transaction.cc, ContentEncodingsValid",
    "A name with a quotation mark, `=`, `;`, `*` or a blank inside ends the load: ERR_CONTENT_DECODING_FAILED.")
  static let chromeGzip = ClientSource(
    "C15", "Chromium, net/filter/gzip_source_stream.cc, FilterData",
    "What stands behind the content is skipped unread, and whatever follows is passed over.")
  static let chromeRange = ClientSource(
    "C16", "Chromium, net/http/http_util.cc, ParseContentRangeHeaderFor206; services/network/orb/orb_impl.cc, Init",
    "A range counts if it is within a given length.")
  static let chromeNoBody = ClientSource(
    "C17", "Chromium, net/http/http_stream_parser.cc, CalculateResponseBodySize", "204, 205 and 304 have no body.")
  static let chromeType = ClientSource(
    "C18",
    "Chromium, net/http/http_response_headers.cc, GetMimeTypeAndCharset; net/http/http_util.cc, ParseContentType",
    "Of a list the last type counts, and a type ends at a blank, a semicolon or a parenthesis.")
  static let chromeFields = ClientSource(
    "C19", "Chromium, net/http/http_stream_parser.cc, ParseResponseHeaders",
    "Several different values of Content-Length, Content-Disposition or Location end the load; a comma outside quotes parts two."
  )
  static let chromeNamespace = ClientSource(
    "C23", "https://www.w3.org/TR/SVG2/struct.html#Namespace, as Chromium 156 of Debian draws it",
    "Elements without the namespace of SVG are other XML, of which nothing is drawn.")
  static let chromeTime = ClientSource(
    "C8",
    "Chromium, third_party/blink/renderer/modules/notifications/notification_resources_loader.cc, 09146fd4de9a, L23",
    "90 seconds.")
  static let chromeURL = ClientSource(
    "C9", "https://url.spec.whatwg.org/#percent-encoded-bytes",
    "What may not stand in a URL is escaped in UTF-8; a fragment is not sent.")
  static let mixedContent = ClientSource(
    "C10", "https://www.w3.org/TR/mixed-content/", "A secure page's service worker loads no plain http.")
  static let fetchMetadata = ClientSource(
    "C11", "https://www.w3.org/TR/fetch-metadata/ and https://www.w3.org/TR/referrer-policy/",
    "`Sec-Fetch-Site: cross-site` and the site's origin as `Referer` are sent.")
  static let chromium = ClientSource(
    "C13", "Chromium 156 of Debian, headless, an image of another origin in a page",
    "Loaded and decoded the statuses, types, packings, policies and chains of redirects of this table as its column says; JPEG XL "
      + "too, which older versions do not decode.")
  static let chromeInterim = ClientSource(
    "C12", "Chromium, net/http/http_stream_parser.cc, ParseResponseHeaders", "Interim answers are passed over.")
}
