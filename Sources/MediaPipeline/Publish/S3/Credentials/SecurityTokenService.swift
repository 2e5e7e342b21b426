import Cryptography
import Curl
import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Which role is to be taken on, and as what the service is to log it.
struct RoleSession: Sendable {
  let role: String
  let name: String
  let externalID: String?
  /// In seconds; nil: an hour.
  let duration: String?

  init(role: String, name: String?) {
    self.role = role
    self.name = name ?? "richpush"
    (externalID, duration) = (nil, nil)
  }

  init(role: String, profile: AWSProfile) {
    self.role = role
    name = profile["role_session_name"] ?? "richpush"
    (externalID, duration) = (profile["external_id"], profile["duration_seconds"])
  }
}

/// Gives temporary credentials of a role (https://docs.aws.amazon.com/STS/latest/APIReference/welcome.html).
struct SecurityTokenService: Sendable {
  private let surroundings: AWSSurroundings

  init(_ surroundings: AWSSurroundings) { self.surroundings = surroundings }

  /// To somebody whom AWS knows.
  func assume(
    _ session: RoleSession, as credentials: AWSCredentials
  ) async throws(ObjectStoreError) -> Lease<AWSCredentials> {
    let fields = [
      ("Action", "AssumeRole"), ("DurationSeconds", session.duration), ("ExternalId", session.externalID),
    ]
    let signature = AWSSignature(region: surroundings.region, service: "sts")
    let request = signature.sign(
      try request(fields, session), as: credentials, at: surroundings.settings.clock.date())
    return try await lease(
      request, hiding: credentials.secrets + [session.externalID].compactMap { $0.map { Secret($0) } })
  }

  /// To whoever has the token of an issuer that the role trusts.
  func assume(_ session: RoleSession, with token: Secret) async throws(ObjectStoreError) -> Lease<AWSCredentials> {
    let fields = [("Action", "AssumeRoleWithWebIdentity"), ("WebIdentityToken", token.text)]
    return try await lease(try request(fields, session), hiding: [token])
  }

  private func request(
    _ fields: [(String, String?)], _ session: RoleSession
  ) throws(ObjectStoreError) -> HTTPRequest {
    let all = fields + [("RoleArn", session.role), ("RoleSessionName", session.name), ("Version", "2011-06-15")]
    let body = FormText.encoded(all.compactMap { name, value in value.map { (name, $0) } })
    let endpoint = try surroundings.endpoint("STS", host: "sts", region: surroundings.region)
    var request = HTTPRequest(
      .post, endpoint + "/", bodyLimit: CredentialService.bodyLimit, timeLimit: CredentialService.timeLimit)
    request.fields = [HTTPField("content-type", FormText.mediaType)]
    request.body = body
    return request
  }

  private func lease(
    _ request: HTTPRequest, hiding secrets: [Secret]
  ) async throws(ObjectStoreError) -> Lease<AWSCredentials> {
    let service = CredentialService(
      "the token service \(request.url)", settings: surroundings.settings,
      remedy: "let the role trust who asks for it, and correct role_arn where it is another")
    let text = String(decoding: try await service.body(request, hiding: secrets), as: UTF8.self)
    func element(_ name: String) -> String? { XMLText.element(name, in: text) }
    guard let id = element("AccessKeyId"), let secret = element("SecretAccessKey"), let end = element("Expiration"),
      let token = element("SessionToken")
    else { throw service.unreadable }
    let keys = AWSCredentials(accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: Secret(token))
    let now = surroundings.settings.clock.date()
    return Lease(try keys.sendable(from: "the token service"), life: Moment.life(until: end, from: now))
  }
}
