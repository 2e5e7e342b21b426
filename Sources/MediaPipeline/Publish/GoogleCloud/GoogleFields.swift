public import Curl
import Essentials
import Findings
public import PushDelivery

/// The members of a JSON object in a credentials file. It may hold secrets, so errors show no values.
struct GoogleFields: Sendable {
  let path: String
  private let value: JSONValue

  init(file path: String) throws(CredentialsError) {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try FileReading.bytes(of: path, limit: 100_000)
    } catch {
      throw CredentialsError(error.description, remedy: Self.remedy)
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)), value.members != nil else {
      throw CredentialsError("\(path) is no object of JSON", remedy: Self.remedy)
    }
    self.init(path: path, value: value)
  }

  private init(path: String, value: JSONValue) {
    self.path = path
    self.value = value
  }

  /// The text of a member; nil if missing.
  subscript(_ name: String) -> String? { value[name]?.text }

  /// The texts of a member that is an object.
  func members(_ name: String) -> [String: String] { value[name]?.members?.compactMapValues(\.text) ?? [:] }

  /// A member that is an object.
  func part(_ name: String) -> GoogleFields? {
    value[name].flatMap { $0.members == nil ? nil : GoogleFields(path: path, value: $0) }
  }

  func required(_ name: String) throws(CredentialsError) -> String {
    guard let text = self[name], !text.isEmpty else { throw error("has no \(name)") }
    return text
  }

  /// An address that secrets are sent to. Plain http is only safe if no other machine can listen.
  func address(_ name: String, standard: String? = nil) throws(CredentialsError) -> String {
    guard let text = self[name] ?? standard else { throw error("has no \(name)") }
    guard let url = try? StrictURL(text), url.scheme == "https" || url.userInfo == nil && url.host.isLoopback,
      ["https", "http"].contains(url.scheme)
    else { throw error("has a \(name) that is not https") }
    return text
  }

  func error(_ detail: String) -> CredentialsError { CredentialsError("\(path) \(detail)", remedy: Self.remedy) }

  private static let remedy =
    "name a file in GOOGLE_APPLICATION_CREDENTIALS that Google Cloud gave you: the key of a service account, or a configuration "
    + "of workload identity federation; or run `gcloud auth application-default login`"
}

/// The key of a service account: a JSON file from Google Cloud (https://google.aip.dev/auth/4112).
public struct ServiceAccountKey: Hashable, Sendable {
  public let email: String
  /// An RSA key in PEM form.
  public let privateKey: Secret
  public let privateKeyID: String?
  /// The URL that gives tokens for the key.
  public let tokenURL: String
  /// The account's project.
  public let project: ProjectIdentifier?

  /// The project of the key in `GOOGLE_APPLICATION_CREDENTIALS`; nil without a readable key.
  public static func projectOfApplication(_ variables: [String: String]) -> ProjectIdentifier? {
    guard let path = variables["GOOGLE_APPLICATION_CREDENTIALS"], let fields = try? GoogleFields(file: path) else {
      return nil
    }
    return (try? ServiceAccountKey(fields))?.project
  }

  init(_ fields: GoogleFields) throws(CredentialsError) {
    if let type = fields["type"], type != "service_account" {
      throw fields.error("holds credentials of another type (\(type.prefix(40)))")
    }
    guard let email = fields["client_email"], let key = fields["private_key"] else {
      throw fields.error("has no client_email or no private_key")
    }
    self.email = email
    privateKey = Secret(key)
    privateKeyID = fields["private_key_id"]
    tokenURL = try fields.address("token_uri", standard: "https://oauth2.googleapis.com/token")
    project = fields["project_id"].flatMap(ProjectIdentifier.init)
  }
}
