import Curl
import PushDelivery

/// Somebody who has logged in with gcloud: a token that lasts is exchanged for one that does not
/// (https://google.aip.dev/auth/4113).
struct AuthorizedUser: GoogleIdentity {
  private let clientID: String
  private let clientSecret: Secret
  private let refreshToken: Secret
  private let tokenURL: String

  let title = "the login"

  init(_ fields: GoogleFields) throws(CredentialsError) {
    clientID = try fields.required("client_id")
    clientSecret = Secret(try fields.required("client_secret"))
    refreshToken = Secret(try fields.required("refresh_token"))
    tokenURL = try fields.address("token_uri", standard: "https://oauth2.googleapis.com/token")
  }

  /// What it is good for was decided when somebody logged in.
  func token(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret> {
    let service = GoogleTokenService(tokenURL, settings, remedy: "run `gcloud auth application-default login`")
    let form = [
      ("grant_type", "refresh_token"), ("client_id", clientID), ("client_secret", clientSecret.text),
      ("refresh_token", refreshToken.text),
    ]
    return try await service.token(for: form, hiding: [clientSecret, refreshToken])
  }
}
