import Cryptography
import Curl
import Essentials
import Findings
import PushDelivery

/// Credentials for somebody who has signed on with `aws sso login`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-sso-credentials.html).
struct SingleSignOn: CredentialSource {
  private let surroundings: AWSSurroundings
  private let profile: AWSProfile
  let name = "its single sign-on"

  init(_ surroundings: AWSSurroundings, _ profile: AWSProfile) {
    self.surroundings = surroundings
    self.profile = profile
  }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let key = profile["sso_session"] ?? profile["sso_start_url"] else {
      return .absent("it has no sso_session")
    }
    let session = try session()
    guard let account = profile["sso_account_id"], let role = profile["sso_role_name"],
      let region = session["sso_region"]
    else {
      throw .noCredentials(
        "sso_account_id, sso_role_name or sso_region is missing", remedy: "run `aws configure sso`")
    }
    let lease = try await lease(account: account, role: role, region: region, token: try token(named: key))
    return .found(
      Lease(lease.credentials, life: lease.life, origin: "the role \(role) of the account \(account) by single sign-on")
    )
  }

  /// The keys that older profiles have themselves.
  private func session() throws(ObjectStoreError) -> AWSProfile {
    guard let name = profile["sso_session"] else { return profile }
    guard let session = AWSFiles(surroundings).session(name) else {
      throw .noCredentials("there is no [sso-session \(name)]", remedy: "run `aws configure sso`")
    }
    return session
  }

  /// The token that signing on has left. It is never written here, so that AWS's own tools stay its only keepers.
  private func token(named key: String) throws(ObjectStoreError) -> Secret {
    let remedy = "run `aws sso login --profile \(profile.name)`"
    let path = "\(surroundings.home)/.aws/sso/cache/\(SHA1.hex(of: Array(key.utf8))).json"
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try FileReading.bytes(of: path, limit: 1_000_000)
    } catch {
      throw .noCredentials("nobody has signed on: \(error.description)", remedy: remedy)
    }
    guard let token = try? JSONDecoder().decode(SignOnToken.self, from: Data(bytes)), token.accessToken.isToken else {
      throw .noCredentials("\(path) holds no token", remedy: remedy)
    }
    guard let life = Moment.life(until: token.expiresAt, from: surroundings.settings.clock.date()), life > .zero else {
      throw .noCredentials("the sign-on is over since \(token.expiresAt.prefix(30))", remedy: remedy)
    }
    return Secret(token.accessToken)
  }

  private func lease(
    account: String, role: String, region: String, token: Secret
  ) async throws(ObjectStoreError) -> Lease<AWSCredentials> {
    let endpoint = try surroundings.endpoint("SSO", host: "portal.sso", region: region)
    let query = "account_id=\(PercentEncoding.component(account))&role_name=\(PercentEncoding.component(role))"
    let request = HTTPRequest(
      .get, "\(endpoint)/federation/credentials?\(query)",
      fields: [HTTPField("x-amz-sso_bearer_token", token.text)], bodyLimit: CredentialService.bodyLimit,
      timeLimit: CredentialService.timeLimit)
    let service = CredentialService(
      "the single sign-on \(endpoint)", settings: surroundings.settings,
      remedy: "run `aws sso login --profile \(profile.name)`, and see that the role is yours")
    let answer = try await service.document(SignOnAnswer.self, request, hiding: [token]).roleCredentials
    let keys = AWSCredentials(
      accessKeyID: answer.accessKeyId, secretAccessKey: Secret(answer.secretAccessKey),
      sessionToken: Secret(answer.sessionToken))
    let now = surroundings.settings.clock.date().timeIntervalSince1970
    return Lease(
      try keys.sendable(from: "the single sign-on"), life: .seconds(Double(answer.expiration) / 1000 - now))
  }
}

/// What `aws sso login` leaves.
private struct SignOnToken: Decodable {
  let accessToken: String
  let expiresAt: String
}

/// An answer to GetRoleCredentials.
private struct SignOnAnswer: Decodable, Sendable {
  struct Keys: Decodable, Sendable {
    let accessKeyId: String
    let secretAccessKey: String
    let sessionToken: String
    /// In milliseconds since 1970.
    let expiration: Int
  }
  let roleCredentials: Keys
}
