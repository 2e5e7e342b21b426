import Findings
import PushDelivery
import Testing

/// Where each client goes after an answer.
@Suite struct RedirectStepTests {
  private func step(
    _ client: LoadingClient, _ status: Int, from url: String = "https://a.example.com/a", to target: String?,
    followed: Int = 0, interim: [Int] = []
  ) -> RedirectStep {
    let fields = target.map { HeaderFields([HeaderField("Location", $0)]) } ?? [:]
    return client.step(
      after: Hop(url, status: status, interimStatuses: interim, header: fields), to: target, followed: followed)
  }

  private static let target = "https://b.example.com/b"

  @Test(arguments: LoadingClient.allCases) func redirectsAreFollowed(_ client: LoadingClient) {
    for status in [301, 302, 303, 307, 308] { #expect(step(client, status, to: Self.target) == .follow(Self.target)) }
    for status in [200, 201, 304, 305, 404] { #expect(step(client, status, to: Self.target) == .end) }
    #expect(step(client, 302, to: nil) == .end)
  }

  @Test func choicesAreARedirectToAndroidAlone() {
    #expect(step(.android, 300, to: Self.target) == .follow(Self.target))
    #expect(step(.ios, 300, to: Self.target) == .end)
    #expect(step(.chrome, 300, to: Self.target) == .end)
  }

  @Test(arguments: [(LoadingClient.android, 20), (.ios, 16), (.chrome, 20)])
  func eachGivesUpAtItsOwnTime(_ client: LoadingClient, _ most: Int) {
    #expect(step(client, 302, to: Self.target, followed: most - 1) == .follow(Self.target))
    #expect(step(client, 302, to: Self.target, followed: most) == .fail(.tooManyRedirects))
  }

  @Test func schemesThatClientsFollow() {
    let ways = [("https", "https"), ("http", "http"), ("http", "https"), ("https", "http"), ("https", "ftp")]
    let expected: [LoadingClient: [Bool]] = [
      .android: [true, true, false, false, false], .ios: [true, true, true, false, false],
      .chrome: [true, true, true, false, false],
    ]
    for (client, follows) in expected { #expect(ways.map { client.follows(from: $0, to: $1) } == follows) }
  }

  /// Android takes a redirect that it does not follow for the answer.
  @Test func whereTheyDoNotGo() {
    let plain = "http://b.example.com/b"
    #expect(step(.android, 302, to: plain) == .end)
    #expect(step(.ios, 302, to: plain) == .fail(.blockedRedirect(to: plain)))
    #expect(step(.chrome, 302, to: plain) == .fail(.blockedRedirect(to: plain)))
  }

  @Test func browsersDoNotGoToPortsOfOtherProtocols() {
    let mail = "https://b.example.com:25/b"
    #expect(step(.chrome, 302, to: mail) == .fail(.blockedRedirect(to: mail)))
    #expect(step(.android, 302, to: mail) == .follow(mail))
    #expect(LoadingClient.chrome.refusesPort(of: "https://b.example.com:6697/"))
    #expect(!LoadingClient.chrome.refusesPort(of: "https://b.example.com:8443/"))
    #expect(!LoadingClient.ios.refusesPort(of: "https://b.example.com:6697/"))
  }

  /// To Android early hints are the answer.
  @Test func anInterimAnswerEndsTheWayOfAndroid() {
    #expect(step(.android, 302, to: Self.target, interim: [103]) == .end)
    #expect(step(.android, 302, to: Self.target, interim: [100]) == .follow(Self.target))
    #expect(step(.chrome, 302, to: Self.target, interim: [103]) == .follow(Self.target))
  }
}

/// Where each client goes for what servers write as `Location`.
@Suite struct RedirectTargetTests {
  private static let base = "https://a.example.com/b/c.jpg?d"
  private static let strict = "https://strict.example.com/"

  private func target(_ client: LoadingClient, _ locations: String...) -> String? {
    let header = HeaderFields(locations.map { HeaderField("Location", $0) })
    return client.target(of: Hop(Self.base, status: 302, header: header), strict: Self.strict)
  }

  @Test(arguments: TextRow.table("locations", in: "Clients")) func browsersAndAndroidForgive(_ row: TextRow) {
    #expect(target(.chrome, row[0]) == row[1])
    #expect(target(.android, row[0]) == row[1])
  }

  @Test func applesSystemsDoNot() {
    for location in ["x.jpg", "\\x.jpg", "https:x.jpg"] { #expect(target(.ios, location) == Self.strict) }
  }

  @Test func ofSeveralEachTakesItsOwn() {
    #expect(target(.android, "/1", "/2") == "https://a.example.com/2")
    #expect(target(.chrome, "/1", "/2") == "https://a.example.com/1")
    #expect(target(.chrome, "", "/2") == "https://a.example.com/2")
    // The same address once more, for ever.
    #expect(target(.android, "") == Self.base)
  }

  /// Android replaces invalid UTF-8.
  @Test func otherBytes() {
    #expect(target(.android, "/\u{FFFD}") == "https://a.example.com/%EF%BF%BD")
    #expect(target(.chrome, "/\u{FFFD}") == Self.strict)
  }

  @Test(arguments: LoadingClient.allCases) func withoutAFieldThereIsNone(_ client: LoadingClient) {
    let hop = Hop(Self.base, status: 302, header: [:])
    #expect(client.target(of: hop, strict: nil) == nil)
  }
}

/// The address that each client requests for a text.
@Suite struct RequestAddressTests {
  @Test(arguments: LoadingClient.allCases) func whatIsAllowedIsAskedForAsItIs(_ client: LoadingClient) {
    for text in ["https://a.example.com/o/a%2Fb.jpg?alt=media", "http://a.example.com", "https://[::1]:8443/a_b.jpg"] {
      #expect(client.address(text) == .url(text))
    }
    #expect(client.address("https://a.example.com/a.jpg?b#c") == .url("https://a.example.com/a.jpg?b"))
  }

  @Test(arguments: TextRow.table("repaired addresses", in: "Clients")) func browsersAndAndroidRepair(_ row: TextRow) {
    #expect(LoadingClient.chrome.address(row[0]) == .url(row[1]))
    #expect(LoadingClient.android.address(row[0]) == .url(row[1]))
  }

  @Test func androidEscapesTheBarAndBrowsersDoNot() {
    #expect(LoadingClient.chrome.address("https://a.example.com/a|b c") == .url("https://a.example.com/a|b%20c"))
    #expect(LoadingClient.android.address("https://a.example.com/a|b c") == .url("https://a.example.com/a%7Cb%20c"))
  }

  @Test func anApostropheInAQueryIsEscaped() {
    let text = "https://a.example.com/it's.jpg?of='a'"
    let escaped = "https://a.example.com/it's.jpg?of=%27a%27"
    #expect(LoadingClient.allCases.map { $0.address(text) } == [.url(escaped), .url(text), .url(escaped)])
  }

  @Test func androidPassesOverNamesBeforeTheHost() {
    let text = "https://me:secret@a.example.com/b@c.jpg"
    #expect(LoadingClient.android.address(text) == .url("https://a.example.com/b@c.jpg"))
    #expect(LoadingClient.chrome.address(text) == .url(text))
  }

  /// Existing escapes are escaped again, if anything is.
  @Test func applesSystemsMayEscapeTwice() {
    let address = LoadingClient.ios.address("https://a.example.com/a b%2Fc.jpg")
    guard case .perhaps(let text, let settledBy) = address else {
      Issue.record("\(address)")
      return
    }
    #expect(text == "https://a.example.com/a%20b%252Fc.jpg")
    #expect(settledBy.contains("iOS 17"))
  }

  @Test(arguments: LoadingClient.allCases) func whatNobodyCanRepair(_ client: LoadingClient) {
    for text in ["", "photo.jpg", "/photo.jpg", "https://", "https:// /a", "https://me:secret@a.example.com/a b.jpg"] {
      #expect(client.address(text) == .none)
    }
  }
}

/// How far a picture is from the site that shows it, as browsers see it.
@Suite struct WebOriginTests {
  /// What Chrome says of it.
  private func relation(_ site: String, _ url: String) throws -> String? {
    let origin = try #require(WebOrigin(site))
    return LoadingClient.chrome.fields(for: url, site: origin).first { $0.name == "Sec-Fetch-Site" }?.value
  }

  @Test(arguments: TextRow.table("sites", in: "Clients")) func everyRow(_ row: TextRow) throws {
    #expect(try relation(row[0], row[1]) == row[2])
  }

  @Test func withoutASiteItIsAnother() {
    let fields = LoadingClient.chrome.fields(for: "https://a.example.com/a.jpg")
    #expect(fields.first { $0.name == "Sec-Fetch-Site" }?.value == "cross-site")
    #expect(fields.first { $0.name == "Referer" }?.value == "https://site.example/")
  }

  @Test func onlyBrowsersSayWhereTheyComeFrom() {
    for client in [LoadingClient.android, .ios] {
      #expect(
        !client.fields(for: "https://a.example.com/").contains { ["Referer", "Sec-Fetch-Site"].contains($0.name) })
    }
  }

  @Test(arguments: ["ftp://a.example.com", "a.example.com", ""]) func whatIsNoSite(_ text: String) {
    #expect(WebOrigin(text) == nil)
  }

  @Test func itIsWrittenShortly() {
    #expect(WebOrigin("https://A.example.com:443/path?query")?.text == "https://a.example.com")
    #expect(WebOrigin("http://a.example.com:8080/")?.text == "http://a.example.com:8080")
  }
}
