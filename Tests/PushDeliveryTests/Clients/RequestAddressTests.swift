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

  @Test(arguments: [
    ("https://a.example.com/a b.jpg", "https://a.example.com/a%20b.jpg"),
    ("https://a.example.com/größe.jpg?ü", "https://a.example.com/gr%C3%B6%C3%9Fe.jpg?%C3%BC"),
    ("https://a.example.com/a%2Fb c.jpg", "https://a.example.com/a%2Fb%20c.jpg"),
    ("https://a.example.com/100%.jpg", "https://a.example.com/100%.jpg"),
    ("https://a.example.com\\a\\b.jpg", "https://a.example.com/a/b.jpg"),
    (" https://a.example.com/a.jpg\n", "https://a.example.com/a.jpg"),
    ("https://a.example.com/a{1}\".jpg?x='", "https://a.example.com/a%7B1%7D%22.jpg?x=%27"),
    ("https://bücher.example.com/a.jpg", "https://xn--bcher-kva.example.com/a.jpg"),
    ("https://a.example.com/a[1].jpg", "https://a.example.com/a[1].jpg"),
  ])
  func browsersAndAndroidRepair(_ text: String, _ repaired: String) {
    #expect(LoadingClient.chrome.address(text) == .url(repaired))
    #expect(LoadingClient.android.address(text) == .url(repaired))
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
