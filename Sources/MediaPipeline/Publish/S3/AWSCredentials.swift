public import Curl

/// By what AWS, and stores that are compatible with its S3, know who sends a request. The secret parts are in no description.
public struct AWSCredentials: Hashable, Sendable {
  public let accessKeyID: String
  public let secretAccessKey: Secret
  /// Of temporary credentials.
  public let sessionToken: Secret?

  public init(accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
  }

  /// Finds credentials where AWS's own tools look first: in the environment, then in the file of credentials
  /// (https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html).
  ///
  /// - Parameters:
  ///   - environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`; `AWS_SHARED_CREDENTIALS_FILE`,
  ///     `AWS_PROFILE`. An empty variable is none.
  ///   - home: the folder in which `.aws/credentials` is.
  public static func find(
    environment: [String: String], home: String
  ) throws(CredentialsError) -> AWSCredentials {
    let variables = environment.filter { !$0.value.isEmpty }
    if let id = variables["AWS_ACCESS_KEY_ID"], let secret = variables["AWS_SECRET_ACCESS_KEY"] {
      let token = variables["AWS_SESSION_TOKEN"].map { Secret($0) }
      return try AWSCredentials(accessKeyID: id, secretAccessKey: Secret(secret), sessionToken: token)
        .requireSendable(from: "the environment")
    }
    for (there, missing) in [pair, pair.reversed()].map({ ($0[0], $0[1]) }) where variables[there] != nil {
      throw CredentialsError("\(there) is set and \(missing) is not", remedy: "set both, or neither")
    }
    let file = AWSCredentialsFile(
      path: variables["AWS_SHARED_CREDENTIALS_FILE"] ?? (home.hasSuffix("/") ? home : home + "/") + ".aws/credentials",
      isNamed: variables["AWS_SHARED_CREDENTIALS_FILE"] != nil)
    return try file.credentials(of: variables["AWS_PROFILE"] ?? "default")
  }

  private static let pair = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]

  /// They become fields of a header: white space and control characters, such as a line break that was pasted along, cannot.
  func requireSendable(from place: String) throws(CredentialsError) -> AWSCredentials {
    let texts = [accessKeyID, secretAccessKey.text, sessionToken?.text ?? "-"]
    guard texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      throw CredentialsError(
        "the AWS credentials from \(place) hold white space or characters that no key has", remedy: "copy them again")
    }
    return self
  }
}
