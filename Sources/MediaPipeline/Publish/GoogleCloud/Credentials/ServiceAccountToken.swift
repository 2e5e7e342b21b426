import Cryptography
import Curl
import Essentials
import PushDelivery

/// A signed claim is exchanged for a token (https://developers.google.com/identity/protocols/oauth2/service-account).
extension ServiceAccountKey: GoogleIdentity {
  var title: String { "the key of \(email)" }

  func token(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret> {
    let assertion: String
    do throws(CredentialsError) {
      assertion = try self.assertion(for: scope, at: settings.clock.date())
    } catch {
      throw ObjectStoreError(.credentials, store: tokenURL, detail: error.description, remedy: error.remedy)
    }
    let service = GoogleTokenService(tokenURL, settings, remedy: "make a new key for the service account")
    // https://datatracker.ietf.org/doc/html/rfc7523#section-2.1
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)]
    return try await service.token(for: form, hiding: [Secret(assertion)])
  }

  private func assertion(for scope: String, at date: Date) throws(CredentialsError) -> String {
    do {
      let key = try RSAPrivateKey(pem: privateKey.text)
      return try JSONWebToken.signed(TokenClaims(self, scope, at: date), keyIdentifier: privateKeyID, with: key)
    } catch {
      throw CredentialsError(
        "the private_key of \(email) is not an RSA key in PEM form", remedy: "make a new key for the service account")
    }
  }
}

private struct TokenClaims: Encodable {
  let iss: String
  let scope: String
  let aud: String
  let iat: Int
  let exp: Int

  /// An hour is the longest that Google allows.
  init(_ key: ServiceAccountKey, _ scope: String, at date: Date) {
    iss = key.email
    self.scope = scope
    aud = key.tokenURL
    iat = Int(date.timeIntervalSince1970)
    exp = iat + 3600
  }
}
