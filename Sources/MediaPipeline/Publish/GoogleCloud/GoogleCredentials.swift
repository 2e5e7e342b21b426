import Essentials
import Findings
import Libraries
public import PushDelivery

extension GoogleBucket {
  /// As Google's libraries look for tokens (https://cloud.google.com/docs/authentication/application-default-credentials). An emulator needs
  /// and gets none; other settings are ignored, because the emulator's address is not trusted.
  package func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain {
    let place = GoogleSurroundings(variables: Variables(environment), settings: settings)
    return CredentialChain(
      for: "Google Cloud Storage",
      remedy:
        "set GOOGLE_APPLICATION_CREDENTIALS to a file of credentials, or run `gcloud auth application-default login`",
      [
        CredentialSource("STORAGE_EMULATOR_HOST", place.nothingForEmulator),
        CredentialSource("GOOGLE_APPLICATION_CREDENTIALS", place.namedFile),
        CredentialSource("gcloud's login", place.fileOfLogin),
        CredentialSource("the metadata server", place.accountOfMachine),
      ])
  }
}

/// Everything that determines the tokens: variables, the files that they name, and how to connect to services.
struct GoogleSurroundings: Sendable {
  let variables: Variables
  let settings: StoreSettings

  /// An emulator needs no token, but a safe connection for uploads.
  func nothingForEmulator() throws(ObjectStoreError) -> SourceAnswer {
    guard variables["STORAGE_EMULATOR_HOST"] != nil else { return .absent("it is not set") }
    guard SafeURL.ofSecrets(GoogleDialect.endpoint(environment: variables.all)) != nil else {
      throw .noCredentials(
        "it is not an https address, nor one on this machine or a private network: others could change the pictures",
        remedy: "write https:// in it, or name an emulator near you, as in http://localhost:4443, or unset it")
    }
    return .found(Lease(.anonymous, origin: "an emulator asks for none"))
  }

  func namedFile() async throws(ObjectStoreError) -> SourceAnswer {
    guard let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] else { return .absent("it is not set") }
    return .found(try await lease(ofFile: path))
  }

  /// The login of `gcloud auth application-default login`.
  func fileOfLogin() async throws(ObjectStoreError) -> SourceAnswer {
    let folder = variables["CLOUDSDK_CONFIG"] ?? FileSystem.homeFolder(variables["HOME"]) + "/.config/gcloud"
    let path = folder + "/application_default_credentials.json"
    guard FileManager.default.fileExists(atPath: path) else { return .absent("there is no \(path)") }
    return .found(try await lease(ofFile: path))
  }

  /// The account of a Google machine (https://cloud.google.com/compute/docs/access/authenticate-workloads). Other machines have none, so
  /// the wait is short.
  func accountOfMachine() async throws(ObjectStoreError) -> SourceAnswer {
    let host = variables["GCE_METADATA_HOST"] ?? "metadata.google.internal"
    let service = CredentialService(
      "the metadata server \(host)", settings: settings.hurried(connect: .seconds(3), attempts: 3),
      remedy: "give the machine a service account", isLocal: true)
    let request = HTTPRequest.credentials(
      "http://\(host)/computeMetadata/v1/instance/service-accounts/default/token",
      [HTTPField("Metadata-Flavor", "Google")])
    do throws(ObjectStoreError) {
      var lease = try await service.token(request)
      lease.origin = "the account of this machine"
      return .found(lease)
    } catch {
      guard [.unresolved, .unreachable].contains(error.reason) else { throw error }
      return .absent("not found at \(host) (only Google's machines have it)")
    }
  }
}

/// The members of a JSON object in a credentials file. It may hold secrets, so errors show no values.
struct GoogleFields: Sendable {
  let path: String
  private let value: JSONValue

  init(file path: String) throws(ObjectStoreError) {
    let bytes = try SecretFile.bytes(path, named: "GOOGLE_APPLICATION_CREDENTIALS")
    self.init(path: path, value: JSONValue(json: bytes) ?? .null)
    guard value.members != nil else { throw error("is no object of JSON") }
  }

  private init(path: String, value: JSONValue) { (self.path, self.value) = (path, value) }

  /// The text of a member; nil if missing.
  subscript(_ name: String) -> String? { value[name]?.text }

  /// The texts of a member that is an object.
  func members(_ name: String) -> [String: String] { value[name]?.members?.compactMapValues(\.text) ?? [:] }

  /// A member that is an object.
  func part(_ name: String) -> GoogleFields? {
    value[name].flatMap { $0.members == nil ? nil : GoogleFields(path: path, value: $0) }
  }

  func required(_ name: String) throws(ObjectStoreError) -> String {
    guard let text = self[name], !text.isEmpty else { throw error("has no \(name)") }
    return text
  }

  /// An address that secrets are sent to. Plain http is only safe if no other machine can listen.
  func address(_ name: String, standard: String) throws(ObjectStoreError) -> String {
    let text = self[name] ?? standard
    guard SafeURL.onMachine(text) != nil else { throw error("has a \(name) that is not https") }
    return text
  }

  func error(_ detail: String) -> ObjectStoreError { .noCredentials("\(path) \(detail)", remedy: Self.remedy) }

  private static let remedy =
    "name a file in GOOGLE_APPLICATION_CREDENTIALS that Google Cloud gave you: the key of a service account, or a configuration "
    + "of workload identity federation; or run `gcloud auth application-default login`"
}

extension ProjectIdentifier {
  /// The project of the service account's key in `GOOGLE_APPLICATION_CREDENTIALS`; nil without a readable key.
  public static func ofServiceAccount(_ variables: [String: String]) -> ProjectIdentifier? {
    let fields = variables["GOOGLE_APPLICATION_CREDENTIALS"].flatMap { try? GoogleFields(file: $0) }
    guard let fields, fields["type"] ?? "service_account" == "service_account", fields["private_key"] != nil else {
      return nil
    }
    return fields["project_id"].flatMap(ProjectIdentifier.init)
  }
}
