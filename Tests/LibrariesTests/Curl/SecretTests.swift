import Foundation
import Libraries
import Testing

@Suite struct SecretTests {
  private static let sentinel = "sentinel-4f1c"

  private static let signature = HTTPAuthorization.signature(
    "SharedKey a:", Secret(sentinel), token: SecretField("X-Token", Secret(sentinel)))

  private static var request: HTTPRequest {
    var request = HTTPRequest(
      .put, "https://localhost/a", fields: [HTTPField("X-Key", sentinel)], bodyLimit: 1, timeLimit: .seconds(1))
    request.authorization = .bearer(Secret(sentinel))
    request.body = Array(sentinel.utf8)
    return request
  }

  private static var requestWithQuery: HTTPRequest {
    var request = request
    request.authorization = .query(Secret(sentinel))
    return request
  }

  private static let values: [any Sendable] = [
    Secret(sentinel), [Secret(sentinel)], signature, HTTPAuthorization.bearer(Secret(sentinel)),
    HTTPAuthorization.query(Secret(sentinel)), request, [request], requestWithQuery,
  ]

  @Test(arguments: values.indices) func isInNoDescription(of place: Int) {
    let value = Self.values[place]
    var dumped = ""
    dump(value, to: &dumped)
    let texts = ["\(value)", String(describing: value), String(reflecting: value), dumped]
    #expect(texts.filter { $0.contains(Self.sentinel) } == [])
  }

  @Test func isStillThere() {
    #expect(Secret(Self.sentinel).text == Self.sentinel)
    #expect("\(Self.request)" == "PUT https://localhost/a")
  }
}

/// Secrets in texts of servers, which repeat what they were sent in other spellings.
@Suite(.timeLimit(.minutes(1))) struct SecretMaskTests {
  private static let mask = SecretMask([
    Secret("IQoJ+x/Y=z&q\""), Secret("sig=ab%2Bcd%2Fef%3D"), Secret("ab%2Bcd%2Fef%3D"),
  ])

  @Test(arguments: [
    "IQoJ+x/Y=z&q\"", "IQoJ%2Bx%2FY%3Dz%26q%22", "IQoJ%2bx%2fY%3dz%26q%22", "IQoJ%252bx%252FY%253dz%2526q%2522",
    "IQoJ&#43;x&#x2F;Y=z&amp;q&quot;", "IQoJ&plus;x&sol;Y&equals;z&AMP;q&quot;".replacing("&AMP;", with: "&amp;"),
    #"IQoJ\u002bx\/Y=z&amp;q\""#, #"\u0049QoJ\x2bx\/Y=z\u0026q\""#, #"IQoJ\u00252bx%2fY%3Dz&amp;amp;q%22"#,
    "ab%2bcd%2fef%3d", "ab+cd/ef=", "ab%252bcd%252fef%253d", "sig=ab&#37;2Bcd&#37;2Fef&#37;3D",
  ])
  func noSpellingIsTold(spelled: String) {
    #expect(Self.mask.hiding(in: "é: \(spelled), 100% sure") == "é: <secret>, 100% sure")
  }

  @Test(arguments: ["", "100% sure &c; \\n \\", "a &amp; b %2", "%", "&", "&#;", "&#x;", "\\u12", "%+1&#+43;"])
  func whatIsNoSecretStays(text: String) { #expect(Self.mask.hiding(in: text) == text) }

  @Test func severalAreHidden() {
    let mask = SecretMask([Secret("one"), Secret("two"), Secret("")])
    #expect(mask.hiding(in: "one, two and one") == "<secret>, <secret> and <secret>")
    #expect(SecretMask([Secret("aab")]).hiding(in: "aaab aabaab") == "a<secret> <secret>")
    #expect(SecretMask([]).hiding(in: "one") == "one")
  }

  private static let token = "FwoGZXIvYXdzEBYaDsessionTOKEN+/abc+DEF/ghijklmnopqrstuvwxyz0123456789=="

  /// A part of a long secret is also secret, and so are its other spellings.
  @Test(arguments: [
    token, token.replacing("+", with: " "), token.replacing("+", with: "&#43").replacing("/", with: "&#x2f"),
    "\(token.prefix(30))\n \(token.dropFirst(30))", "\(token.prefix(30))&#10;\(token.dropFirst(30))",
    String(token.prefix(40)), String(token.prefix(20)), String(token.dropFirst(9).prefix(25)), token.uppercased(),
    Data(token.utf8).base64EncodedString().replacing("=", with: ""), token.utf8.map { String($0, radix: 16) }.joined(),
    token.utf8.map { String($0, radix: 16, uppercase: true) }.joined(separator: " "),
  ])
  func noPieceIsTold(spelled: String) {
    #expect(SecretMask([Secret(Self.token)]).hiding(in: "bad: \(spelled)!") == "bad: <secret>!")
  }

  /// As a server tells what it was sent in a field.
  @Test(arguments: 0..<3) func noPieceIsToldInBase64(count: Int) {
    let text = String(repeating: "a", count: count) + Self.token
    let shown = SecretMask([Secret(Self.token)]).hiding(in: Data(text.utf8).base64EncodedString())
    #expect(shown.contains("<secret>") && shown.count <= "<secret>".count + 8, "\(shown)")
  }

  @Test func fewCharactersAreNoSecret() {
    let mask = SecretMask([Secret(Self.token), Secret("sv=2021-12-02&se=2026-11-25T20:33:03Z&sig=abc")])
    for text in [String(Self.token.prefix(19)), "the signature ended at 2026-11-25T20:33:03Z", "a - b + c"] {
      #expect(mask.hiding(in: text) == text)
    }
  }

  /// A long text cannot delay a run, or get a secret cut in half and so printed.
  @Test func longTextsAreCutBeforeWhatMayBeHalfASecret() {
    let secret = String(repeating: "a", count: 2_000) + "b"
    let mask = SecretMask([Secret(secret)])
    #expect(mask.hiding(in: String(repeating: "a", count: 300_000)).utf8.count < 65_536)
    #expect(!mask.hiding(in: String(repeating: " ", count: 64_000) + secret + secret).contains("a"))
  }
}

/// Reading proxy variables, and keeping their secrets out of output.
@Suite struct ProxyVariablesTests {
  @Test func theFirstThatCountsForTheSchemeIsNamed() {
    let all = ["http_proxy": "a", "https_proxy": "b", "HTTPS_PROXY": "c", "all_proxy": "d", "HTTP_PROXY": "e"]
    #expect(ProxyVariables(all).name(for: "https://h/") == "https_proxy")
    #expect(ProxyVariables(all).name(for: "HTTP://h/") == "http_proxy")
    #expect(ProxyVariables(["HTTPS_PROXY": "c", "https_proxy": ""]).name(for: "https://h/") == "HTTPS_PROXY")
    #expect(ProxyVariables(["all_proxy": "d"]).name(for: "http://h/") == "all_proxy")
    #expect(ProxyVariables(["HTTP_PROXY": "e"]).name(for: "http://h/") == nil)
  }

  /// As written and as sent, also without a host.
  @Test(arguments: [
    ("http://usr:p%40ssword@proxy:3128", ["usr:p%40ssword", "p%40ssword", "p@ssword", "usr", "dXNyOnBAc3N3b3Jk"]),
    ("http://usr:password", ["usr:password", "password", "usr", "dXNyOnBhc3N3b3Jk"]),
    ("usr:password", ["usr:password", "password", "usr", "dXNyOnBhc3N3b3Jk"]),
    ("password:x", ["password:x", "password"]), ("socks5://token@h:1", ["token"]),
  ])
  func secretsAreKnownInEachForm(value: String, secrets: [String]) {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "HTTP_PROXY"] {
      let found = Set(ProxyVariables([name: value]).secrets.map(\.text))
      #expect(found.isSuperset(of: secrets), "\(name)=\(value)")
    }
  }

  @Test(arguments: ["http://proxy.example.com:3128", "proxy", "http://[::1]:3128/", "", "http://"])
  func anAddressAloneIsNoSecret(value: String) { #expect(ProxyVariables(["https_proxy": value]).secrets == []) }
}
