import Essentials
import Findings
public import Libraries
package import PushDelivery

/// Credentials for AWS and S3-compatible stores. Descriptions do not show the secret parts.
public struct AWSCredentials: Hashable, Sendable {
  public let accessKeyID: String
  public let secretAccessKey: Secret
  /// Of temporary credentials.
  public let sessionToken: Secret?

  public init(accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil) {
    (self.accessKeyID, self.secretAccessKey, self.sessionToken) = (accessKeyID, secretAccessKey, sessionToken)
  }
}

extension S3Bucket {
  /// In the order of AWS's own tools (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). Services that give
  /// credentials are in the bucket's region unless the environment or a profile says another.
  package func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain {
    let place = AWSSurroundings(environment, region: region, settings: settings)
    let remedy =
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or write a profile with `aws configure`"
    return CredentialChain(
      for: "Amazon S3", remedy: remedy,
      [
        ("the environment", place.keysOfEnvironment), ("the web identity", place.webIdentityOfEnvironment),
        ("the profile \(place.profile)", place.keysOfProfile), ("the container", place.keysOfContainer),
        ("the machine's role", place.roleOfMachine),
      ])
  }
}

extension Lease {
  /// Keys from texts. They become header fields, so white space and control characters, such as a pasted line break, are refused; errors
  /// name the place that they are from.
  init(
    id: String, secret: String, token: String?, from place: String, life: Duration? = nil
  ) throws(ObjectStoreError) {
    guard [id, secret, token ?? "-"].allSatisfy(\.isToken) else { throw .credentials("keyCharacters", place) }
    self.init(
      .keys(AWSCredentials(accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: token.map(Secret.init))),
      life: life)
  }

  /// Credentials from programs, containers and machines, in JSON
  /// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html); nil for other JSON.
  init?(_ document: JSONValue, at date: Date, from place: String) throws(ObjectStoreError) {
    guard let id = document["AccessKeyId"]?.text, let secret = document["SecretAccessKey"]?.text else { return nil }
    try self.init(
      id: id, secret: secret, token: document["Token"]?.text ?? document["SessionToken"]?.text, from: place,
      life: document["Expiration"]?.text.flatMap { Self.life(until: $0, from: date) })
  }
}

/// Everything that determines the credentials: variables, the files that they name, and how to connect to services.
struct AWSSurroundings: Sendable {
  let variables: Variables
  let settings: StoreSettings
  private let bucketRegion: String?

  init(_ environment: [String: String], region: String? = nil, settings: StoreSettings = .init()) {
    (variables, bucketRegion, self.settings) = (Variables(environment), region, settings)
  }

  /// The folder with `.aws`, without a slash at its end.
  var home: String { FileSystem.homeFolder(variables["HOME"]) }

  var profile: String { namedProfile ?? "default" }
  /// The second name is the AWS command line's older one.
  private var namedProfile: String? { variables["AWS_PROFILE"] ?? variables["AWS_DEFAULT_PROFILE"] }

  var now: Date { settings.clock.date() }

  /// The region of the environment, or of the profile.
  var ownRegion: String? {
    variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? AWSFiles(self).profile(profile)?["region"]
  }

  /// The region of the credential services. Other stores have regions such as `auto`, which Amazon does not know.
  var region: String {
    let isAmazons = { (region: String) in region.wholeMatch(of: /[a-z]{2}(-[a-z]+)+-[0-9]+/) != nil }
    return [ownRegion, bucketRegion].compactMap(\.self).first(where: isAmazons) ?? "us-east-1"
  }

  func path(_ text: String) -> String { text.hasPrefix("~/") ? home + text.dropFirst() : text }

  /// Keys in variables (https://docs.aws.amazon.com/sdkref/latest/guide/feature-static-credentials.html).
  func keysOfEnvironment() throws(ObjectStoreError) -> SourceAnswer {
    let (first, second) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
    guard let id = variables[first] else {
      if variables[second] != nil { throw .credentials("halfSet", second, first) }
      return .absent("\(first) is not set")
    }
    guard let secret = variables[second] else { throw .credentials("halfSet", first, second) }
    return .found(try Lease(id: id, secret: secret, token: variables["AWS_SESSION_TOKEN"], from: "the environment"))
  }

  /// The keys of a profile that stand for a kind of credentials, in order of precedence. AWS's own tool handles roles, single sign-on and
  /// `aws login`: after such a login you must not unknowingly publish as the machine's role.
  private static let kinds =
    ["web_identity_token_file", "role_arn", "sso_session", "sso_start_url"] + keyNames
    + ["credential_process", "login_session"]
  private static let keyNames = ["aws_access_key_id", "aws_secret_access_key"]

  func keysOfProfile() async throws(ObjectStoreError) -> SourceAnswer {
    let files = AWSFiles(self)
    if let fault = files.fault { throw fault }
    guard let keys = files.profile(profile) else { return try missing(files) }
    guard let kind = Self.kinds.first(where: { keys[$0] != nil }), let value = keys[kind] else {
      return .absent("it says nothing of credentials")
    }
    do throws(ObjectStoreError) {
      switch kind {
      case "web_identity_token_file":
        let session = keys["role_session_name"]
        return .found(try await webIdentity(value, keys["role_arn"], session: session, names: (kind, "role_arn")))
      case "credential_process": return .found(try await printed(by: value))
      case _ where Self.keyNames.contains(kind): return .found(try stored(keys))
      default: return .found(try await exported())
      }
    } catch { throw error.told(by: "its " + kind) }
  }

  /// A named profile must exist.
  private func missing(_ files: AWSFiles) throws(ObjectStoreError) -> SourceAnswer {
    let reason = "it is neither in \(files.places.joined(separator: " nor in "))"
    guard namedProfile != nil else { return .absent(reason) }
    let known = files.names.isEmpty ? "" : "; there is \(files.names.joined(separator: ", "))"
    throw .noCredentials(reason + known, remedy: "set AWS_PROFILE to a profile that is there, or add [\(profile)]")
  }

  private func stored(_ keys: [String: String]) throws(ObjectStoreError) -> Lease {
    guard let id = keys[Self.keyNames[0]], let secret = keys[Self.keyNames[1]] else {
      let missing = Self.keyNames.filter { keys[$0] == nil }.joined()
      throw .credentials("missingKey", missing)
    }
    return try Lease(id: id, secret: secret, token: keys["aws_session_token"], from: "the profile \(profile)")
  }

  /// The output of a program in the profile (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html).
  private func printed(by command: String) async throws(ObjectStoreError) -> Lease {
    guard let words = commandWords(command), !words.isEmpty else { throw .credentials("wordlessCommand") }
    let remedy = "run the command in a terminal and see what it says"
    return try await lease(CredentialProgram(words: words, installing: remedy, remedy: remedy))
  }

  /// A profile's credentials by AWS's own tool (https://docs.aws.amazon.com/cli/latest/reference/configure/export-credentials.html).
  private func exported() async throws(ObjectStoreError) -> Lease {
    try await lease(
      CredentialProgram(
        words: ["aws", "configure", "export-credentials", "--profile", profile, "--format", "process"],
        installing: "install AWS's command line, which knows it, or set the keys in variables",
        remedy: "run `aws sso login --profile \(profile)` to sign in again, or the command to see what it says"))
  }

  private func lease(_ program: CredentialProgram) async throws(ObjectStoreError) -> Lease {
    let document = try await program.document(variables)
    guard let lease = try Lease(document, at: now, from: program.words[0]) else {
      throw program.failure("printed no credentials")
    }
    guard document["Version"] == 1, lease.life.map({ $0 > .zero }) ?? true else {
      throw program.failure("printed credentials that have ended, or whose \"Version\" is not 1")
    }
    return lease
  }
}
