import Findings
import PushDelivery

/// docs/clients.md, as the matrix gives it.
public enum ClientPage {
  public static var text: String {
    """
    # What clients do with the address of a picture

    A notification names a picture by its address, and each client loads it for itself. What FCM's library on Apple's systems, FCM's
    library on Android and Chrome do with the answer is read here in their own sources, and `richpush check` says the same of any
    address: `yes`, `no` (the notification has only text) or `depends`, where it cannot be known from outside. The table is made of
    the rows of [AnswerShapes.swift](../Tests/TestSupport/Clients/AnswerShapes.swift); a test serves each of them and compares,
    and another lets Chromium itself show them. `make clients` writes this page.

    ## How each asks

    | | Android | Apple's systems | Chrome |
    |---|---|---|---|
    \(asking.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n"))

    ## What each does with an answer

    All answers but where it is said have status 200, `Content-Type: image/jpeg` and a JPEG, over https. The letters name the
    [sources](#sources).

    Android and Chrome ignore a line of the header without a colon (okhttp, `Headers.Builder.addLenient`; Chromium, `HeadersIterator`); for
    Apple's systems no document says it. libcurl refuses such an answer, so `check` says `depends`, and `run` that the URL is not proven.

    | answer | Apple's systems | Android | Chrome |
    |---|---|---|---|
    \(AnswerShape.all.map { shape in row(shape.name) { shape[$0] } }.joined(separator: "\n"))

    ## What each does with a connection

    Servers choose their certificates, keys and suites. These do what most servers do not: such an address has to be known before it is
    sent. All of them are refused where `no` stands, whatever the answer would be. A server that asks for a certificate of the client's, a
    name without an address and a machine that refuses connections show nothing anywhere.

    | connection | Apple's systems | Android | Chrome |
    |---|---|---|---|
    \(HandshakeShape.all.map { shape in row(shape.name) { shape[$0] } }.joined(separator: "\n"))

    ## Sources

    \(sources.map { "- **\($0.key)** \($0.place). \($0.says)" }.joined(separator: "\n"))

    """
  }

  private static let order: [LoadingClient] = [.android, .ios, .chrome]

  private static var asking: [[String]] {
    [
      ["by", "`HttpURLConnection` (okhttp 2)", "`NSURLSession`", "the service worker's own loader"],
      ["over"] + order.map { $0.isLimitedToHTTP1 ? "HTTP/1.1" : "HTTP/2 and HTTP/1.1" },
      ["`Accept-Encoding`"] + order.map { "`\($0.acceptedEncodings)`" },
      ["`Referer`, `Sec-Fetch-*`", "none", "none", "the site's origin; how far it is from the asset"],
      ["cookies of a chain of redirects"] + order.map { $0.keepsCookies ? "sent" : "not sent" },
      ["redirects followed"] + order.map { "\($0.mostRedirects.value)" },
      ["seconds for everything"] + order.map { "\($0.timeLimit.value)" },
    ]
  }

  private static func row(_ name: String, _ result: (Platform) -> ClientResult) -> String {
    let cells = [Platform.ios, .android, .web].map { platform in
      "\(result(platform).shows.rawValue) (\(result(platform).sources.map(\.key).joined(separator: ", ")))"
    }
    return "| " + ([name] + cells).joined(separator: " | ") + " |"
  }

  /// Those that a row names, each once, by their keys.
  private static var sources: [ClientSource] {
    let named = Set(
      Platform.allCases.flatMap { platform in
        (AnswerShape.all.map { $0[platform] } + HandshakeShape.all.map { $0[platform] }).flatMap(\.sources)
      })
    return named.sorted { ($0.key.prefix(1), $0.key.count, $0.key) < ($1.key.prefix(1), $1.key.count, $1.key) }
  }
}
