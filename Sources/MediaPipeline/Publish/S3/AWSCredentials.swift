public import Curl
import PushDelivery

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

/// The file of credentials that AWS's tools share: sections `[profile]` with lines `key = value`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html).
struct AWSCredentialsFile {
  let path: String
  /// Whether someone named it, so that it must be there.
  let isNamed: Bool

  func credentials(of profile: String) throws(CredentialsError) -> AWSCredentials {
    let sections = Self.sections(of: try text())
    guard let keys = sections[profile] else {
      let names = sections.keys.sorted().joined(separator: ", ")
      throw CredentialsError(
        "\(path) has no profile \(profile)\(names.isEmpty ? "" : "; it has \(names)")",
        remedy: "set AWS_PROFILE to one that is there, or add [\(profile)]")
    }
    func value(_ key: String) throws(CredentialsError) -> String {
      if let value = keys[key], !value.isEmpty { return value }
      throw missing(key, of: profile, keys)
    }
    return try AWSCredentials(
      accessKeyID: try value("aws_access_key_id"), secretAccessKey: Secret(try value("aws_secret_access_key")),
      sessionToken: keys["aws_session_token"].map { Secret($0) }
    ).requireSendable(from: "the profile \(profile) in \(path)")
  }

  private func text() throws(CredentialsError) -> String {
    do throws(FileSystemError) {
      return String(decoding: try FileReading.bytes(of: path, limit: 1_000_000), as: UTF8.self)
    } catch {
      let remedy = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write \(path) with `aws configure`"
      guard error.isMissing, !isNamed else { throw CredentialsError(error.description, remedy: remedy) }
      throw CredentialsError("there are no AWS credentials, neither in the environment nor in \(path)", remedy: remedy)
    }
  }

  private func missing(_ key: String, of profile: String, _ keys: [String: String]) -> CredentialsError {
    if let other = ["credential_process", "role_arn", "sso_session", "sso_start_url"].first(where: { keys[$0] != nil })
    {
      return CredentialsError(
        "the profile \(profile) in \(path) gets its credentials by \(other), which only AWS's own tools follow",
        remedy: "export them: eval \"$(aws configure export-credentials --profile \(profile) --format env)\"")
    }
    return CredentialsError(
      "the profile \(profile) in \(path) has no \(key)", remedy: "add it, or set AWS_PROFILE to another profile")
  }

  /// Lines that are neither a section nor a pair are passed over, as AWS's tools do. The last of equal keys counts.
  private static func sections(of text: String) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var name: String?
    for line in text.split(whereSeparator: \.isNewline).map(trimmed) where !line.hasPrefix("#") && !line.hasPrefix(";")
    {
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        name = trimmed(line[line.index(after: line.startIndex)..<end])
        sections[name ?? "", default: [:]].merge([:]) { $1 }
      } else if let name, let equals = line.firstIndex(of: "=") {
        sections[name]?[trimmed(line[..<equals]).lowercased()] = trimmed(line[line.index(after: equals)...])
      }
    }
    return sections
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
