import Findings
import Testing

@Suite struct StrictURLTests {
  @Test func takesAURLApartAndLeavesItAsWritten() throws {
    let text = "HTTPS://me:pw@CDN.example.com:8443/o/a%2Fb.jpg?alt=media&x=/?y#part/?"
    let url = try StrictURL(text)
    #expect(url.text == text)
    #expect(url.scheme == "https")
    #expect(url.userInfo == "me:pw")
    #expect(url.host == .name("CDN.example.com"))
    #expect(url.port == 8443)
    #expect(url.path == "/o/a%2Fb.jpg")
    #expect(url.query == "alt=media&x=/?y")
    #expect(url.fragment == "part/?")
    #expect(url.fileName == Array("b.jpg".utf8))
  }

  @Test func emptyPartsArePartsAndMissingOnesAreNil() throws {
    let bare = try StrictURL("https://example.com")
    #expect(bare.path == "")
    #expect([bare.query, bare.fragment, bare.userInfo] == [nil, nil, nil])
    #expect(bare.port == nil)
    #expect(bare.fileName == [])
    let empty = try StrictURL("https://@example.com?#")
    #expect([empty.query, empty.fragment, empty.userInfo] == ["", "", ""])
  }

  @Test(arguments: [
    ("", StrictURL.SyntaxError.scheme), ("a.jpg", .scheme), ("//example.com/a.jpg", .scheme), ("/a:b", .scheme),
    ("1https://example.com/", .scheme), ("https:/example.com/", .host), ("https:", .host), ("data:,a", .host),
    ("https:///a.jpg", .host), ("https://:80/", .host), ("https://user@/", .host),
    ("https://exa mple.com/", .character(0x20, offset: 11)), ("https://example.com/é", .character(0xc3, offset: 20)),
    ("https://e.com/{a}", .character(0x7b, offset: 14)), ("https://e.com/a|b", .character(0x7c, offset: 15)),
    ("https://e.com/\r\n", .character(0x0d, offset: 14)), ("https://e.com/\0", .character(0, offset: 14)),
    ("https://e.com/\\", .character(0x5c, offset: 14)), ("https://e.com/%", .escape(offset: 14)),
    ("https://e.com/%2", .escape(offset: 14)), ("https://e.com/%2g", .escape(offset: 14)),
    ("https://e.com/%%20", .escape(offset: 14)), ("https://e.com/[1]", .reserved),
    ("https://e.com/?q=[1]", .reserved), ("https://e.com/#a#b", .reserved), ("https://e.com:/", .port),
    ("https://e.com:0/", .port), ("https://e.com:65536/", .port), ("https://e.com:+80/", .port),
    ("https://e.com:99999999999999999999/", .port),
  ])
  func saysWhatIsWrong(text: String, problem: StrictURL.SyntaxError) {
    #expect(throws: problem) { try StrictURL(text) }
  }

  @Test(arguments: [
    ("example.com", URLHost.name("example.com")), ("a_b.example", .name("a_b.example")),
    ("xn--bcher-kva.example", .name("xn--bcher-kva.example")), ("127.0.0.1", .ipv4([127, 0, 0, 1])),
    ("[::1]", .ipv6([0, 0, 0, 0, 0, 0, 0, 1])), ("[::]", .ipv6([0, 0, 0, 0, 0, 0, 0, 0])),
    ("[2001:db8::ff]", .ipv6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0xff])),
    ("[1:2:3:4:5:6:7:8]", .ipv6([1, 2, 3, 4, 5, 6, 7, 8])), ("[1::]", .ipv6([1, 0, 0, 0, 0, 0, 0, 0])),
    ("[::ffff:127.0.0.1]", .ipv6([0, 0, 0, 0, 0, 0xffff, 0x7f00, 1])),
    ("[1:2:3:4:5:6:1.2.3.4]", .ipv6([1, 2, 3, 4, 5, 6, 0x102, 0x304])),
  ])
  func readsHosts(text: String, host: URLHost) { #expect(URLHost(text[...]) == host) }

  @Test(arguments: [
    "", ".", "a..b", "example.com.", "-a.example", "a-.example", "a%41.example", "a!b", "1.2.3", "256.1.1.1",
    "01.2.3.4", "1.2.3.4.5", "12345", "[]", "[:::]", "[1:2]", "[::1::]", "[1:2:3:4:5:6:7::8]", "[12345::]", "[::g]",
    "[::1%25eth0]", "[::1]a", "[1.2.3.4::]", "[::1.2.3]", "::1", String(repeating: "a", count: 64),
    String(repeating: "a.", count: 126) + "aa",
  ])
  func refusesOtherHosts(_ text: String) { #expect(URLHost(text[...]) == nil) }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST", true), ("127.255.0.9", true), ("[0:0::1]", true), ("localhost.example", false),
    ("128.0.0.1", false), ("[::2]", false), ("127.example", false),
  ])
  func knowsThisMachine(text: String, isLoopback: Bool) { #expect(URLHost(text[...])?.isLoopback == isLoopback) }
}
