/// A role that a profile takes on, with credentials of elsewhere (https://docs.aws.amazon.com/sdkref/latest/guide/feature-assume-role-credentials.html).
struct RoleOfProfile: CredentialSource {
  private let surroundings: AWSSurroundings
  private let profile: AWSProfile
  /// The profiles that lead to this one, and itself.
  private let others: [String]

  init(_ surroundings: AWSSurroundings, _ profile: AWSProfile, behind others: [String]) {
    self.surroundings = surroundings
    self.profile = profile
    self.others = others
  }

  var name: String { "its role_arn" }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let role = profile["role_arn"] else { return .absent("it has no role_arn") }
    guard profile["web_identity_token_file"] == nil else { return .absent("it has a token of its own") }
    guard profile["mfa_serial"] == nil else {
      throw .noCredentials(
        "it asks for a code of a device (mfa_serial), for which nobody can be asked here",
        remedy: "export them first: eval \"$(aws configure export-credentials --profile \(profile.name) --format env)\""
      )
    }
    let source = try source()
    guard case .found(let lease) = try await source.find() else {
      throw .noCredentials(
        "\(source.name), which it goes by, gives no credentials", remedy: "set that up, or name another source")
    }
    let session = RoleSession(role: role, profile: profile)
    let taken = try await SecurityTokenService(surroundings).assume(session, as: lease.credentials)
    return .found(Lease(taken.credentials, life: taken.life, origin: "the role \(role) by \(source.name)"))
  }

  private func source() throws(ObjectStoreError) -> any CredentialSource<AWSCredentials> {
    switch (profile["source_profile"], profile["credential_source"]) {
    case (profile.name?, nil): return StoredKeys(profile)
    case (let name?, nil):
      guard !others.contains(name) else {
        throw .noCredentials(
          "source_profile leads in a circle: \((others + [name]).joined(separator: ", "))",
          remedy: "let the last of them hold credentials")
      }
      return ProfileCredentials(surroundings, profile: name, isNamed: true, behind: others)
    case (nil, "Environment"): return EnvironmentKeys(variables: surroundings.variables)
    case (nil, "Ec2InstanceMetadata"): return InstanceMetadata(surroundings)
    case (nil, "EcsContainer"): return ContainerCredentials(surroundings)
    default:
      throw .noCredentials(
        "it does not say by which credentials",
        remedy: "give it one of source_profile and credential_source (Environment, Ec2InstanceMetadata, EcsContainer)")
    }
  }
}
