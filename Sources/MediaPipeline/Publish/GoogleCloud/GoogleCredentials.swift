import Essentials
import Findings
import Libraries
public import PushDelivery

extension GoogleBucket {
  /// As Google's libraries look for tokens (https://cloud.google.com/docs/authentication/application-default-credentials). An emulator needs
  /// and gets none; other settings are ignored, because the emulator's address is not trusted.
  package func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain {
    let place = GoogleSurroundings(variables: Variables(environment), settings: settings)
    let remedy =
      "set GOOGLE_APPLICATION_CREDENTIALS to a file of credentials, or run `gcloud auth application-default login`"
    return CredentialChain(
      for: "Google Cloud Storage", remedy: remedy,
      [
        ("STORAGE_EMULATOR_HOST", place.nothingForEmulator), ("GOOGLE_APPLICATION_CREDENTIALS", place.namedFile),
        ("gcloud's login", place.fileOfLogin), ("the metadata server", place.accountOfMachine),
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
      throw .credentials("unsafeEmulator")
    }
    return .found(Lease(.anonymous))
  }

  func namedFile() async throws(ObjectStoreError) -> SourceAnswer {
    guard let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] else { return .absent("it is not set") }
    return .found(try await lease(ofFile: path))
  }

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
      return .found(try await service.token(request))
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
    (self.path, value) = (path, JSONValue(json: bytes) ?? .null)
    guard value.members != nil else { throw error("is no object of JSON") }
  }

  private init(path: String, value: JSONValue) { (self.path, self.value) = (path, value) }

  subscript(_ name: String) -> String? { value[name]?.text }

  func members(_ name: String) -> [String: String] { value[name]?.members?.compactMapValues(\.text) ?? [:] }

  func part(_ name: String) -> GoogleFields? {
    value[name].flatMap { $0.members == nil ? nil : GoogleFields(path: path, value: $0) }
  }

  func required(_ name: String) throws(ObjectStoreError) -> String {
    guard let text = self[name], !text.isEmpty else { throw error("has no \(name)") }
    return text
  }

  /// An address that secrets are sent to.
  func address(_ name: String, standard: String) throws(ObjectStoreError) -> String {
    let text = self[name] ?? standard
    guard SafeURL.orNearby(text) != nil else { throw error("has a \(name) that is neither https nor on this machine") }
    return text
  }

  func error(_ detail: String) -> ObjectStoreError { .credentials("googleFile", path, detail) }
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

// The tokens of credentials files.
extension GoogleSurroundings {
  /// Reading and creating objects, not changing buckets (https://developers.google.com/identity/protocols/oauth2/scopes).
  private static let scope = "https://www.googleapis.com/auth/devstorage.read_write"

  /// A key and another issuer's token are exchanged here. Google's tool knows logins, accounts to act for, programs and Amazon's machines.
  func lease(ofFile path: String) async throws(ObjectStoreError) -> Lease {
    let file = try GoogleFields(file: path)
    switch file["type"] {
    case "service_account", nil: return try await tokenOfKey(file)
    case "external_account" where file.isExchangeable: return try await tokenOfIssuer(file)
    case "authorized_user", "external_account", "external_account_authorized_user", "impersonated_service_account":
      return try await tokenOfGcloud(file)
    case let type?: throw file.error("holds credentials of another type (\(type.prefix(40)))")
    }
  }

  /// Exchanges a claim that a service account's key signs (https://google.aip.dev/auth/4112) for a token
  /// (https://developers.google.com/identity/protocols/oauth2/service-account).
  private func tokenOfKey(_ file: GoogleFields) async throws(ObjectStoreError) -> Lease {
    guard let email = file["client_email"], let key = file["private_key"] else {
      throw file.error("has no client_email or no private_key")
    }
    let url = try file.address("token_uri", standard: "https://oauth2.googleapis.com/token")
    let remedy = "make a new key for the service account"
    let start = Int(settings.clock.date().timeIntervalSince1970)
    // Google allows at most an hour.
    let claims: JSONValue = [
      "iss": .string(email), "scope": .string(Self.scope), "aud": .string(url), "iat": .integer(start),
      "exp": .integer(start + 3600),
    ]
    let assertion: String
    do {
      assertion = try JSONWebToken.signed(
        claims, keyIdentifier: file["private_key_id"], with: try RSAPrivateKey(pem: key))
    } catch {
      let detail = "the private_key of \(email) is not an RSA key in PEM form"
      throw ObjectStoreError(.credentials, store: url, detail: detail, remedy: remedy)
    }
    // https://datatracker.ietf.org/doc/html/rfc7523#section-2.1
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)]
    let service = CredentialService(url, settings: settings, remedy: remedy)
    return try await service.token(.form(url, form), hiding: [Secret(assertion)])
  }

  /// Exchanges another issuer's token, such as a build runner's, for one of Google's (https://google.aip.dev/auth/4117).
  private func tokenOfIssuer(_ file: GoogleFields) async throws(ObjectStoreError) -> Lease {
    guard let source = file.part("credential_source") else { throw file.error("has no credential_source") }
    let (audience, type) = (try file.required("audience"), try file.required("subject_token_type"))
    let url = try file.address("token_url", standard: "https://sts.googleapis.com/v1/token")
    let token = try await subjectToken(source)
    // https://datatracker.ietf.org/doc/html/rfc8693
    let form = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("audience", audience), ("scope", Self.scope),
      ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"), ("subject_token", token.text),
      ("subject_token_type", type),
    ]
    var request = HTTPRequest.form(url, form)
    // Some federations require client credentials.
    request.authorization = file["client_id"].map { .basic(Secret("\($0):\(file["client_secret"] ?? "")")) }
    let service = CredentialService(
      url, settings: settings, remedy: "let the pool of identities trust the issuer and the subject of the token")
    return try await service.token(request, hiding: [token])
  }

  /// Another issuer's token, from a file or a URL. It is requested each time: such tokens last for minutes.
  private func subjectToken(_ source: GoogleFields) async throws(ObjectStoreError) -> Secret {
    let format = source.part("format")
    let member = format?["type"] == "json" ? try format?.required("subject_token_field_name") : nil
    let bytes: [UInt8]
    if let file = source["file"] {
      bytes = try SecretFile.bytes(file, named: "credential_source")
    } else {
      // Plain http is for the clouds' local identity services.
      let url = source["url"] ?? ""
      guard SafeURL.orNearby(url) != nil else {
        throw source.error("has a url in credential_source that is neither https nor on this machine or its link")
      }
      let fields = source.members("headers").sorted { $0.key < $1.key }.map { HTTPField($0, $1) }
      let service = CredentialService(
        "the issuer's \(url.prefix { $0 != "?" })", settings: settings,
        remedy: "look whether this process may ask for a token there")
      bytes = try await service.body(.credentials(url, fields), hiding: fields.map { Secret($0.value) })
    }
    let text = member.map { JSONValue(json: bytes)?[$0]?.text } ?? String(decoding: bytes, as: UTF8.self).trimmed
    guard let text, text.isToken else { throw source.error("has a credential_source without a token in its `format`") }
    return Secret(text)
  }

  /// A token by Google's tool (https://cloud.google.com/sdk/gcloud/reference/auth/application-default/print-access-token).
  private func tokenOfGcloud(_ file: GoogleFields) async throws(ObjectStoreError) -> Lease {
    let program = CredentialProgram(
      words: ["gcloud", "auth", "application-default", "print-access-token"],
      installing:
        "install gcloud, which follows such a file; or name the key of a service account in GOOGLE_APPLICATION_CREDENTIALS",
      remedy: "run `gcloud auth application-default login` to sign in again, or the command to see what it says")
    let variables = variables.setting("GOOGLE_APPLICATION_CREDENTIALS", to: file.path)
    // It is valid for an hour, and was just made.
    return Lease(.token(try await program.token(variables)), life: .seconds(3000))
  }
}

extension GoogleFields {
  /// Whether another issuer's token is in a file or behind a URL, and no account is to be acted for.
  fileprivate var isExchangeable: Bool {
    guard let source = part("credential_source") else { return true }
    return self["service_account_impersonation_url"] == nil
      && (source["file"] != nil || source["environment_id"] == nil && source["url"] != nil)
  }
}
