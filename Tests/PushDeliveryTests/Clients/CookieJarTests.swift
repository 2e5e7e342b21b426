import Findings
import PushDelivery
import Testing

/// Which cookies of a chain of redirects go with the next request.
@Suite struct CookieJarTests {
  private func sent(_ cookies: [String], from: String = "https://a.example.com/x/y", to: String) -> String? {
    var jar = CookieJar()
    jar.keep(
      Hop(from, status: 302, header: HeaderFields(cookies.map { HeaderField("Set-Cookie", $0) })), now: 1_800_000_000)
    return jar.fields(for: to).first?.value
  }

  @Test(
    arguments: [
      (["a=1"], "https://a.example.com/x/z", "a=1"), (["a=1"], "https://a.example.com/z", nil),
      (["a=1; Path=/"], "https://a.example.com/z", "a=1"), (["a=1; Path=/xy"], "https://a.example.com/x", nil),
      (["a=1; Path=/"], "https://b.example.com/", nil), (["a=1; Path=/"], "https://b.a.example.com/", nil),
      (["a=1; Domain=example.com; Path=/"], "https://b.example.com/", "a=1"),
      (["a=1; domain=.Example.com; path=/"], "https://b.example.com/", "a=1"),
      (["a=1; Domain=other.com; Path=/"], "https://other.com/", nil),
      (["a=1; Path=/; Secure"], "http://a.example.com/", nil),
      (["a=1; Path=/; Secure"], "https://a.example.com/", "a=1"),
      (["a=1; Path=/", "a=2; Path=/"], "https://a.example.com/", "a=2"),
      (["a=1; Path=/", "a=; Path=/; Max-Age=0"], "https://a.example.com/", nil),
      (["a=1; Path=/", "b=2; Path=/x"], "https://a.example.com/x/", "b=2; a=1"),
      (["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "https://a.example.com/", nil),
      (["a=1; Path=/; Expires=Wed, 01-Jan-2031 00:00:00 GMT"], "https://a.example.com/", "a=1"),
      (["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"], "https://a.example.com/", "a=1"),
      (["nonsense", "=1"], "https://a.example.com/x/", nil),
    ] as [([String], String, String?)])
  func everyRow(_ cookies: [String], _ url: String, _ expected: String?) { #expect(sent(cookies, to: url) == expected) }
}
