import Findings
import PushDelivery
import Testing

/// How far a picture is from the site that shows it, as browsers see it.
@Suite struct WebOriginTests {
  /// What Chrome says of it.
  private func relation(_ site: String, _ url: String) throws -> String? {
    let origin = try #require(WebOrigin(site))
    return LoadingClient.chrome.fields(for: url, site: origin).first { $0.name == "Sec-Fetch-Site" }?.value
  }

  @Test(arguments: [
    ("https://a.example.com", "https://a.example.com/a.jpg", "same-origin"),
    ("https://a.example.com", "https://A.example.com:443/a.jpg", "same-origin"),
    ("https://a.example.com", "https://a.example.com:8443/a.jpg", "same-site"),
    ("https://example.com", "https://cdn.example.com/a.jpg", "same-site"),
    ("https://www.example.com", "https://cdn.example.com/a.jpg", "same-site"),
    ("https://www.example.com", "https://cdn.example.org/a.jpg", "cross-site"),
    ("https://www.shop.co.uk", "https://cdn.other.co.uk/a.jpg", "cross-site"),
    ("https://www.shop.co.uk", "https://cdn.shop.co.uk/a.jpg", "same-site"),
    ("https://me.github.io", "https://you.github.io/a.jpg", "cross-site"),
    ("https://d1.cloudfront.net", "https://d2.cloudfront.net/a.jpg", "cross-site"),
    ("https://127.0.0.1", "https://127.0.0.2/a.jpg", "cross-site"),
    ("http://a.example.com", "https://a.example.com/a.jpg", "cross-site"),
  ])
  func everyRow(_ site: String, _ url: String, _ expected: String) throws {
    #expect(try relation(site, url) == expected)
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
