import Foundation
import Libraries
import TestSupport
import Testing

@Suite struct JSONWebTokenTests {
  private struct Claims: Codable, Equatable {
    var iss = "publisher@project.iam.gserviceaccount.com"
    var aud = "https://oauth2.googleapis.com/token"
    var exp = 1_800_000_000
  }

  private func parts(keyIdentifier: String?) throws -> (header: Data, claims: Data, signature: Data, message: String) {
    let key = try RSAPrivateKey(pem: RSANumbers.example.pem)
    let token = try JSONWebToken.signed(Claims(), keyIdentifier: keyIdentifier, with: key)
    #expect(token.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    let bytes = try parts.map { try #require(Data(base64URL: $0)) }
    return (bytes[0], bytes[1], bytes[2], parts[0] + "." + parts[1])
  }

  @Test(arguments: ["key-1", nil]) func hasHeaderAndClaims(keyIdentifier: String?) throws {
    let token = try parts(keyIdentifier: keyIdentifier)
    var header = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = keyIdentifier
    #expect(try JSONDecoder().decode([String: String].self, from: token.header) == header)
    #expect(try JSONDecoder().decode(Claims.self, from: token.claims) == Claims())
  }

  @Test func isSignedOverHeaderAndClaims() throws {
    let token = try parts(keyIdentifier: "key-1")
    let key = try RSAPrivateKey(pem: RSANumbers.example.pem)
    #expect(token.signature == Data(key.signature(of: Array(token.message.utf8))))
  }

  @Test func claimsThatAreNoJSONAreRefused() throws {
    let key = try RSAPrivateKey(pem: RSANumbers.example.pem)
    #expect(throws: EncodingError.self) {
      try JSONWebToken.signed(["exp": Double.infinity], keyIdentifier: nil, with: key)
    }
  }
}
