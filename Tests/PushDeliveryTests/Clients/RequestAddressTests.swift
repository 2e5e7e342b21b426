import Findings
import PushDelivery
import Testing

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
