import Curl
import Essentials
import PushDelivery

/// Keys in variables (https://docs.aws.amazon.com/sdkref/latest/guide/feature-static-credentials.html).
struct EnvironmentKeys: CredentialSource {
  let variables: Variables
  let name = "the environment"

  func find() throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let (id, secret) = (variables["AWS_ACCESS_KEY_ID"], variables["AWS_SECRET_ACCESS_KEY"])
    guard let id, let secret else {
      if id == nil, secret == nil { return .absent("AWS_ACCESS_KEY_ID is not set") }
      let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
      let (there, missing) = id == nil ? (names[1], names[0]) : (names[0], names[1])
      throw .noCredentials("\(there) is set and \(missing) is not", remedy: "set both, or neither")
    }
    let keys = AWSCredentials(
      accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: variables["AWS_SESSION_TOKEN"].map { Secret($0) })
    return .found(Lease(try keys.sendable(from: "the environment"), life: nil))
  }
}

/// Keys that a profile holds itself.
struct StoredKeys: CredentialSource {
  private let profile: AWSProfile
  let name = "its keys"

  init(_ profile: AWSProfile) { self.profile = profile }

  func find() throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let (id, secret) = (profile["aws_access_key_id"], profile["aws_secret_access_key"])
    guard let id, let secret else {
      if id == nil, secret == nil { return .absent("it has no aws_access_key_id") }
      throw .noCredentials(
        "it has no \(id == nil ? "aws_access_key_id" : "aws_secret_access_key")",
        remedy: "add it, or set AWS_PROFILE to another profile")
    }
    let keys = AWSCredentials(
      accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: profile["aws_session_token"].map { Secret($0) })
    return .found(Lease(try keys.sendable(from: "the profile \(profile.name)")))
  }
}

extension AWSCredentials {
  func sendable(from place: String) throws(ObjectStoreError) -> AWSCredentials {
    do throws(CredentialsError) { return try requireSendable(from: place) } catch { throw ObjectStoreError(error) }
  }
}
