import Curl
import Essentials
import Findings
import PushDelivery

/// One identity acts for an account, as `gcloud auth application-default login --impersonate-service-account` has it.
struct ActingFor: GoogleIdentity {
  private let source: any GoogleIdentity
  private let account: ImpersonationAddress

  init(_ fields: GoogleFields, source: any GoogleIdentity) throws(CredentialsError) {
    self.source = source
    account = try ImpersonationAddress(fields)
  }

  var title: String { "\(source.title) as \(account.email)" }

  func token(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret> {
    let own = try await source.token(for: GoogleScope.platform, settings)
    return try await account.token(for: scope, as: own.credentials, settings)
  }
}

/// Where tokens of an account are given to those who may act for it
/// (https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken).
struct ImpersonationAddress: Sendable {
  private let url: String
  /// The accounts by way of which that is permitted, in their order.
  private let delegates: [String]

  init(_ fields: GoogleFields) throws(CredentialsError) {
    url = try fields.address("service_account_impersonation_url")
    delegates = fields.texts("delegates")
  }

  /// The account's address, which the URL has before the name of the method.
  var email: String {
    let name = url.split(separator: "/").last.map(String.init) ?? url
    return String(name.prefix { $0 != ":" })
  }

  /// - Parameter own: the token of whoever acts.
  func token(
    for scope: String, as own: Secret, _ settings: StoreSettings
  ) async throws(ObjectStoreError) -> Lease<Secret> {
    var request = HTTPRequest(
      .post, url, fields: [HTTPField("Content-Type", "application/json")], bodyLimit: CredentialService.bodyLimit,
      timeLimit: CredentialService.timeLimit)
    let body = Body(delegates: delegates, scope: [scope], lifetime: "3600s")
    request.body = (try? JSONEncoder().encode(body)).map(Array.init) ?? []
    request.authorization = .bearer(own)
    let service = CredentialService(
      url, settings: settings, remedy: "let the account's IAM policy give it roles/iam.serviceAccountTokenCreator")
    let answer = try await service.document(Answer.self, request)
    guard answer.accessToken.isToken else { throw service.unreadable }
    let life = Moment.life(until: answer.expireTime, from: settings.clock.date())
    return Lease(Secret(answer.accessToken), life: life ?? .seconds(3600))
  }

  private struct Body: Encodable {
    let delegates: [String]
    let scope: [String]
    let lifetime: String
  }

  private struct Answer: Decodable, Sendable {
    let accessToken: String
    let expireTime: String
  }
}
