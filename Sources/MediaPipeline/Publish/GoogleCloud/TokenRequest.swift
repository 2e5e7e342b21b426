import Cryptography
import Curl
import Foundation

/// What is asked to get an access token: a signed claim (https://developers.google.com/identity/protocols/oauth2/service-account),
/// or nothing but a word to the metadata server (https://cloud.google.com/compute/docs/access/authenticate-workloads).
struct TokenRequest: Sendable {
  let request: HTTPRequest
  /// What is in it that nobody may see.
  let secrets: [Secret]

  /// Objects may be read and created, and buckets not changed.
  static let scope = "https://www.googleapis.com/auth/devstorage.read_write"

  private static let timeLimit = Duration.seconds(30)
  private static let bodyLimit = 65_536

  init(metadataServer host: String) {
    let path = "/computeMetadata/v1/instance/service-accounts/default/token"
    request = HTTPRequest(
      .get, "http://\(host)\(path)", fields: [HTTPField("Metadata-Flavor", "Google")], bodyLimit: Self.bodyLimit,
      timeLimit: Self.timeLimit)
    secrets = []
  }

  /// - Throws: `CredentialsError` where the private key is none.
  init(_ key: ServiceAccountKey, at date: Date) throws(CredentialsError) {
    let assertion = try Self.assertion(key, at: date)
    let type = PercentEncodedForm.grantType
    var request = HTTPRequest(
      .post, key.tokenURL, fields: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
      bodyLimit: Self.bodyLimit, timeLimit: Self.timeLimit)
    request.body = Array("grant_type=\(type)&assertion=\(assertion)".utf8)
    self.request = request
    secrets = [Secret(assertion)]
  }

  private static func assertion(_ key: ServiceAccountKey, at date: Date) throws(CredentialsError) -> String {
    do {
      let privateKey = try RSAPrivateKey(pem: key.privateKey.text)
      return try JSONWebToken.signed(TokenClaims(key, at: date), keyIdentifier: key.privateKeyID, with: privateKey)
    } catch {
      throw CredentialsError(
        "the private_key of \(key.email) is not an RSA key in PEM form",
        remedy: "make a new key for the service account")
    }
  }
}

private enum PercentEncodedForm {
  /// `urn:ietf:params:oauth:grant-type:jwt-bearer` (https://datatracker.ietf.org/doc/html/rfc7523#section-2.1).
  static let grantType = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
}

private struct TokenClaims: Encodable {
  let iss: String
  let scope: String
  let aud: String
  let iat: Int
  let exp: Int

  /// An hour is the longest that Google allows.
  init(_ key: ServiceAccountKey, at date: Date) {
    iss = key.email
    scope = TokenRequest.scope
    aud = key.tokenURL
    iat = Int(date.timeIntervalSince1970)
    exp = iat + 3600
  }
}
