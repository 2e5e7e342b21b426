import Curl
import PushDelivery

/// A role that is taken on with a token of somebody who vouches for this process, such as a cluster of Kubernetes
/// (https://docs.aws.amazon.com/sdkref/latest/guide/access-assume-role-web.html).
struct WebIdentity: CredentialSource {
  let name: String
  private let surroundings: AWSSurroundings
  private let file: String?
  private let role: String?
  private let session: String?
  /// What says where the token and the role are.
  private let keys: (file: String, role: String)

  init(_ surroundings: AWSSurroundings, environment variables: Variables) {
    name = "the web identity"
    self.surroundings = surroundings
    keys = ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN")
    (file, role, session) = (variables[keys.file], variables[keys.role], variables["AWS_ROLE_SESSION_NAME"])
  }

  init(_ surroundings: AWSSurroundings, profile: AWSProfile) {
    name = "its web identity"
    self.surroundings = surroundings
    keys = ("web_identity_token_file", "role_arn")
    (file, role, session) = (profile[keys.file], profile[keys.role], profile["role_session_name"])
  }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let file else { return .absent("\(keys.file) is not set") }
    guard let role else {
      throw .noCredentials("\(keys.file) is set and \(keys.role) is not", remedy: "set both, or neither")
    }
    let token = try SecretFile.read(surroundings.path(file), named: keys.file)
    let session = RoleSession(role: role, name: session)
    let taken = try await SecurityTokenService(surroundings).assume(session, with: token)
    return .found(Lease(taken.credentials, life: taken.life, origin: "the role \(role)"))
  }
}
