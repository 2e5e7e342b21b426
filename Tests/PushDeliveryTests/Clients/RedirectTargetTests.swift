import Findings
import PushDelivery
import Testing

/// Where each client goes for what servers write as `Location`.
@Suite struct RedirectTargetTests {
  private static let base = "https://a.example.com/b/c.jpg?d"
  private static let strict = "https://strict.example.com/"

  private func target(_ client: LoadingClient, _ locations: String...) -> String? {
    let header = HeaderFields(locations.map { HeaderField("Location", $0) })
    return client.target(of: Hop(Self.base, status: 302, header: header), strict: Self.strict)
  }

  @Test(arguments: [
    ("https://b.example.com/x", "https://b.example.com/x"), ("x.jpg", "https://a.example.com/b/x.jpg"),
    ("/x.jpg", "https://a.example.com/x.jpg"), ("//b.example.com/x", "https://b.example.com/x"),
    ("?e", "https://a.example.com/b/c.jpg?e"), ("#e", "https://a.example.com/b/c.jpg?d"),
    ("\\x.jpg", "https://a.example.com/x.jpg"), ("https:x.jpg", "https://a.example.com/b/x.jpg"),
    ("https:/x.jpg", "https://a.example.com/x.jpg"), ("https:///b.example.com/x", "https://b.example.com/x"),
    ("HTTPS://b.example.com/x", "https://b.example.com/x"), (" /a b.jpg ", "https://a.example.com/a%20b.jpg"),
    ("http://b.example.com/x", "http://b.example.com/x"), ("data:image/png;base64,x", "data:image/png;base64,x"),
  ])
  func browsersAndAndroidForgive(_ location: String, _ expected: String) {
    #expect(target(.chrome, location) == expected)
    #expect(target(.android, location) == expected)
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
