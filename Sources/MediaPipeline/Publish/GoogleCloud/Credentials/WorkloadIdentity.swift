import Curl
import PushDelivery

/// Somebody whom another issuer vouches for, such as a runner of a service for builds: its token is exchanged for one of Google's
/// (https://google.aip.dev/auth/4117).
struct WorkloadIdentity: GoogleIdentity {
  private let subject: SubjectToken
  private let audience: String
  private let subjectType: String
  private let tokenURL: String
  /// Of those federations that ask who exchanges something.
  private let client: Secret?
  /// Which account it acts for.
  private let account: ImpersonationAddress?

  init(_ fields: GoogleFields) throws(CredentialsError) {
    guard let source = fields.part("credential_source") else { throw fields.error("has no credential_source") }
    subject = try SubjectToken(source)
    audience = try fields.required("audience")
    subjectType = try fields.required("subject_token_type")
    tokenURL = try fields.address("token_url", standard: "https://sts.googleapis.com/v1/token")
    client = fields["client_id"].map { Secret("\($0):\(fields["client_secret"] ?? "")") }
    account = try fields["service_account_impersonation_url"] == nil ? nil : ImpersonationAddress(fields)
  }

  var title: String { "workload identity" + (account.map { " as \($0.email)" } ?? "") }

  func token(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret> {
    guard let account else { return try await exchanged(for: scope, settings) }
    let own = try await exchanged(for: GoogleScope.platform, settings)
    return try await account.token(for: scope, as: own.credentials, settings)
  }

  /// https://datatracker.ietf.org/doc/html/rfc8693
  private func exchanged(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret> {
    let token = try await subject.token(settings)
    let service = GoogleTokenService(
      tokenURL, settings, remedy: "let the pool of identities trust the issuer and the subject of the token")
    let form = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("audience", audience), ("scope", scope),
      ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"), ("subject_token", token.text),
      ("subject_token_type", subjectType),
    ]
    return try await service.token(for: form, as: client, hiding: [token])
  }
}
