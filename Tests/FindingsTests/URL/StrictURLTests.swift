import Findings
import TestSupport
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
    ("https://e.com/%%20", .escape(offset: 14)), ("https://e.com/[1]", .reserved), ("https://e.com/?q=[1]", .reserved),
    ("https://e.com/#a#b", .reserved), ("https://e.com:/", .port), ("https://e.com:0/", .port),
    ("https://e.com:65536/", .port), ("https://e.com:+80/", .port), ("https://e.com:99999999999999999999/", .port),
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

@Suite struct IPAddressTests {
  private func isPublic(_ host: String) -> Bool? { URLHost(host[...])?.address?.isPublic }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255", "[::]", "[::1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[febf::1]", "[fec0::1]",
    "[ff02::1]", "[2001:db8::1]", "[2001::1]", "[2001:1ff::1]", "[3fff::1]", "[100::1]", "[4000::1]",
    "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[::ffff:0:10.0.0.1]", "[64:ff9b::10.0.0.1]",
    "[64:ff9b::169.254.169.254]", "[64:ff9b:1::8.8.8.8]", "[2002:7f00:1::]", "[2002:c0a8:101::1]",
  ])
  func specialAddressesAreNotPublic(_ host: String) { #expect(isPublic(host) == false) }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255", "[2606:4700::1111]", "[2a00:1450:4001::200e]", "[2001:200::1]",
    "[2001:db9::1]", "[3fff:1000::1]", "[64:ff9b::8.8.8.8]", "[2002:808:808::1]",
  ])
  func allOthersArePublic(_ host: String) { #expect(isPublic(host) == true) }

  @Test func aNameHasNoAddress() { #expect(isPublic("localhost") == nil) }

  /// A form of an IPv4 address is public if and only if the address is.
  @Test func formsOfIPv4AddressesAreAsPublicAsTheAddress() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let value = UInt32.random(in: .min ... .max, using: &random)
      let plain = IPAddress.v4(value).isPublic
      let (high, low) = (UInt16(value >> 16), UInt16(value & 0xFFFF))
      #expect(IPAddress.v6([0x64, 0xFF9B, 0, 0, 0, 0, high, low]).isPublic == plain)
      #expect(IPAddress.v6([0x2002, high, low, 0, 0, 0, 0, 1]).isPublic == plain)
      #expect(!IPAddress.v6([0, 0, 0, 0, 0, 0xFFFF, high, low]).isPublic)
      #expect(!IPAddress.v6([0, 0, 0, 0, 0, 0, high, low]).isPublic)
    }
  }

  @Test func bytesAreInNetworkOrder() {
    #expect(IPAddress(bytes: [127, 0, 0, 1]) == .v4(0x7F00_0001))
    #expect(IPAddress(bytes: [UInt8](repeating: 0, count: 15) + [1]) == .v6([0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(IPAddress(bytes: [1, 2, 3]) == nil)
  }
}

@Suite struct UserInfoMaskTests {
  @Test(arguments: [
    ("https://press:secret@a.example/b.jpg", "https://***@a.example/b.jpg"),
    ("https://token@a.example", "https://***@a.example"), ("ftp://a:b@c@d.example?e=f@g", "ftp://***@d.example?e=f@g"),
    ("https://a.example/b@c.jpg", "https://a.example/b@c.jpg"),
    ("https://a.example?b=c:d@e", "https://a.example?b=c:d@e"), ("photos/me@home.jpg", "photos/me@home.jpg"), ("", ""),
  ])
  func hidesWhatStandsBeforeTheHost(text: String, masked: String) {
    #expect(text.maskingUserInfo == masked)
    #expect(masked.maskingUserInfo == masked)
  }

  /// Also if it is not a URL, and a password has characters that should have been encoded.
  @Test(arguments: [
    ("https://press:secret@a.example", "https://***@a.example"), ("a:secret@b.example", "***@b.example"),
    ("https://a:se/cr?et@b.example/c", "https://***@b.example/c"), ("https://a.example/b", "https://a.example/b"),
    ("https://a.example/b?sig=secret", "https://a.example/b?***"),
    ("https://a b:secret@c.example/#secret", "https://***@c.example/#***"),
    ("s3://bucket/prefix", "s3://bucket/prefix"), ("", ""),
  ])
  func hidesWhateverMayBeASecret(text: String, masked: String) {
    #expect(text.maskingSecrets == masked)
    #expect(masked.maskingSecrets == masked)
  }
}

@Suite struct EntityTagTests {
  private let md5 = "5d41402abc4b2a76b9719d911017c592"

  @Test(arguments: [
    ("\"a\"", "a", false), ("W/\"a\"", "a", true), ("a", "a", false), ("\"", "\"", false), ("", "", false),
  ])
  func isReadWithAndWithoutQuotes(field: String, opaque: String, isWeak: Bool) {
    let tag = EntityTag(field: field)
    #expect(tag.opaque == opaque && tag.isWeak == isWeak)
  }

  @Test func aDigestIsOneInEitherCase() {
    let bytes = EntityTag(field: "\"\(md5)\"").md5
    #expect(bytes?.count == 16 && bytes?.first == 0x5d && bytes?.last == 0x92)
    #expect(EntityTag(field: "\"\(md5.uppercased())\"").md5 == bytes)
  }

  /// Of several parts, weak, too short, no digits.
  @Test func othersAreNoDigest() {
    for field in ["\"\(md5)-3\"", "W/\"\(md5)\"", "\"5d41\"", "\"\(String(repeating: "g", count: 32))\""] {
      #expect(EntityTag(field: field).md5 == nil)
    }
  }
}
