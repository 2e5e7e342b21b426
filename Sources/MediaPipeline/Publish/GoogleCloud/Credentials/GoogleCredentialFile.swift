import Curl
import Essentials
import Findings
import PushDelivery

/// Somebody whom Google knows, and how a token is had for it.
protocol GoogleIdentity: Sendable {
  /// Who it is, for people.
  var title: String { get }

  /// A token that is good for what `scope` names.
  func token(for scope: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret>
}

/// What tokens may be used for (https://developers.google.com/identity/protocols/oauth2/scopes).
enum GoogleScope {
  /// Objects may be read and created, and buckets not changed.
  static let storage = "https://www.googleapis.com/auth/devstorage.read_write"
  /// What it takes to act for another account.
  static let platform = "https://www.googleapis.com/auth/cloud-platform"
}

/// A file of credentials in one of the forms that Google's libraries read.
struct GoogleCredentialFile {
  let identity: any GoogleIdentity

  static func lease(_ path: String, _ settings: StoreSettings) async throws(ObjectStoreError) -> Lease<Secret?> {
    let identity: any GoogleIdentity
    do throws(CredentialsError) { identity = try Self(path).identity } catch { throw ObjectStoreError(error) }
    let lease = try await identity.token(for: GoogleScope.storage, settings)
    return Lease(lease.credentials, life: lease.life, origin: "\(identity.title) of \(path)")
  }

  /// - Throws: `CredentialsError` where the file cannot be read, or has none of these forms.
  init(_ path: String) throws(CredentialsError) {
    identity = try Self.identity(try GoogleFields(file: path))
  }

  private static func identity(_ fields: GoogleFields) throws(CredentialsError) -> any GoogleIdentity {
    switch fields["type"] {
    case "service_account", nil: return try ServiceAccountKey(fields)
    case "authorized_user": return try AuthorizedUser(fields)
    case "external_account": return try WorkloadIdentity(fields)
    case "impersonated_service_account":
      guard let source = fields.part("source_credentials") else { throw fields.error("has no source_credentials") }
      return try ActingFor(fields, source: try identity(source))
    case let type?: throw fields.error("holds credentials of another type (\(type.prefix(40)))")
    }
  }
}

/// The members of an object of JSON in a file of credentials. It may hold secrets, so that no error tells a value.
struct GoogleFields {
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

  /// The text of a member; nil where there is none.
  subscript(_ name: String) -> String? { value[name]?.text }

  /// The texts of a member that is a list.
  func texts(_ name: String) -> [String] {
    if case .array(let elements)? = value[name] { elements.compactMap(\.text) } else { [] }
  }

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

  /// An address that secrets are sent to.
  func address(_ name: String, standard: String? = nil) throws(CredentialsError) -> String {
    guard let text = self[name] ?? standard else { throw error("has no \(name)") }
    guard text.hasPrefix("https://") || LoopbackURL.isLoopback(text), (try? StrictURL(text)) != nil else {
      throw error("has a \(name) that is not https")
    }
    return text
  }

  func error(_ detail: String) -> CredentialsError { CredentialsError("\(path) \(detail)", remedy: Self.remedy) }

  private static let remedy =
    "name a file in GOOGLE_APPLICATION_CREDENTIALS that Google Cloud gave you: the key of a service account, or a configuration "
    + "of workload identity federation; or run `gcloud auth application-default login`"
}

/// Plain HTTP is safe only where nobody else can listen.
private enum LoopbackURL {
  static func isLoopback(_ url: String) -> Bool {
    guard let url = try? StrictURL(url) else { return false }
    return url.scheme == "http" && url.userInfo == nil && url.host.isLoopback
  }
}
