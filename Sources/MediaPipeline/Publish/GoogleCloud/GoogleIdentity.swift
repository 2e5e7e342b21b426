import Cryptography
import Curl
import Essentials
import Findings
import PushDelivery

/// A Google identity in a credentials file, and how to obtain its token.
struct GoogleIdentity: Sendable {
  private let file: GoogleFields
  private let place: GoogleSurroundings

  /// The scope of tokens (https://developers.google.com/identity/protocols/oauth2/scopes): reading and creating objects, not changing
  /// buckets.
  private static let storage = "https://www.googleapis.com/auth/devstorage.read_write"
  /// The scope to act for another account.
  private static let platform = "https://www.googleapis.com/auth/cloud-platform"

  static func lease(
    ofFile path: String, _ place: GoogleSurroundings
  ) async throws(ObjectStoreError) -> Lease<Secret?> {
    let found = try await GoogleIdentity(file: try GoogleFields(file: path), place: place).found()
    var lease = found.lease
    lease.origin = "\(found.title) of \(path)"
    return lease
  }

  private func found() async throws(ObjectStoreError) -> (title: String, lease: Lease<Secret?>) {
    switch file["type"] {
    case "service_account", nil:
      let key = try ServiceAccountKey(file)
      return ("the key of \(key.email)", try await token(of: key))
    case "authorized_user": return ("the login", try await tokenOfLogin())
    case "external_account" where file.part("credential_source").map(SubjectToken.isFollowed) ?? true:
      return try await tokenOfIssuer()
    case "external_account", "external_account_authorized_user", "impersonated_service_account":
      return ("gcloud", try await tokenOfGcloud())
    case let type?: throw file.error("holds credentials of another type (\(type.prefix(40)))")
    }
  }

  private func service(_ url: String, remedy: String) -> CredentialService {
    CredentialService(url, settings: place.settings, remedy: remedy)
  }

  /// Exchanges a signed claim for a token (https://developers.google.com/identity/protocols/oauth2/service-account).
  private func token(of key: ServiceAccountKey) async throws(ObjectStoreError) -> Lease<Secret?> {
    let remedy = "make a new key for the service account"
    let start = Int(place.settings.clock.date().timeIntervalSince1970)
    // Google allows at most an hour.
    let claims: JSONValue = [
      "iss": .string(key.email), "scope": .string(Self.storage), "aud": .string(key.tokenURL), "iat": .integer(start),
      "exp": .integer(start + 3600),
    ]
    let assertion: String
    do {
      let rsa = try RSAPrivateKey(pem: key.privateKey.text)
      assertion = try JSONWebToken.signed(claims, keyIdentifier: key.privateKeyID, with: rsa)
    } catch {
      throw ObjectStoreError(
        .credentials, store: key.tokenURL,
        detail: "the private_key of \(key.email) is not an RSA key in PEM form", remedy: remedy)
    }
    // https://datatracker.ietf.org/doc/html/rfc7523#section-2.1
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)]
    return try await service(key.tokenURL, remedy: remedy).token(
      CredentialService.request(key.tokenURL, form: form), hiding: [Secret(assertion)])
  }

  /// Exchanges the lasting token of a gcloud login for a short-lived one (https://google.aip.dev/auth/4113). Its scopes were chosen at
  /// login.
  private func tokenOfLogin() async throws(ObjectStoreError) -> Lease<Secret?> {
    let names = ["client_id", "client_secret", "refresh_token"]
    let values = try names.map { name throws(ObjectStoreError) in try file.required(name) }
    let url = try file.address("token_uri", standard: "https://oauth2.googleapis.com/token")
    let form = [("grant_type", "refresh_token")] + zip(names, values)
    return try await service(url, remedy: "run `gcloud auth application-default login`").token(
      CredentialService.request(url, form: form), hiding: values.dropFirst().map { Secret($0) })
  }

  /// Exchanges another issuer's token, such as a build runner's, for one of Google's (https://google.aip.dev/auth/4117), perhaps to act for
  /// an account.
  private func tokenOfIssuer() async throws(ObjectStoreError) -> (title: String, lease: Lease<Secret?>) {
    guard let source = file.part("credential_source") else { throw file.error("has no credential_source") }
    let subject = try SubjectToken(source)
    let name = "service_account_impersonation_url"
    let account: String? = if file[name] == nil { nil } else { try file.address(name) }
    let (audience, type) = (try file.required("audience"), try file.required("subject_token_type"))
    let url = try file.address("token_url", standard: "https://sts.googleapis.com/v1/token")
    let token = try await subject.token(place.settings)
    // https://datatracker.ietf.org/doc/html/rfc8693
    let form = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("audience", audience),
      ("scope", account == nil ? Self.storage : Self.platform),
      ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"), ("subject_token", token.text),
      ("subject_token_type", type),
    ]
    var request = CredentialService.request(url, form: form)
    // Some federations require client credentials.
    request.authorization = file["client_id"].map { .basic(Secret("\($0):\(file["client_secret"] ?? "")")) }
    let service = service(url, remedy: "let the pool of identities trust the issuer and the subject of the token")
    let own = try await service.token(request, hiding: [token])
    guard let account else { return ("workload identity", own) }
    // The URL has the account's address before the name of the method.
    let email = (account.split(separator: "/").last ?? "").prefix { $0 != ":" }
    return ("workload identity as \(email)", try await self.token(ofAccountAt: account, as: own.credentials))
  }

  /// A token for an account that it may act for
  /// (https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken).
  private func token(ofAccountAt url: String, as own: Secret?) async throws(ObjectStoreError) -> Lease<Secret?> {
    let body = #"{"scope":["\#(Self.storage)"],"lifetime":"3600s"}"#
    var request = CredentialService.request(
      .post, url, [HTTPField("Content-Type", "application/json")], body: Array(body.utf8))
    request.authorization = own.map { .bearer($0) }
    let service = service(
      url, remedy: "let the account's IAM policy give it roles/iam.serviceAccountTokenCreator")
    let answer = try await service.document(request)
    guard let token = answer["accessToken"]?.text, token.isToken, let end = answer["expireTime"]?.text else {
      throw service.unreadable
    }
    return Lease(
      Secret(token), life: Moment.life(until: end, from: place.settings.clock.date()) ?? .seconds(3600))
  }

  /// Google's tool supports other files (https://cloud.google.com/sdk/gcloud/reference/auth/application-default/print-access-token).
  private func tokenOfGcloud() async throws(ObjectStoreError) -> Lease<Secret?> {
    let words = ["gcloud", "auth", "application-default", "print-access-token"]
    let program = CredentialProgram(
      words: words,
      installing:
        "install gcloud, which follows such a file; or name the key of a service account in GOOGLE_APPLICATION_CREDENTIALS",
      remedy: "run `\(words.joined(separator: " "))` and see what it says")
    let variables = place.variables.setting("GOOGLE_APPLICATION_CREDENTIALS", to: file.path)
    let token = String(decoding: try await program.output(variables), as: UTF8.self).trimmed
    guard token.isToken else { throw program.failure("printed no token") }
    // It is valid for an hour, and was just made.
    return Lease(Secret(token), life: .seconds(3000))
  }
}

/// The place of another issuer's token: a file or a URL (https://google.aip.dev/auth/4117).
private struct SubjectToken {
  private let file: String?
  private let url: String
  private let fields: [HTTPField]
  /// The member of a JSON object with the token; nil: the whole text.
  private let member: String?

  /// Programs and Amazon's machines are left to Google's own tool.
  static func isFollowed(_ source: GoogleFields) -> Bool {
    source["file"] != nil || source["environment_id"] == nil && source["url"] != nil
  }

  init(_ source: GoogleFields) throws(ObjectStoreError) {
    (file, url) = (source["file"], source["url"] ?? "")
    fields = source.members("headers").sorted { $0.key < $1.key }.map { HTTPField($0, $1) }
    let format = source.part("format")
    member = format?["type"] == "json" ? try format?.required("subject_token_field_name") : nil
    guard file == nil else { return }
    // Plain http is for the clouds' local identity services.
    guard let url = SafeURL.orNearby(url), url.fragment == nil else {
      throw source.error("has a url in credential_source that is neither https nor on this machine or its link")
    }
    guard fields.allSatisfy({ $0.name.isToken && $0.value.isLine }) else {
      throw source.error("has headers in credential_source that cannot be sent")
    }
  }

  /// Requested each time: such tokens last for minutes.
  func token(_ settings: StoreSettings) async throws(ObjectStoreError) -> Secret {
    if let file {
      guard member != nil else { return try SecretFile.read(file, named: "credential_source") }
      return try picked(from: try SecretFile.bytes(file, named: "credential_source"), of: file)
    }
    let service = CredentialService(
      "the issuer's \(url.prefix { $0 != "?" })", settings: settings,
      remedy: "look whether this process may ask for a token there")
    let secrets = fields.map { Secret($0.value) }
    return try picked(
      from: try await service.body(CredentialService.request(.get, url, fields), hiding: secrets), of: "its answer")
  }

  private func picked(from bytes: [UInt8], of place: String) throws(ObjectStoreError) -> Secret {
    let text = member.map { JSONValue(json: bytes)?[$0]?.text } ?? String(decoding: bytes, as: UTF8.self).trimmed
    guard let text, text.isToken else {
      throw .noCredentials("\(place) holds no token", remedy: "correct `format` of credential_source")
    }
    return Secret(text)
  }
}
