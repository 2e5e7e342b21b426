import Curl
import PushDelivery

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
