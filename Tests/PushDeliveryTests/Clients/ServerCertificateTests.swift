import Findings
import PushDelivery
import Testing

/// Demands on certificates, by facts as libcurl lists them.
@Suite struct ServerCertificateTests {
  private func certificate(_ changes: [String: String?] = [:]) -> ServerCertificate? {
    var facts: [String: String] = [
      "Signature Algorithm": "sha256WithRSAEncryption", "Public Key Algorithm": "rsaEncryption",
      "RSA Public Key": "2048", "X509v3 Subject Alternative Name": "DNS:push.example.com",
      "Start date": "Nov  7 00:00:00 2026 GMT", "Expire date": "Nov  7 00:00:00 2027 GMT",
    ]
    for (name, value) in changes { facts[name] = value }
    return ServerCertificate(facts.map { HeaderField($0.key, $0.value) })
  }

  private func refusers(_ changes: [String: String?], isPublic: Bool = true) throws -> Set<LoadingClient> {
    let found = try #require(certificate(changes))
    return Set(LoadingClient.allCases.filter { $0.refusal(of: found, isPublic: isPublic) != nil })
  }

  @Test func withoutFactsThereIsNone() { #expect(ServerCertificate([]) == nil) }

  @Test func anUsualOneIsOfUseToAll() throws {
    #expect(try refusers([:]) == [])
    #expect(try refusers(["Public Key Algorithm": "id-ecPublicKey", "RSA Public Key": nil]) == [])
  }

  @Test(arguments: ["sha1WithRSAEncryption", "ecdsa-with-SHA1", "md5WithRSAEncryption"])
  func weakSignaturesAreOfUseToNone(name: String) throws {
    #expect(try refusers(["Signature Algorithm": name]) == Set(LoadingClient.allCases))
  }

  @Test func namesAreThoseOfTheExtension() throws {
    for names in [nil, "email:push@example.com", "URI:spiffe://example.com/push"] {
      #expect(try refusers(["X509v3 Subject Alternative Name": names]) == Set(LoadingClient.allCases))
    }
    #expect(try refusers(["X509v3 Subject Alternative Name": "email:push@example.com, IP Address:192.0.2.1"]) == [])
  }

  @Test func smallKeysAreOfUseToSome() throws {
    #expect(try refusers(["RSA Public Key": "1024"]) == [.ios])
    #expect(try refusers(["RSA Public Key": "(1024 bit)"]) == [.ios])
    #expect(try refusers(["RSA Public Key": "1023"]) == Set(LoadingClient.allCases))
  }

  /// To the second: 398 days are from noon of 7 November to noon of 10 December of the next year.
  @Test(
    arguments: [
      ("Dec 10 12:00:00 2027 GMT", true, []), ("Dec 10 12:00:01 2027 GMT", true, [.ios, .chrome]),
      ("Dec 10 12:00:01 2027 GMT", false, []), ("Feb  9 12:00:00 2029 GMT", false, []),
      ("Feb  9 12:00:01 2029 GMT", false, [.ios]),
    ] as [(String, Bool, Set<LoadingClient>)])
  func longOnesAreOfUseToSome(end: String, isPublic: Bool, expected: Set<LoadingClient>) throws {
    let changes = ["Start date": "Nov  7 12:00:00 2026 GMT", "Expire date": end]
    #expect(try refusers(changes, isPublic: isPublic) == expected)
  }

  @Test func oldOnesMayBeLonger() throws {
    let changes = ["Start date": "Jun 30 00:00:00 2019 GMT", "Expire date": "Jun 30 00:00:00 2029 GMT"]
    #expect(try refusers(changes) == [])
  }

  @Test func issuersAreFoundAmongOtherPlaces() throws {
    let places = "OCSP - URI:http://ocsp.example.com/\nCA Issuers - URI:http://ca.example.com/ca.cer\n"
    #expect(
      try #require(certificate(["Authority Information Access": places])).issuers == ["http://ca.example.com/ca.cer"])
  }

  /// Only Apple's systems insist on forward secrecy, and no client offers a key exchange of finite fields.
  @Test func offersAreTheClients() {
    let withoutSecrecy = LoadingClient.allCases.filter { $0.handshake.suites.contains("AES128-GCM-SHA256") }
    #expect(withoutSecrecy == [.android, .chrome])
    for client in LoadingClient.allCases {
      #expect(!client.handshake.suites.contains { $0.hasPrefix("DHE") })
      // CBC with SHA-2: Apple's systems sent it up to iOS 15.3.
      #expect(
        !client.handshake.suites.contains {
          $0.contains("GCM") ? false : $0.hasSuffix("-SHA256") || $0.hasSuffix("-SHA384")
        })
      #expect(!client.handshake.signatures.contains { $0.contains("ed25519") || $0.contains("521") })
    }
  }
}
