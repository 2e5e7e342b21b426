extension AnswerShape {
  /// All rows, in the order of docs/clients.md.
  public static let all: [AnswerShape] =
    [[plain], statuses, types, packings, redirects, [browsers, addresses, times]].flatMap { $0.flatMap(\.self) }

  /// A row for each value.
  private static func rows<Value>(_ values: [Value], _ row: (Value) -> AnswerShape) -> [AnswerShape] { values.map(row) }

  private static let plain: [AnswerShape] = [
    AnswerShape(
      "a JPEG", "/photo.jpg", .photo(), ios: .yes(.attachmentTypes), android: .yes(.bitmap), web: .yes(.iconLoader)),
    AnswerShape(
      "a PNG", "/photo.png", .photo(.png, type: "image/png"), ios: .yes(.attachmentTypes), android: .yes(.bitmap),
      web: .yes(.iconLoader)),
    AnswerShape(
      "a GIF", "/photo.gif", .photo(.gif, type: "image/gif"), ios: .yes(.attachmentTypes), android: .yes(.bitmap),
      web: .yes(.iconLoader)),
    AnswerShape(
      "a WebP", "/photo.webp", .photo(.webp, type: "image/webp"), ios: .no(.attachmentTypes), android: .yes(.bitmap),
      web: .yes(.iconLoader)),
    AnswerShape(
      "a BMP", "/photo.bmp", .photo(.bmp, type: "image/bmp"), ios: .no(.attachmentTypes), android: .yes(.bitmap),
      web: .yes(.iconLoader)),
    AnswerShape(
      "a TIFF", "/photo.tiff", .photo(.tiff, type: "image/tiff"), ios: .no(.attachmentTypes),
      android: .no(.androidFormats), web: .no(.iconLoader)),
    AnswerShape(
      "an AVIF", "/photo.avif", .photo(.avif, type: "image/avif"), ios: .no(.attachmentTypes),
      android: .depends(.androidFormats), web: .yes(.iconLoader)),
    AnswerShape(
      "a HEIC", "/photo.heic", .photo(.heic, type: "image/heic"), ios: .no(.attachmentTypes),
      android: .depends(.androidFormats), web: .no(.iconLoader)),
    AnswerShape(
      "a JPEG XL", "/photo.jxl", .photo(.jxl, type: "image/jxl"), ios: .no(.attachmentTypes),
      android: .no(.androidFormats), web: .depends(.chromium)),
    AnswerShape(
      "an icon of Windows", "/photo.ico", .photo(.ico, type: "image/x-icon"), ios: .no(.attachmentTypes),
      android: .yes(.bitmap), web: .yes(.iconLoader)),
    AnswerShape(
      "an SVG as image/svg+xml", "/photo.svg", .photo(.svg, type: "image/svg+xml"), ios: .no(.attachmentTypes),
      android: .no(.bitmap), web: .yes(.iconLoader)),
    AnswerShape(
      "an SVG as image/png", "/photo.svg", .photo(.svg, type: "image/png"), ios: .no(.attachmentTypes),
      android: .no(.bitmap), web: .no(.iconLoader)),
    AnswerShape(
      "an SVG without xmlns as image/svg+xml", "/photo.svg", .photo(.bareSVG, type: "image/svg+xml"),
      ios: .no(.attachmentTypes), android: .no(.bitmap), web: .no(.chromeNamespace)),
    AnswerShape(
      "a JPEG that lacks its end marker", "/photo.jpg", .photo(.endless), ios: .yes(.attachmentTypes),
      android: .yes(.bitmap), web: .yes(.iconLoader)),
    AnswerShape(
      "plain http", "/photo.jpg", .photo(), isPlain: true, ios: .no(.transportSecurity), android: .no(.cleartext),
      web: .no(.mixedContent)),
  ]

  private static let statuses: [[AnswerShape]] = [
    rows([201, 203, 206]) { status in
      AnswerShape(
        "\(status) and a picture", "/photo.jpg",
        .photo(status: status, with: status == 206 ? [["Content-Range", "bytes 0-9/10"]] : []),
        ios: .yes(.helperStatus), android: .yes(.androidStatus), web: .yes(.rawResource))
    },
    rows([300, 302]) { status in
      AnswerShape(
        "\(status) without Location, and a picture", "/photo.jpg", .photo(status: status), ios: .yes(.helperStatus),
        android: .yes(.androidStatus), web: .yes(.rawResource))
    },
    rows([401, 403, 404, 410, 500, 503]) { status in
      AnswerShape(
        "\(status) and a picture", "/photo.jpg", .photo(status: status), ios: .yes(.helperStatus),
        android: .no(.androidStatus), web: .yes(.rawResource))
    },
    rows([403, 404, 500]) { status in
      AnswerShape(
        "\(status) and a page", "/photo.jpg", .photo(.page, status: status, type: "text/html"), ios: .no(.helperName),
        android: .no(.androidStatus), web: .no(.iconLoader))
    },
    [
      AnswerShape(
        "200 and a page", "/photo.jpg", .photo(.page, type: "text/html"), ios: .no(.helperName), android: .no(.bitmap),
        web: .no(.iconLoader)),
      AnswerShape(
        "204", "/photo.jpg", .photo(.none, status: 204), ios: .no(.attachmentTypes), android: .no(.bitmap),
        web: .no(.iconLoader)),
      AnswerShape(
        "407 and a picture", "/photo.jpg", .photo(status: 407), ios: .depends(.closed), android: .no(.androidStatus),
        web: .no(.chromium)),
      AnswerShape(
        "206 from the middle on", "/photo.jpg", .photo(status: 206, with: [["Content-Range", "bytes 5-9/10"]]),
        ios: .yes(.helperStatus), android: .yes(.androidStatus), web: .no(.orb)),
      AnswerShape(
        "206 with a range that says nothing", "/photo.jpg",
        .photo(status: 206, with: [["Content-Range", "bytes 5-100/*"]]), ios: .yes(.helperStatus),
        android: .yes(.androidStatus), web: .yes(.chromeRange)),
      AnswerShape(
        "205 and a picture", "/photo.jpg", .photo(status: 205), ios: .yes(.helperStatus), android: .yes(.androidStatus),
        web: .no(.chromeNoBody)),
      AnswerShape(
        "103 before 200", "/photo.jpg", .photo(interim: [103]), ios: .yes(.helperStatus), android: .no(.androidInterim),
        web: .yes(.chromeInterim)),
      AnswerShape(
        "100 before 200", "/photo.jpg", .photo(interim: [100]), ios: .yes(.helperStatus),
        android: .yes(.androidInterim), web: .yes(.chromeInterim)),
    ],
  ]

  private static let types: [[AnswerShape]] = [
    rows(["text/html", "application/json", "application/xml"]) { (type: String) in
      AnswerShape(
        "a JPEG as \(type)", "/photo.jpg", .photo(type: type), ios: .no(.suggestedFilename), android: .yes(.bitmap),
        web: .yes(.orb))
    },
    rows(["text/html", "application/json", "application/xml"]) { (type: String) in
      AnswerShape(
        "a JPEG as \(type) with nosniff", "/photo.jpg",
        .photo(type: type, with: [["X-Content-Type-Options", "nosniff"]]),
        ios: .no(.suggestedFilename), android: .yes(.bitmap), web: .no(.orb))
    },
    rows(["application/pdf", "application/zip", "text/csv", "application/x-gzip", "application/msword"]) {
      (type: String) in
      AnswerShape(
        "a JPEG as \(type)", "/photo.jpg", .photo(type: type), ios: .no(.suggestedFilename), android: .yes(.bitmap),
        web: .no(.orb))
    },
    [
      AnswerShape(
        "a JPEG as text/html only for Apple's systems", "/photo.jpg", .photo(type: "text/html", on: "CFNetwork"),
        .photo(), ios: .no(.suggestedFilename), android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as text/plain", "/photo.jpg", .photo(type: "text/plain"), ios: .yes(.suggestedFilename),
        android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as text/plain with nosniff", "/photo.jpg",
        .photo(type: "text/plain", with: [["X-Content-Type-Options", "nosniff"]]), ios: .yes(.suggestedFilename),
        android: .yes(.bitmap), web: .no(.orb)),
      AnswerShape(
        "a JPEG as text/plain with \"nosniff, nosniff\"", "/photo.jpg",
        .photo(type: "text/plain", with: [["X-Content-Type-Options", "nosniff, nosniff"]]),
        ios: .yes(.suggestedFilename), android: .yes(.bitmap), web: .no(.orb)),
      AnswerShape(
        "a JPEG as text/plain with \", nosniff\"", "/photo.jpg",
        .photo(type: "text/plain", with: [["X-Content-Type-Options", ", nosniff"]]), ios: .yes(.suggestedFilename),
        android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as image/jpeg with nosniff", "/photo.jpg", .photo(with: [["X-Content-Type-Options", "nosniff"]]),
        ios: .yes(.suggestedFilename), android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as image/svg+xml", "/photo.jpg", .photo(type: "image/svg+xml"), ios: .no(.suggestedFilename),
        android: .yes(.bitmap), web: .no(.iconLoader)),
      AnswerShape(
        "a JPEG as application/octet-stream", "/photo.jpg", .photo(type: "application/octet-stream"),
        ios: .yes(.suggestedFilename), android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as application/octet-stream, without an extension", "/photo",
        .photo(type: "application/octet-stream"), ios: .no(.helperName), android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG without Content-Type", "/photo.jpg", .photo(type: nil), ios: .yes(.suggestedFilename),
        android: .yes(.bitmap), web: .yes(.orb)),
      AnswerShape(
        "a JPEG as \"image/jpeg, application/pdf\"", "/photo.jpg", .photo(type: "image/jpeg, application/pdf"),
        ios: .depends(.closed), android: .yes(.bitmap), web: .no(.chromeType)),
      AnswerShape(
        "a JPEG as \"application/pdf (scan)\"", "/photo.jpg", .photo(type: "application/pdf (scan)"),
        ios: .depends(.closed), android: .yes(.bitmap), web: .no(.chromeType)),
      AnswerShape(
        "an SVG as \"image/svg+xml charset=utf-8\"", "/photo.svg", .photo(.svg, type: "image/svg+xml charset=utf-8"),
        ios: .no(.attachmentTypes), android: .no(.bitmap), web: .yes(.chromeType)),
      AnswerShape(
        "Content-Disposition with a comma", "/photo.jpg",
        .photo(with: [["Content-Disposition", "inline; filename=a,b.jpg"]]), ios: .yes(.suggestedFilename),
        android: .yes(.bitmap), web: .no(.chromeFields)),
      AnswerShape(
        "two different names in Content-Disposition", "/photo.jpg",
        .photo(with: [
          ["Content-Disposition", "inline; filename=a.jpg"], ["Content-Disposition", "inline; filename=b.jpg"],
        ]),
        ios: .yes(.suggestedFilename), android: .yes(.bitmap), web: .no(.chromeFields)),
      AnswerShape(
        "a folder's address, as image/jpeg", "/photo/", .photo(), ios: .yes(.helperName), android: .yes(.bitmap),
        web: .yes(.iconLoader)),
      AnswerShape(
        "a JPEG as image/png", "/photo.jpg", .photo(type: "image/png"), ios: .yes(.sniffedAttachment),
        android: .yes(.bitmap), web: .yes(.iconLoader)),
      AnswerShape(
        "a PNG as image/jpeg", "/photo.png", .photo(.png), ios: .yes(.sniffedAttachment), android: .yes(.bitmap),
        web: .yes(.iconLoader)),
      AnswerShape(
        "a JPEG as image/gif", "/photo.jpg", .photo(type: "image/gif"), ios: .depends(.closed), android: .yes(.bitmap),
        web: .yes(.iconLoader)),
      AnswerShape(
        "a JPEG as image/webp", "/photo.jpg", .photo(type: "image/webp"), ios: .no(.suggestedFilename),
        android: .yes(.bitmap), web: .yes(.iconLoader)),
      AnswerShape(
        "Content-Disposition with another name", "/photo.jpg",
        .photo(type: "application/octet-stream", with: [["Content-Disposition", "attachment; filename=download"]]),
        ios: .no(.suggestedFilename), android: .yes(.bitmap), web: .yes(.orb)),
    ],
  ]

  private static let packings: [[AnswerShape]] = [
    rows([(Packing.gzip, true), (.deflate, false), (.br, false)]) { packing, isForAndroid in
      AnswerShape(
        "\(packing.rawValue) unasked", "/photo.jpg",
        .photo(with: [["Content-Encoding", packing.rawValue]], packing: packing), ios: .yes(.closed),
        android: isForAndroid ? .yes(.androidCoding) : .no(.androidCoding), web: .yes(.chromeCoding))
    },
    rows(["aws-chunked", "UTF-8", "binary", "none", "compress"]) { name in
      AnswerShape(
        "Content-Encoding: \(name)", "/photo.jpg", .photo(with: [["Content-Encoding", name]]), ios: .depends(.closed),
        android: .yes(.androidCoding), web: .yes(.chromeCoding))
    },
    rows(["charset=utf-8", "no encoding", "\"UTF-8\"", "*"]) { (name: String) in
      AnswerShape(
        "Content-Encoding: \(name)", "/photo.jpg", .photo(with: [["Content-Encoding", name]]), ios: .depends(.closed),
        android: .yes(.androidCoding), web: .no(.chromeCodingNames))
    },
    [
      AnswerShape(
        "gzip with bytes behind it", "/photo.jpg", .photo(with: [["Content-Encoding", "gzip"]], packing: .gzipAndMore),
        ios: .depends(.closed), android: .no(.androidGzip), web: .yes(.chromeGzip)),
      AnswerShape(
        "gzip without its checksum and length", "/photo.jpg",
        .photo(with: [["Content-Encoding", "gzip"]], packing: .gzipWithoutEnd), ios: .depends(.closed),
        android: .no(.androidGzip), web: .yes(.chromeGzip)),
      AnswerShape(
        "Content-Encoding: gzip twice, packed once", "/photo.jpg",
        .photo(with: [["Content-Encoding", "gzip"], ["Content-Encoding", "gzip"]], packing: .gzip),
        ios: .depends(.closed), android: .yes(.androidCoding), web: .no(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: gzip and an empty element", "/photo.jpg",
        .photo(with: [["Content-Encoding", "gzip,"]], packing: .gzip), ios: .depends(.closed),
        android: .no(.androidCoding), web: .no(.chromeCoding)),
      AnswerShape(
        "zstd unasked", "/photo.jpg", .photo(with: [["Content-Encoding", "zstd"]], packing: .zstd), ios: .no(.closed),
        android: .no(.androidCoding), web: .yes(.chromeCoding)),
      AnswerShape(
        "x-gzip", "/photo.jpg", .photo(with: [["Content-Encoding", "x-gzip"]], packing: .gzip), ios: .depends(.closed),
        android: .no(.androidCoding), web: .yes(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: identity", "/photo.jpg", .photo(with: [["Content-Encoding", "identity"]]),
        ios: .yes(.closed), android: .yes(.androidCoding), web: .yes(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: br, and it is not", "/photo.jpg", .photo(with: [["Content-Encoding", "br"]]),
        ios: .depends(.closed), android: .yes(.androidCoding), web: .no(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: aws-chunked, gzip, and it is gzip", "/photo.jpg",
        .photo(with: [["Content-Encoding", "aws-chunked, gzip"]], packing: .gzip), ios: .depends(.closed),
        android: .no(.androidCoding), web: .no(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: aws-chunked, gzip, and it is neither", "/photo.jpg",
        .photo(with: [["Content-Encoding", "aws-chunked, gzip"]]), ios: .depends(.closed),
        android: .yes(.androidCoding), web: .yes(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: identity, gzip, and it is gzip", "/photo.jpg",
        .photo(with: [["Content-Encoding", "identity, gzip"]], packing: .gzip), ios: .yes(.closed),
        android: .no(.androidCoding), web: .no(.chromeCoding)),
      AnswerShape(
        "Content-Encoding: gzip, and it is not", "/photo.jpg", .photo(with: [["Content-Encoding", "gzip"]]),
        ios: .depends(.closed), android: .no(.androidCoding), web: .no(.chromeCoding)),
    ],
  ]

  private static let redirects: [[AnswerShape]] = [
    rows([301, 302, 303, 307, 308]) { status in
      AnswerShape(
        "\(status) to the picture", "/a.jpg", .redirect(status, to: "/photo.jpg"), .photo(at: "/photo.jpg"),
        ios: .yes(.helperStatus), android: .yes(.androidRedirect), web: .yes(.chromeRedirect))
    },
    [
      AnswerShape(
        "300 with Location and without a body", "/a.jpg", .redirect(300, to: "/photo.jpg"), .photo(at: "/photo.jpg"),
        ios: .depends(.closed), android: .yes(.androidRedirect), web: .no(.chromeRedirect)),
      chain(of: 6, ios: .yes(.helperStatus), android: .yes(.androidRedirect), web: .yes(.chromeRedirect)),
      chain(of: 16, ios: .yes(.helperStatus), android: .yes(.androidRedirect), web: .yes(.chromeRedirect)),
      chain(of: 17, ios: .no(.helperStatus), android: .yes(.androidRedirect), web: .yes(.chromeRedirect)),
      chain(of: 20, ios: .no(.helperStatus), android: .yes(.androidRedirect), web: .yes(.chromeRedirect)),
      chain(of: 21, ios: .no(.helperStatus), android: .no(.androidRedirect), web: .no(.chromeRedirect)),
      AnswerShape(
        "a redirect to a backslash", "/a.jpg", .redirect(to: "\\photo.jpg"), .photo(at: "/photo.jpg"),
        ios: .no(.appleURL), android: .yes(.androidURL), web: .yes(.chromeURL)),
      AnswerShape(
        "a redirect to its scheme and a path", "/a.jpg", .redirect(to: "https:photo.jpg"), .photo(at: "/photo.jpg"),
        ios: .no(.appleURL), android: .yes(.androidURL), web: .yes(.chromeURL)),
      AnswerShape(
        "a redirect that asks for a cookie back which is over", "/a.jpg", .photo(at: "/a.jpg", on: "Cookie: seen=1"),
        .redirect(at: "/a.jpg", to: "/b.jpg", with: [["Set-Cookie", "seen=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]]),
        .photo(at: "/b.jpg", on: "Cookie: seen=1"), .photo(.page, at: "/b.jpg", status: 403, type: "text/html"),
        ios: .no(.helperStatus), android: .no(.androidStatus), web: .no(.iconLoader)),
      AnswerShape(
        "a redirect that asks for its cookie back", "/a.jpg", .photo(at: "/a.jpg", on: "Cookie: seen=1"),
        .redirect(at: "/a.jpg", to: "/a.jpg", with: [["Set-Cookie", "seen=1; Path=/"]]), ios: .yes(.helperStatus),
        android: .no(.androidRedirect), web: .no(.chromeRedirect)),
    ],
  ]

  /// So many redirects, and then the picture.
  private static func chain(of count: Int, ios: ClientResult, android: ClientResult, web: ClientResult) -> AnswerShape {
    AnswerShape(
      "\(count) redirects", "/0.jpg",
      (0..<count).map { .redirect(at: "/\($0).jpg", to: "/\($0 + 1).jpg") } + [.photo(at: "/\(count).jpg")],
      ios: ios, android: android, web: web)
  }

  private static func policy(_ value: String, _ site: Site?, web: ClientResult) -> AnswerShape {
    let place =
      switch site {
      case nil: ""
      case .own: ", shown by the same origin"
      case .neighbour: ", shown by the same site"
      case .foreign: ", shown by another site"
      }
    return AnswerShape(
      "Cross-Origin-Resource-Policy: \(value)\(place)", "/photo.jpg",
      .photo(with: [["Cross-Origin-Resource-Policy", value]]), site: site, ios: .yes(.helperStatus),
      android: .yes(.download), web: web)
  }

  private static let browsers: [AnswerShape] = [
    policy("same-origin", nil, web: .depends(.resourcePolicy)),
    policy("same-site", nil, web: .depends(.resourcePolicy)), policy("cross-origin", nil, web: .yes(.resourcePolicy)),
    policy("Same-Origin", nil, web: .yes(.resourcePolicy)), policy("same-origin", .own, web: .yes(.resourcePolicy)),
    policy("same-origin", .neighbour, web: .no(.resourcePolicy)),
    policy("same-site", .neighbour, web: .yes(.resourcePolicy)),
    policy("same-origin", .foreign, web: .no(.resourcePolicy)),
    policy("same-site", .foreign, web: .no(.resourcePolicy)),
    AnswerShape(
      "a JPEG as application/pdf, shown by the same origin", "/photo.jpg", .photo(type: "application/pdf"), site: .own,
      ios: .no(.suggestedFilename), android: .yes(.bitmap), web: .yes(.orb)),
    AnswerShape(
      "refused to a foreign Referer", "/photo.jpg", .photo(.none, status: 403, type: nil, on: "Referer: "), .photo(),
      ios: .yes(.helperStatus), android: .yes(.download), web: .no(.fetchMetadata)),
    AnswerShape(
      "refused to Sec-Fetch-Site: cross-site", "/photo.jpg",
      .photo(.none, status: 403, type: nil, on: "Sec-Fetch-Site: cross-site"), .photo(), ios: .yes(.helperStatus),
      android: .yes(.download), web: .no(.fetchMetadata)),
  ]

  private static let addresses: [AnswerShape] = [
    AnswerShape(
      "a fragment", "/photo.jpg#top", .photo(at: "/photo.jpg"), ios: .yes(.suggestedFilename),
      android: .yes(.androidURL), web: .yes(.chromeURL)),
    AnswerShape(
      "a space in the path", "/a photo.jpg", .photo(at: "/a%20photo.jpg"), ios: .depends(.appleURL),
      android: .yes(.androidURL), web: .yes(.chromeURL)),
    AnswerShape(
      "other letters in the path", "/größe.jpg", .photo(at: "/gr%C3%B6%C3%9Fe.jpg"), ios: .depends(.appleURL),
      android: .yes(.androidURL), web: .yes(.chromeURL)),
    AnswerShape(
      "an apostrophe in the query, which the server wants escaped", "/photo.jpg?of='a'",
      .photo(at: "/photo.jpg?of=%27a%27"), ios: .no(.appleURL), android: .yes(.androidURL), web: .yes(.chromeURL)),
    AnswerShape(
      "a space next to an escape", "/a b%2Fc.jpg", .photo(at: "/a%20b%2Fc.jpg"), ios: .no(.appleURL),
      android: .yes(.androidURL), web: .yes(.chromeURL)),
  ]

  private static let times: [AnswerShape] = [
    AnswerShape(
      "an answer after 5.5 seconds", "/photo.jpg", .photo(after: 5.5), ios: .yes(.extensionTime),
      android: .no(.androidTime), web: .yes(.chromeTime))
  ]
}
