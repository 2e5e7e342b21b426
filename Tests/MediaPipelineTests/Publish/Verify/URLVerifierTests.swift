import Findings
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Published URLs, tried at a real server.
@Suite(.timeLimit(.minutes(10))) struct URLVerifierTests {
  static let path = "/logo.0123456789ab.jpg"
  private static let rendition = PublishedBytes(minimalJPEG(width: 64, height: 32))

  private static func answer(
    _ path: String = path, to userAgent: String? = nil, status: Int = 200, type: String = "image/jpeg",
    fields: [[String]] = [], bytes: [UInt8]? = nil, length: Int? = nil, times: Int? = nil
  ) -> ScriptedAnswer {
    ScriptedAnswer(
      path, userAgent: userAgent, status: status, fields: [["Content-Type", type]] + fields,
      bytes: bytes ?? rendition.bytes, length: length, times: times)
  }

  private func problem(
    _ url: String, patience: Duration = .zero
  ) async throws -> PublishError? {
    await problem(url, of: URLVerifier(patience: patience))
  }

  private func problem(_ url: String, of verifier: URLVerifier) async -> PublishError? {
    let asset = PublishedAsset(name: "logo.0123456789ab.jpg", url: url, wasWritten: true)
    do throws(PublishError) { try await verifier.verify(asset, Self.rendition) } catch { return error }
    return nil
  }

  /// The rules that a URL breaks, and whether it was waited for; nil when all is well.
  private func fault(
    _ answers: [ScriptedAnswer], patience: Duration = .zero
  ) async throws -> URLFault? {
    let server = try await TestServer(answers)
    return try await problem(server.url(Self.path), patience: patience).flatMap(URLFault.init)
  }

  @Test func theRightBytesTakeOneRequest() async throws {
    let server = try await TestServer([Self.answer()])
    #expect(try await problem(server.url(Self.path)) == nil)
    #expect(server.log == ["connection", "GET \(Self.path)"])
  }

  @Test(arguments: [
    ("Accept", 3), ("*", 3), ("Origin, USER-AGENT", 3), ("accept-language", 3), ("Referer", 3), ("sec-fetch-site", 3),
    ("Accept-Encoding", 1), ("Origin", 1),
  ])
  func whereTheAnswerDependsOnTheClientEachIsTried(vary: String, requests: Int) async throws {
    let server = try await TestServer([Self.answer(fields: [["Vary", vary]])])
    #expect(try await problem(server.url(Self.path)) == nil)
    // Each client has its own connection, so one may be opened while another asks.
    #expect(server.log.count { $0 == "connection" } == requests)
    #expect(server.log.count { $0 == "GET \(Self.path)" } == requests)
  }

  @Test func connectionsAreUsedAgain() async throws {
    let server = try await TestServer([Self.answer()])
    let verifier = URLVerifier()
    for _ in 0..<5 { #expect(await problem(server.url(Self.path), of: verifier) == nil) }
    #expect(server.log.filter { $0 == "connection" }.count == 1)
    #expect(server.log.count == 6)
  }

  /// Nothing but what clients say, whatever is known of the bucket behind it.
  @Test func nothingTellsWhoAsks() async throws {
    let server = try await TestServer([Self.answer(fields: [["Vary", "*"], ["Set-Cookie", "a=b"]])])
    let verifier = URLVerifier()
    for _ in 0..<2 { #expect(await problem(server.url(Self.path), of: verifier) == nil) }
    let said = LoadingClient.allCases.flatMap { $0.fields(for: server.url(Self.path)) }.map { $0.name.lowercased() }
    #expect(server.namesOfFields == Set(said + ["host", "accept-encoding"]))
  }

  private typealias Case = (answers: [ScriptedAnswer], patience: Duration, fault: URLFault?)

  private static func redirect(to target: String) -> ScriptedAnswer {
    ScriptedAnswer(path, status: 302, fields: [["Location", target]])
  }

  private static let faults: [Case] = [
    ([answer(bytes: minimalJPEG(width: 65, height: 32))], .seconds(600), atOnce("destination.unverified")),
    // As after a transfer that changed them.
    ([answer(bytes: Array("<p>".utf8))], .seconds(600), atOnce("destination.unverified")),
    ([answer(type: "text/html")], .seconds(600), atOnce("http.attachment-type")),
    // It costs time, and who publishes can name the place itself.
    ([redirect(to: "/there.jpg"), answer("/there.jpg")], .seconds(600), atOnce("destination.unverified")),
    ([redirect(to: "ftp://localhost/there.jpg")], .seconds(600), atOnce("http.redirect-scheme")),
    ([], .milliseconds(300), URLFault(["http.status"], hasWaited: true)),
    // As where a connection breaks on the way: that says nothing about the file.
    ([answer(length: rendition.bytes.count + 100)], .zero, URLFault(["machine.network"], hasWaited: true)),
  ]

  private static func atOnce(_ rule: String) -> URLFault { URLFault([rule], hasWaited: false) }

  /// A deployment that is not done yet, and a server that is busy.
  private static let late: [Case] = [403, 404, 410, 429, 503].map {
    ([ScriptedAnswer(path, status: $0, times: 3), answer()], .seconds(600), nil)
  }

  /// A busy or faulty server says nothing about the file: the previous requests stay.
  private static let busy: [Case] = [408, 425, 429, 500, 502, 503, 504, 507, 521].map {
    ([ScriptedAnswer(path, status: $0)], .milliseconds(100), URLFault(["machine.network"], hasWaited: true))
  }

  /// What a server never does. Under a name that is made of its bytes nothing is gone for good, but some things may not be delivered.
  private static let never: [Case] = [451, 501, 505].map {
    ([ScriptedAnswer(path, status: $0)], .seconds(600), atOnce("http.status"))
  }

  @Test(arguments: faults + late + busy + never) func anAnswerIsWaitedForOrAFault(
    answers: [ScriptedAnswer], patience: Duration, fault: URLFault?
  ) async throws {
    #expect(try await self.fault(answers, patience: patience) == fault)
  }

  @Test func whereNoAnswerComesTheNetworkIsAtFault() async throws {
    let abrupt = try AbruptServer("HTTP/1.1 200 OK\r\nContent-Ty")
    let closed = try { try SilentListener().port }()
    for address in ["127.0.0.1:\(abrupt.port)", "127.0.0.1:\(closed)"] {
      let error = try await problem("http://\(address)\(Self.path)")
      #expect(error.flatMap(URLFault.init) == URLFault(["machine.network"], hasWaited: true))
    }
    withExtendedLifetime(abrupt) {}
  }

  /// As from a service that converts pictures for those who take better formats.
  @Test(arguments: ["Chrome", "Dalvik", "CFNetwork"]) func otherBytesForOneClientAreAFault(client: String) async throws
  {
    let other = Self.answer(to: client, fields: [["Vary", "Accept"]], bytes: minimalJPEG(width: 65, height: 32))
    let fault = try await fault([other, Self.answer(fields: [["Vary", "Accept"]])], patience: .seconds(600))
    #expect(fault?.hasWaited == false)
  }

  /// So that base-url is not blamed.
  @Test func rightBytesUnderAWrongHeaderAreToldFromOthers() async throws {
    func error(_ answer: ScriptedAnswer) async throws -> PublishError? {
      let server = try await TestServer([answer])
      return try await problem(server.url(Self.path))
    }
    guard case .hindered = try await error(Self.answer(type: "text/html")) else {
      Issue.record("the bytes are right")
      return
    }
    guard case .unverified = try await error(Self.answer(type: "text/html", bytes: Array("other bytes".utf8))) else {
      Issue.record("the bytes are not right")
      return
    }
  }

  /// A host that does not exist, and a page that asks for a password.
  @Test func whatLastsIsToldAtOnce() async throws {
    let waits = RecordedWaits()
    let verifier = URLVerifier(clock: waits.clock)
    let nowhere = try #require(await problem("https://nothing.invalid\(Self.path)", of: verifier))
    #expect(URLFault(nowhere) == URLFault(["machine.network"], hasWaited: true))
    let server = try await TestServer([ScriptedAnswer(Self.path, status: 401)])
    #expect(await problem(server.url(Self.path), of: verifier) != nil)
    #expect(waits.all == [])
  }

  /// Twice as long each time, up to eight seconds, for a minute in all.
  @Test func waitsGrow() async throws {
    let waits = RecordedWaits()
    let server = try await TestServer([ScriptedAnswer]())
    let verifier = URLVerifier(clock: waits.clock)
    #expect(await problem(server.url(Self.path), of: verifier) != nil)
    #expect(waits.all == ([1, 2, 4] + [Int](repeating: 8, count: 6)).map { .seconds($0) })
  }

  /// A bucket that is not public answers so for each file, and that is one thing to say.
  @Test(arguments: [(403, "it answers 403"), (503, "it answers 503")])
  func reasonsToWaitNameTheHostAlone(status: Int, words: String) async throws {
    let told = Mutex<[RetryNotice]>([])
    let server = try await TestServer([
      ScriptedAnswer("/a.jpg", status: status), ScriptedAnswer("/b.jpg", status: status),
    ])
    for name in ["/a.jpg", "/b.jpg"] {
      var clock = RecordedWaits().clock
      clock.willRetry = { notice in told.withLock { $0.append(notice) } }
      let verifier = URLVerifier(patience: .seconds(7), clock: clock)
      #expect(await problem(server.url(name), of: verifier) != nil)
    }
    #expect(Set(told.withLock { $0.map(\.reason) }) == ["\(server.url("")): \(words)"])
    #expect(told.withLock { $0.map(\.attempts) } == [1, 2, 3, 1, 2, 3])
  }

  /// Hosts of pages answer any address with one until a deployment is done.
  @Test func aPageInPlaceOfTheFileIsWaitedFor() async throws {
    let page = Self.answer(type: "text/html", bytes: Array("<!doctype html><title>Soon</title>".utf8), times: 2)
    #expect(try await fault([page, Self.answer()], patience: .seconds(600)) == nil)
    var lasting = page
    lasting.times = nil
    #expect(
      try await fault([lasting], patience: .milliseconds(100)) == URLFault(["destination.unverified"], hasWaited: true))
  }

  /// Where nothing is being deployed, what is missing is asked for three times.
  @Test(arguments: [(403, "a"), (404, "a"), (410, "a"), (200, "<!doctype html><title>Soon</title>")])
  func whatNothingDeploysIsNotWaitedFor(status: Int, page: String) async throws {
    let waits = RecordedWaits()
    let server = try await TestServer([Self.answer(status: status, type: "text/html", bytes: Array(page.utf8))])
    let verifier = URLVerifier(clock: waits.clock, awaitsArrival: false)
    #expect(await problem(server.url(Self.path), of: verifier) != nil)
    #expect(waits.all == [.seconds(1), .seconds(2)])
  }

  /// As servers send: a page that Chrome would not show either.
  @Test func anErrorsPageIsOneFinding() async throws {
    let page = ScriptedAnswer(
      Self.path, status: 404, fields: [["Content-Type", "text/html"], ["X-Content-Type-Options", "nosniff"]],
      bytes: Array("<p>Not found".utf8))
    let server = try await TestServer([page])
    let diagnostics = try #require(await problem(server.url(Self.path), patience: .zero)).diagnostics(for: "a.png")
    #expect(diagnostics.map(\.rule) == ["http.status"])
  }

  /// A file that is too late for Android may be in time the next time.
  @Test func whatComesTooLateIsTheNetworks() async throws {
    var slow = Self.answer()
    slow.delay = 6
    let server = try await TestServer([slow])
    let error = try #require(try await problem(server.url(Self.path)))
    #expect(URLFault(error) == URLFault(["machine.network"], hasWaited: true))
    let found = error.diagnostics(for: "a.png")
    #expect(found.allSatisfy { $0.message.contains("Android gives up after 5 (http.time)") }, "\(found)")
    #expect(found.allSatisfy { $0.remedy.contains("content delivery network") }, "\(found)")
  }

  /// A certificate does not change within a minute, and no flag here takes another.
  @Test func aCertificateThatNobodyKnowsIsToldSoon() async throws {
    let waits = RecordedWaits()
    let server = try await TestServer([Self.answer()], isSecure: true)
    let verifier = URLVerifier(clock: waits.clock)
    let error = try #require(await problem(server.url(Self.path), of: verifier))
    #expect(URLFault(error) == URLFault(["http.tls"], hasWaited: true))
    #expect(waits.all == [])
    #expect(error.diagnostics(for: "a.png").allSatisfy { !$0.remedy.contains("--") })
  }

  @Test(arguments: [
    (404, [], nil, "it answers 404"), (200, [], 30, "its answer ends after"),
    (200, Array("<p>".utf8), nil, "it answers with "),
  ])
  func retriesSayWhy(status: Int, bytes: [UInt8], surplus: Int?, words: String) async throws {
    let told = Mutex<[RetryNotice]>([])
    var clock = RecordedWaits().clock
    clock.willRetry = { notice in told.withLock { $0.append(notice) } }
    let own = surplus == nil ? bytes : Self.rendition.bytes
    let server = try await TestServer([
      Self.answer(status: status, type: "text/html", bytes: own, length: surplus.map { own.count + $0 })
    ])
    let verifier = URLVerifier(patience: .seconds(1), clock: clock)
    #expect(await problem(server.url(Self.path), of: verifier) != nil)
    #expect(told.withLock { $0.allSatisfy { $0.reason.contains(words) } && !$0.isEmpty })
  }

  /// Nothing was loaded, so that nothing can be said of its bytes.
  @Test func whereALineHasNoColonThatIsSaid() async throws {
    let server = try AbruptServer("HTTP/1.1 200 OK\r\nno colon here\r\nContent-Type: image/jpeg\r\n\r\nx")
    let url = "http://127.0.0.1:\(server.port)\(Self.path)"
    let diagnostics = try #require(await problem(url)).diagnostics(for: "a.png")
    #expect(diagnostics.map(\.rule) == ["destination.unverified"])
    #expect(diagnostics.allSatisfy { $0.message.contains("a line of the answer's header has no colon") })
  }

  @Test func waitingEndsWithItsTask() async throws {
    let server = try await TestServer([ScriptedAnswer]())
    let task = Task { try await problem(server.url(Self.path), patience: .seconds(600)) }
    try await waitUntil("it has tried several times") { server.log.count >= 4 }
    task.cancel()
    #expect(try await task.value.flatMap(URLFault.init)?.hasWaited == false)
  }

  @Test func theFileIsNamedAndTheURLToo() async throws {
    let server = try await TestServer([Self.answer(type: "text/html")])
    let url = server.url(Self.path)
    let diagnostics = try #require(await problem(url)).diagnostics(for: "a.png")
    #expect(diagnostics.allSatisfy { $0.subject == .init(.file, "a.png") && $0.message.hasPrefix(url + ": ") })
  }
}

/// The fault of a URL, in short.
struct URLFault: Equatable {
  let rules: Set<String>
  /// Whether it was tried for as long as it makes sense.
  let hasWaited: Bool

  init(_ rules: Set<String>, hasWaited: Bool) { (self.rules, self.hasWaited) = (rules, hasWaited) }

  /// Nil for errors that are not about a URL.
  init?(_ error: PublishError) {
    switch error {
    case .unverified(let problems, let hasWaited): self.init(Set(problems.map(\.rule.rawValue)), hasWaited: hasWaited)
    case .hindered(let problems): self.init(Set(problems.map(\.rule.rawValue)), hasWaited: false)
    default: return nil
    }
  }
}
