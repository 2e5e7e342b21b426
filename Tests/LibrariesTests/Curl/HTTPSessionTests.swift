import Findings
import Libraries
import PushDelivery
import TestSupport
import Testing

/// libcurl against a real server.
@Suite(.timeLimit(.minutes(10))) struct HTTPSessionTests {
  let folder = TemporaryFolder()

  private func session(
    connectLimit: Duration = .seconds(10), mayConnect: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
  ) async throws -> HTTPSession {
    let file = try await TestAuthority.shared().certificateFile
    return try HTTPSession(
      HTTPSessionSettings(connectLimit: connectLimit, certificateFile: file, mayConnect: mayConnect))
  }

  private func load(
    _ url: String, method: HTTPMethod = .get, fields: [HTTPField] = [], bodyLimit: Int = 1000,
    timeLimit: Duration = .seconds(60), in session: HTTPSession? = nil
  ) async throws -> HTTPResponse {
    let request = HTTPRequest(method, url, fields: fields, bodyLimit: bodyLimit, timeLimit: timeLimit)
    let session = if let session { session } else { try await self.session() }
    return try await session.load(request, into: folder.absolute("body"))
  }

  private func error(_ body: () async throws -> HTTPResponse) async -> HTTPError? {
    do { _ = try await body() } catch { return error as? HTTPError }
    return nil
  }

  /// The case of an error, without what it tells.
  private func kind(_ body: () async throws -> HTTPResponse) async -> String {
    await error(body).flatMap { Mirror(reflecting: $0).children.first?.label } ?? "none"
  }

  /// The policy is asked about the very address that would be connected. The name leads to it only by way of the system's resolver.
  @Test(arguments: ["localhost", "127.0.0.1", "2130706433", "0x7f.1"])
  func noConnectionIsMadeToARefusedAddress(host: String) async throws {
    let server = try await TestServer([ServerAnswer("/a")], isSecure: false)
    let session = try await session(mayConnect: { $0.bytes.first != 127 && $0.bytes.count == 4 })
    var refused: SocketAddress?
    let failure = await error { try await load("http://\(host):\(server.port)/a", in: session) }
    if case .refused(let address) = failure { refused = address }
    #expect(refused?.port == server.port)
    #expect(server.log.isEmpty)
  }

  @Test func addressesAreWrittenAsPeopleDo() {
    #expect(SocketAddress(bytes: [127, 0, 0, 1], port: 80).description == "127.0.0.1:80")
    let loopback = [UInt8](repeating: 0, count: 15) + [1]
    #expect(SocketAddress(bytes: loopback, port: 443).description == "[0:0:0:0:0:0:0:1]:443")
  }

  @Test func schemesMayBeInCapitals() async throws {
    let server = try await TestServer([ServerAnswer("/a", status: 200, body: .text("hello"))])
    #expect(try await load(server.url("/a").replacing("https://", with: "HTTPS://")).status == 200)
  }

  @Test(arguments: [true, false]) func anAnswerIsTold(isSecure: Bool) async throws {
    let fields: HeaderFields = ["Content-Type": "text/plain", "X-Twice": "a", "x-twice": " b "]
    let server = try await TestServer(
      [ServerAnswer("/a?b=c", status: 418, fields, body: .text("hello"))], isSecure: isSecure)
    let response = try await load(server.url("/a?b=c"))
    #expect(response.status == 418)
    #expect(
      response.fields == [
        HTTPField("Content-Type", "text/plain"), HTTPField("X-Twice", "a"), HTTPField("x-twice", "b"),
        HTTPField("Content-Length", "5"),
      ])
    #expect(response.byteCount == 5 && !response.isBodyCapped && response.redirect == nil)
    #expect(response.protocolVersion == "HTTP/1.1" && response.peer == "127.0.0.1")
    #expect(try folder.text(of: "body") == "hello")
    let times = response.times
    let steps = [times.nameLookup, times.connect] + (isSecure ? [times.secured] : []) + [times.firstByte, times.total]
    #expect(steps == steps.sorted() && times.total > 0 && (times.secured > 0) == isSecure)
  }

  /// Clients know only the header when they take the body.
  @Test func whatComesBehindTheBodyIsNoPartOfTheHeader() async throws {
    let server = try AbruptServer(
      "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Type\r\n\r\n"
        + "5\r\nhello\r\n0\r\nContent-Type: text/html\r\nX-Sum: 1\r\n\r\n")
    let response = try await load("http://127.0.0.1:\(server.port)/a")
    #expect(response.fields.map(\.name) == ["Content-Type", "Transfer-Encoding", "Trailer"])
    #expect(response.field("Content-Type") == "image/png" && response.byteCount == 5)
  }

  @Test func headHasNoBody() async throws {
    let server = try await TestServer([ServerAnswer("/a", body: .text("hello"))])
    let response = try await load(server.url("/a"), method: .head)
    #expect(response.byteCount == 0 && response.fields == [HTTPField("Content-Length", "5")])
    #expect(server.log == ["connection", "HEAD /a"])
  }

  @Test(arguments: [4, 5, 6]) func bodiesAreCapped(limit: Int) async throws {
    let server = try await TestServer([ServerAnswer("/a", body: .text("hello"), length: .absent)])
    let response = try await load(server.url("/a"), bodyLimit: limit)
    #expect(response.byteCount == min(limit, 5) && response.isBodyCapped == (limit < 5))
    #expect(try folder.text(of: "body") == "hello".prefix(limit))
  }

  @Test func whatIsAnnouncedAsTooLargeIsNotLoaded() async throws {
    let server = try await TestServer([ServerAnswer("/a", body: .text("hello"), length: .stated(10_000))])
    let response = try await load(server.url("/a"))
    #expect(response.byteCount == 0 && response.isBodyCapped && response.status == 200)
  }

  @Test(arguments: [true, false]) func shortBodiesAreAnError(isSecure: Bool) async throws {
    let server = try await TestServer(
      [ServerAnswer("/a", body: .text("hello"), length: .stated(10))], isSecure: isSecure)
    #expect(await error { try await load(server.url("/a")) } == .truncated(received: 5, announced: 10))
  }

  /// libcurl gives what has come of the header as an answer without a body.
  @Test(arguments: [
    "", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nA: b\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
  ])
  func headersThatEndTooSoonAreNoAnswer(_ start: String) async throws {
    let server = try AbruptServer(start)
    for method in [HTTPMethod.get, .head] {
      #expect(await kind { try await load("http://127.0.0.1:\(server.port)/a", method: method) } == "interrupted")
    }
  }

  /// Fields behind the body belong to no header, and an answer may have none before it.
  @Test(arguments: [
    "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX: y\r\n\r\n", "\r\nab", "Content-Length: 2\r\n\r\nab",
  ])
  func wholeHeadersAreAnAnswer(_ rest: String) async throws {
    let server = try AbruptServer("HTTP/1.1 200 OK\r\n" + rest)
    #expect(try await load("http://127.0.0.1:\(server.port)/a").byteCount == 2)
  }

  @Test func slowServersAreLeft() async throws {
    let server = try await TestServer([ServerAnswer("/a", delay: 60)])
    #expect(await error { try await load(server.url("/a"), timeLimit: .milliseconds(300)) } == .timedOut)
  }

  /// libcurl calls a line that is too long a lack of memory.
  @Test func largeHeadersAreAnError() async throws {
    let line = try AbruptServer("HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 1_000_000))\r\n\r\n")
    #expect(await error { try await load("http://127.0.0.1:\(line.port)/a") } == .headerTooLarge)
    let fields = HeaderFields((0..<100).map { HeaderField("X-\($0)", String(repeating: "x", count: 1000)) })
    let server = try await TestServer([ServerAnswer("/a", fields)])
    #expect(await error { try await load(server.url("/a")) } == .headerTooLarge)
  }

  /// Where the time of the request passes, and not that of the settings for connecting, the server is at fault.
  @Test func aServerThatNeverSpeaksTLSIsUnreachableOrTooLate() async throws {
    let listener = try SilentListener()
    let url = "https://127.0.0.1:\(listener.port)/"
    let hasty = try await session(connectLimit: .milliseconds(300))
    #expect(await kind { try await load(url, in: hasty) } == "unreachable")
    let patient = try await session(connectLimit: .seconds(30))
    #expect(await error { try await load(url, timeLimit: .milliseconds(300), in: patient) } == .timedOut)
    withExtendedLifetime(listener) {}
  }

  @Test func whatIsNotThereIsToldSo() async throws {
    let port = try { try SilentListener().port }()
    #expect(await kind { try await load("http://127.0.0.1:\(port)/") } == "closed")
    #expect(await kind { try await load("http://nothing.invalid/") } == "unresolved")
    let server = try await TestServer([ServerAnswer("/a")])
    let session = try HTTPSession(HTTPSessionSettings(certificateFile: folder.absolute("none.pem")))
    #expect(await kind { try await load(server.url("/a"), in: session) } == "certificateFile")
  }

  /// It is reported again where the connection is kept.
  @Test func theServersCertificateIsToldWhereAnOfferIsMade() async throws {
    let server = try await TestServer([ServerAnswer("/a")])
    let offer = TLSOffer(
      suites: ["ECDHE-RSA-AES128-GCM-SHA256"], groups: ["X25519"], signatures: ["rsa_pss_rsae_sha256", "RSA+SHA256"])
    let file = try await TestAuthority.shared().certificateFile
    let session = try HTTPSession(HTTPSessionSettings(certificateFile: file, offer: offer))
    for _ in 0..<2 {
      let facts = try await load(server.url("/a"), in: session).certificate
      #expect(
        facts.contains { $0.name == "Subject" } && facts.contains { $0.name == "X509v3 Subject Alternative Name" })
    }
    #expect(try await load(server.url("/a"), in: self.session()).certificate == [])
    #expect(server.log.count { $0 == "connection" } == 2)
  }

  @Test func certificatesAreVerified() async throws {
    let server = try await TestServer([ServerAnswer("/a")])
    let session = try HTTPSession()
    for (url, trusted) in [(server.url("/a"), false), ("https://127.0.0.2:\(server.port)/a", true)] {
      let failure = await error { try await load(url, in: trusted ? nil : session) }
      // 127.0.0.2 is this machine too, but on macOS, and not in the certificate.
      switch failure {
      case .insecure: break
      case .closed where trusted, .unreachable where trusted: break
      default: Issue.record("\(url): \(String(describing: failure))")
      }
    }
    #expect(!server.log.contains("GET /a"))
  }

  @Test(arguments: [
    "ftp://localhost/", "file:///etc/passwd", "localhost/a", "https://", "http://user:secret@localhost/",
    "http://localhost/a\r\nX-Evil: 1",
  ])
  func onlyWholeAddressesOfTheWebAreLoaded(_ url: String) async {
    #expect(await kind { try await load(url) } == "invalidRequest")
  }

  @Test func fieldsCannotHoldLines() async throws {
    let server = try await TestServer([ServerAnswer("/a")])
    let fields = [HTTPField("A", "b\r\nC: d")]
    #expect(await kind { try await load(server.url("/a"), fields: fields) } == "invalidRequest")
    #expect(server.log.isEmpty)
  }

  @Test func filesThatCannotBeWrittenAreToldSo() async throws {
    let server = try await TestServer([ServerAnswer("/a")])
    let session = try await session()
    let request = HTTPRequest(.get, server.url("/a"), bodyLimit: 10, timeLimit: .seconds(60))
    await #expect(throws: HTTPError.file(code: 2)) {
      try await session.load(request, into: folder.absolute("no/such/folder"))
    }
    #expect(server.log.isEmpty)
  }
}
