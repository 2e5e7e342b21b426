import PushDelivery
import Testing

@Suite struct HTTPSLinkTests {
  @Test(arguments: ["https://example.com", "https://example.com/a?b=c&d#e", "HTTPS://example.com/%C3%A9"])
  func takesPages(_ text: String) { #expect(HTTPSLink(rawValue: text)?.rawValue == text) }

  @Test(arguments: [
    "", "example.com", "/a", "http://example.com", "http://localhost/", "app://open", "javascript:alert(1)",
    "https://example.com/é", "https://me@example.com/", "https://", " https://example.com",
  ])
  func refusesOthers(_ text: String) { #expect(HTTPSLink(rawValue: text) == nil) }
}
