import Findings
import Foundation
import MediaFacts
import PushDelivery
import Testing

/// The rules on unusual answers: each case is one fault and its finding.
@Suite struct ResponseRulesTests {
  private let subject = Diagnostic.Subject(.url, "https://push.example.com/a.jpg")

  private func digest(_ byte: UInt8) throws -> ContentDigest {
    try #require(ContentDigest(bytes: [UInt8](repeating: byte, count: 32)))
  }

  private func body(_ format: MediaFormat = .picture(.jpeg), digest byte: UInt8 = 1) throws -> LoadedBody {
    LoadedBody(digest: try digest(byte), byteCount: 1000, isCapped: false, format: format)
  }

  private func header(_ fields: [String: String]) -> HeaderFields {
    let usual = ["Content-Type": "image/jpeg", "Content-Length": "1000", "ETag": "\"1\""]
    return HeaderFields(
      usual.merging(fields) { $1 }.filter { $0.value != "" }.sorted { $0.key < $1.key }.map { HeaderField($0, $1) })
  }

  private func hop(
    _ path: String = "/a.jpg", status: Int = 200, _ fields: [String: String] = [:], seconds: Double = 0.1
  ) -> Hop {
    var times = Hop.Times()
    times.total = seconds
    return Hop("https://push.example.com" + path, status: status, header: header(fields), times: times)
  }

  /// All clients get the same.
  private func asset(
    _ hops: [Hop], _ end: Exchange.End, platforms: Set<Platform> = Set(Platform.allCases)
  ) -> HostedAsset {
    HostedAsset(
      subject.name, platforms: platforms, exchanges: LoadingClient.allCases.map { Exchange($0, hops: hops, end: end) })
  }

  /// `rule severity platforms`, sorted.
  private func found(_ asset: HostedAsset) -> [String] {
    ResponseRules.all.diagnostics(about: subject, in: asset).map { diagnostic in
      let platforms = (diagnostic.platforms ?? Platform.allCases).map(\.rawValue).joined(separator: "+")
      return "\(diagnostic.rule) \(diagnostic.severity) \(platforms)"
    }.sorted()
  }

  @Test func aGoodAnswerBreaksNothing() throws {
    #expect(found(asset([hop()], .loaded(try body()))) == [])
    #expect(found(asset([hop("/a", ["Content-Type": "video/mp4"])], .loaded(try body(.video(.mp4))))) == [])
  }

  /// A client takes one of them, and it is not known which.
  @Test func twoTypesAreToldBoth() throws {
    var hop = hop()
    hop.header = HeaderFields(hop.header.all + [HeaderField("content-type", "text/html")])
    let found = ResponseRules.all.diagnostics(about: subject, in: asset([hop], .loaded(try body())))
    let words = "Content-Type is sent 2 times (`image/jpeg`, `text/html`) and the bytes are JPEG"
    #expect(found.contains { $0.rule.rawValue == "http.content-type" && $0.message.hasPrefix(words) }, "\(found)")
  }

  @Test(arguments: [
    (LoadError.insecure(detail: "expired"), ["http.tls error ios+android+web"]),
    (.privateAddress("10.0.0.1"), ["http.private-address error ios+android+web"]),
    (.blockedRedirect(to: "http://a/"), ["http.redirect-scheme error ios+android+web"]),
    (.truncated(received: 5, announced: 10), ["http.content-length error ios+android+web"]),
    (.malformed(detail: "HTTP/0.9"), ["http.status error ios+android+web"]),
    (.timedOut(seconds: 30), ["http.time error ios+android+web"]), (.environment(detail: "no such host"), []),
  ])
  func failures(_ failure: LoadError, _ expected: [String]) { #expect(found(asset([], .failed(failure))) == expected) }

  @Test(arguments: TextRow.table("answers", in: "Requests")) func fields(_ row: TextRow) throws {
    let fields = row[1].components(separatedBy: " | ").map { field in
      (field.prefix { $0 != ":" }, field.drop { $0 != ":" }.dropFirst(2))
    }
    let hop = hop(row[0], Dictionary(uniqueKeysWithValues: fields.map { (String($0), String($1)) }))
    #expect(found(asset([hop], .loaded(try body()))).joined(separator: ", ") == row[2])
  }

  @Test func whatAppleNeverShowsIsTheMediaRulesMatter() throws {
    for (format, type) in [(PictureFormat.webp, "image/webp"), (.heic, "image/heic"), (.bmp, "image/bmp")] {
      let asset = asset([hop("/a", ["Content-Type": type])], .loaded(try body(.picture(format))))
      #expect(found(asset) == [])
    }
  }

  @Test func onlyTheClientsThatAreAskedMatter() throws {
    let hops = [hop("/a.jpg", ["Content-Type": "text/html"])]
    let android = asset(hops, .loaded(try body()), platforms: [.android])
    #expect(found(android) == ["http.content-type warning android"])
    #expect(found(asset(hops, .loaded(try body()), platforms: [.ios])) == ["http.attachment-type error ios"])
  }

  @Test(
    arguments: [
      (1, []), (2, ["http.redirects warning ios+android+web"]), (5, ["http.redirects warning ios+android+web"]),
      (6, ["http.redirects error ios+android+web"]),
    ] as [(Int, [String])])
  func redirects(_ count: Int, _ expected: [String]) throws {
    let redirects = (0..<count).map { hop("/\($0)", status: 302, ["Location": "/\($0 + 1)"]) }
    #expect(found(asset(redirects + [hop()], .loaded(try body()))) == expected)
  }

  @Test(
    arguments: [
      (2.0, []), (2.1, ["http.time warning ios+android+web"]), (5, ["http.time warning ios+android+web"]),
      (5.1, ["http.time error android", "http.time warning ios+web"]),
      (31, ["http.time error ios+android", "http.time warning web"]), (91, ["http.time error ios+android+web"]),
    ] as [(Double, [String])])
  func times(_ seconds: Double, _ expected: [String]) throws {
    #expect(found(asset([hop(seconds: seconds)], .loaded(try body()))) == expected)
    let page = LoadedBody(digest: try digest(3), byteCount: 10, isCapped: false, format: nil)
    #expect(found(asset([hop(status: 404, seconds: seconds)], .loaded(page))) == ["http.status error ios+android+web"])
  }

  /// Clients are named together only if the whole message is true for each.
  @Test(arguments: [
    (
      [6, nil, 2.1],
      [
        "error android: loading took 6.0 seconds", "error ios: it was not loaded after 30.0 seconds",
        "warning web: loading took 2.1 seconds",
      ]
    ),
    ([2.1, 3, 2.1], ["warning android+web: loading took 2.1 seconds", "warning ios: loading took 3.0 seconds"]),
  ])
  func timesOfOneClientAreNotAnothers(_ seconds: [Double?], _ expected: [String]) throws {
    let exchanges = try zip([LoadingClient.android, .ios, .chrome], seconds).map { client, seconds in
      guard let seconds else { return Exchange(client, hops: [], end: .failed(.timedOut(seconds: 30))) }
      return Exchange(client, hops: [hop(seconds: seconds)], end: .loaded(try body()))
    }
    let asset = HostedAsset(subject.name, platforms: Set(Platform.allCases), exchanges: exchanges)
    let found = ResponseRules.all.diagnostics(about: subject, in: asset).map { diagnostic in
      let platforms = (diagnostic.platforms ?? []).map(\.rawValue).joined(separator: "+")
      return "\(diagnostic.severity) \(platforms): \(diagnostic.message)"
    }
    #expect(found.sorted() == expected)
  }

  /// One client gets something else: that is all there is to say, and whether it shows there decides how grave it is.
  @Test(arguments: [
    (LoadingClient.chrome, PictureFormat.webp, "http.negotiation warning web"),
    (.ios, .webp, "http.negotiation error ios"), (.android, .avif, "http.negotiation warning android"),
    (.android, .jxl, "http.negotiation error android"), (.ios, .jpeg, "http.negotiation warning ios"),
  ])
  func negotiation(_ client: LoadingClient, _ format: PictureFormat, _ expected: String) throws {
    var asset = asset([hop()], .loaded(try body()))
    let index = try #require(asset.exchanges.firstIndex { $0.client == client })
    asset.exchanges[index].hops = [hop("/a.jpg", ["Content-Type": "image/\(format.rawValue)"])]
    asset.exchanges[index].end = .loaded(try body(.picture(format), digest: 2))
    #expect(found(asset) == [expected])
    #expect(asset.digest == (try digest(1)) && asset.judgedClient != client)
  }

  @Test func bodiesWithoutEndAreOneFault() throws {
    let capped = LoadedBody(digest: try digest(1), byteCount: 50_000_001, isCapped: true, format: .picture(.jpeg))
    let asset = asset([hop("/a.jpg", ["Content-Length": ""])], .loaded(capped))
    #expect(found(asset) == ["http.size error ios+android+web"])
    #expect(asset.digest == nil && asset.judgedClient == nil)
  }

  @Test func clientsAreRefusedOneByOne() throws {
    var asset = asset([hop()], .loaded(try body()))
    let android = try #require(asset.exchanges.firstIndex { $0.client == .android })
    asset.exchanges[android].hops = [hop(status: 403)]
    #expect(found(asset) == ["http.status error android"])
    asset.platforms = [.ios, .web]
    #expect(found(asset) == [])
  }

  /// Whether it shows in spite of a finding.
  private func verdicts(_ asset: HostedAsset) -> [Verdict.Showing] {
    Verdict.of(Set(Platform.allCases), after: ResponseRules.all.diagnostics(about: subject, in: asset)).map(\.shows)
  }

  @Test func advisedAgainstAndShownAllTheSame() throws {
    let redirects = (0..<6).map { hop("/\($0)", status: 302, ["Location": "/\($0 + 1)"]) }
    #expect(verdicts(asset(redirects + [hop()], .loaded(try body()))) == [.yes, .yes, .yes])
    let inPNGsName = hop("/a.jpg", ["Content-Type": "image/png"])
    #expect(verdicts(asset([inPNGsName], .loaded(try body()))) == [.yes, .yes, .yes])
    #expect(verdicts(asset([hop(seconds: 35)], .loaded(try body()))) == [.no, .no, .yes])
  }

  @Test(arguments: [201, 203, 206, 300]) func unusualStatusesShow(_ status: Int) throws {
    let asset = asset([hop(status: status)], .loaded(try body()))
    #expect(found(asset) == ["http.status warning ios+android+web"])
    #expect(verdicts(asset) == [.yes, .yes, .yes])
  }

  /// The picture that comes with an error is shown by who does not look at statuses.
  @Test(arguments: [401, 403, 404, 500]) func errorsPicturesShow(_ status: Int) throws {
    let asset = asset([hop(status: status)], .loaded(try body()))
    #expect(found(asset) == ["http.status error android", "http.status error ios+web"])
    #expect(verdicts(asset) == [.yes, .no, .yes])
  }

  @Test func aSiteThatWasNotNamedIsADoubt() throws {
    var asset = asset([hop("/a.jpg", ["Cross-Origin-Resource-Policy": "same-origin"])], .loaded(try body()))
    #expect(found(asset) == ["http.resource-policy warning web"])
    #expect(verdicts(asset) == [.yes, .yes, .depends])
    asset.site = WebOrigin("https://shop.example.com/")
    #expect(found(asset) == ["http.resource-policy error web"])
    #expect(verdicts(asset) == [.yes, .yes, .no])
    asset.site = WebOrigin("https://push.example.com/worker.js")
    #expect(found(asset) == [])
  }
}
