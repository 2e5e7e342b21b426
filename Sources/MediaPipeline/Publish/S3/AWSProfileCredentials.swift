import Curl
import Findings

// Keys in variables and files, and the programs that files name.
extension AWSSurroundings {
  /// Keys in variables (https://docs.aws.amazon.com/sdkref/latest/guide/feature-static-credentials.html).
  func keysOfEnvironment() throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let names = (id: "AWS_ACCESS_KEY_ID", secret: "AWS_SECRET_ACCESS_KEY")
    switch (variables[names.id], variables[names.secret]) {
    case (nil, nil): return .absent("\(names.id) is not set")
    case (let id?, let secret?):
      return .found(
        Lease(try AWSCredentials(id, secret, token: variables["AWS_SESSION_TOKEN"], from: "the environment")))
    case (let id, _):
      let (there, missing) = id == nil ? (names.secret, names.id) : names
      throw .noCredentials("\(there) is set and \(missing) is not", remedy: "set both, or neither")
    }
  }

  /// What a profile of AWS's files says of its credentials.
  func keysOfProfile() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let files = AWSFiles(self)
    if let fault = files.fault { throw .noCredentials(fault.detail, remedy: fault.remedy) }
    guard let keys = files.profile(profile) else { return try missing(files) }
    for way in ways(keys) {
      do throws(ObjectStoreError) {
        guard case .found(var lease) = try await way.find() else { continue }
        lease.origin = lease.origin ?? way.name
        return .found(lease)
      } catch {
        throw error.told(by: way.name)
      }
    }
    return .absent("it says nothing of credentials")
  }

  /// A profile that the user names must exist.
  private func missing(_ files: AWSFiles) throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let reason = "it is neither in \(files.places.joined(separator: " nor in "))"
    guard namedProfile != nil else { return .absent(reason) }
    let known = files.names.isEmpty ? "" : "; there is \(files.names.joined(separator: ", "))"
    throw .noCredentials(reason + known, remedy: "set AWS_PROFILE to a profile that is there, or add [\(profile)]")
  }

  /// What a profile may say, in the order in which it counts. Roles, single sign-on and what `aws login` has left are AWS's own tool's to
  /// follow: who has only signed in so must not publish as the machine's role instead, without knowing.
  private func ways(_ profile: AWSProfile) -> [CredentialSource<AWSCredentials>] {
    let token = profile["web_identity_token_file"]
    return [
      CredentialSource("its role_arn") { () async throws(ObjectStoreError) in
        try await told(profile, where: token == nil && profile["role_arn"] != nil)
      },
      CredentialSource("its web identity") { () async throws(ObjectStoreError) in
        try await webIdentity(
          token, profile["role_arn"], session: profile["role_session_name"],
          names: ("web_identity_token_file", "role_arn"))
      },
      CredentialSource("its single sign-on") { () async throws(ObjectStoreError) in
        try await told(profile, where: (profile["sso_session"] ?? profile["sso_start_url"]) != nil)
      },
      CredentialSource("its keys") { () throws(ObjectStoreError) in try stored(profile) },
      CredentialSource("its credential_process") { () async throws(ObjectStoreError) in try await printed(profile) },
      CredentialSource("its login_session") { () async throws(ObjectStoreError) in
        try await told(profile, where: profile["login_session"] != nil)
      },
    ]
  }

  /// Keys that a profile holds itself.
  private func stored(_ profile: AWSProfile) throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let names = ["aws_access_key_id", "aws_secret_access_key"]
    guard let id = profile[names[0]], let secret = profile[names[1]] else {
      let missing = names.filter { profile[$0] == nil }
      if missing == names { return .absent("it has no \(names[0])") }
      throw .noCredentials(
        "it has no \(missing[0])", remedy: "add it, or set AWS_PROFILE to another profile")
    }
    let token = profile["aws_session_token"]
    return .found(Lease(try AWSCredentials(id, secret, token: token, from: "the profile \(profile.name)")))
  }

  /// What a program prints that a profile names (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html).
  private func printed(_ profile: AWSProfile) async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let command = profile["credential_process"] else { return .absent("it has no credential_process") }
    guard let words = CommandWords(command)?.words, !words.isEmpty else {
      throw .noCredentials("the command has no words, or a quote without an end", remedy: "correct credential_process")
    }
    let remedy = "run the command in a terminal and see what it says"
    return try await lease(CredentialProgram(words: words, installing: remedy, remedy: remedy))
  }

  /// What AWS's own tool knows of a profile
  /// (https://docs.aws.amazon.com/cli/latest/reference/configure/export-credentials.html).
  ///
  /// - Parameter isMeant: whether the profile has what only the tool follows.
  private func told(
    _ profile: AWSProfile, where isMeant: Bool
  ) async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard isMeant else { return .absent("it has none") }
    let command = ["aws", "configure", "export-credentials", "--profile", profile.name]
    guard profile["mfa_serial"] == nil else {
      throw .noCredentials(
        "it asks for a code of a device (mfa_serial), for which nobody can be asked here",
        remedy: "export them first: eval \"$(\(command.joined(separator: " ")) --format env)\"")
    }
    return try await lease(
      CredentialProgram(
        words: command + ["--format", "process"],
        installing:
          "install AWS's command line, which knows it; or set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN",
        remedy:
          "run `\(command.joined(separator: " "))` and see what it says; `aws sso login --profile \(profile.name)` signs on anew"
      ))
  }

  private func lease(_ program: CredentialProgram) async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    let document = try await program.document(variables)
    guard let lease = try Lease(document, at: now, from: program.words[0]) else {
      throw program.failure("printed no credentials")
    }
    guard document["Version"] == 1 else {
      throw program.failure("printed credentials whose \"Version\" is not 1, the only one that is known")
    }
    guard lease.life.map({ $0 > .zero }) ?? true else {
      throw program.failure("printed credentials that have ended at \(document["Expiration"]?.text?.prefix(30) ?? "")")
    }
    return .found(lease)
  }
}
