import Libraries
import Testing

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
