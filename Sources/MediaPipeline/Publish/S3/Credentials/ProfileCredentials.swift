/// What a profile of AWS's files says of its credentials.
struct ProfileCredentials: CredentialSource {
  private let surroundings: AWSSurroundings
  private let profile: String
  /// Whether somebody named it, so that it must be there.
  private let isNamed: Bool
  /// The profiles that lead to this one.
  private let others: [String]

  init(_ surroundings: AWSSurroundings, profile: String, isNamed: Bool, behind others: [String] = []) {
    self.surroundings = surroundings
    self.profile = profile
    self.isNamed = isNamed
    self.others = others
  }

  var name: String { "the profile \(profile)" }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let files = AWSFiles(surroundings)
    if let fault = files.fault { throw .noCredentials(fault.detail, remedy: fault.remedy) }
    guard let keys = files.profile(profile) else { return try missing(files) }
    for way in Self.ways(of: keys, in: surroundings, behind: others + [profile]) {
      do throws(ObjectStoreError) {
        guard case .found(let lease) = try await way.find() else { continue }
        return .found(Lease(lease.credentials, life: lease.life, origin: lease.origin ?? way.name))
      } catch {
        var error = error
        error.detail = "\(way.name): \(error.detail)"
        throw error
      }
    }
    return .absent("it says nothing of credentials")
  }

  private func missing(_ files: AWSFiles) throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let reason = "it is neither in \(files.places.joined(separator: " nor in "))"
    guard isNamed else { return .absent(reason) }
    let known = files.names.isEmpty ? "" : "; there is \(files.names.joined(separator: ", "))"
    throw .noCredentials(reason + known, remedy: "set AWS_PROFILE to a profile that is there, or add [\(profile)]")
  }
}

/// What `aws login` has left (https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-sign-in.html). It is not followed: its tokens
/// are renewed by AWS's own tools, which can be asked for the credentials. Who has only signed in so must not publish as the machine's
/// role instead, without knowing.
struct ConsoleLogin: CredentialSource {
  private let profile: AWSProfile
  let name = "its login_session"

  init(_ profile: AWSProfile) { self.profile = profile }

  func find() throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard profile["login_session"] != nil else { return .absent("it has no login_session") }
    throw .noCredentials(
      "it is of `aws login`, whose sessions are not supported",
      remedy:
        "write a profile with the line `credential_process = aws configure export-credentials --profile \(profile.name) "
        + "--format process` and set AWS_PROFILE to it")
  }
}
