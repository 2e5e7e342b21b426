public import Curl
import Essentials
import Findings
import PushDelivery

/// Tokens for Google Cloud.
public enum GoogleCredentials {
  /// Finds tokens like Google's libraries, in their order (https://cloud.google.com/docs/authentication/application-default-credentials).
  /// An emulator needs and gets none; other settings are ignored, because the emulator's address is not trusted.
  ///
  /// - Parameter settings: how to connect to token services.
  public static func chain(
    environment: [String: String], settings: StoreSettings = .init()
  ) -> CredentialChain<Secret?> {
    let place = GoogleSurroundings(variables: Variables(environment), settings: settings)
    return CredentialChain(
      for: "Google Cloud Storage",
      remedy:
        "set GOOGLE_APPLICATION_CREDENTIALS to a file of credentials, or run `gcloud auth application-default login`",
      [
        CredentialSource(GoogleSurroundings.emulator, place.nothingForEmulator),
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

  static let emulator = "STORAGE_EMULATOR_HOST"

  /// An emulator needs no token, but a safe connection for uploads.
  func nothingForEmulator() throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    guard variables[Self.emulator] != nil else { return .absent("it is not set") }
    guard SecureURL(GoogleDialect.endpoint(environment: variables.all)) != nil else {
      throw .noCredentials(
        "it names no host by https, nor one of this machine or a private network, so that anybody on the way could change the "
          + "pictures",
        remedy: "write https:// in it, or name an emulator near by, as in http://localhost:4443, or unset it")
    }
    return .found(Lease(nil, origin: "an emulator asks for none"))
  }

  func namedFile() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    guard let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] else { return .absent("it is not set") }
    return .found(try await lease(ofFile: path))
  }

  /// The login of `gcloud auth application-default login`.
  func fileOfLogin() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    let folder = variables["CLOUDSDK_CONFIG"] ?? FileSystem.homeFolder(variables["HOME"]) + "/.config/gcloud"
    let path = folder + "/application_default_credentials.json"
    guard FileManager.default.fileExists(atPath: path) else { return .absent("there is no \(path)") }
    return .found(try await lease(ofFile: path))
  }

  /// The account of a Google machine (https://cloud.google.com/compute/docs/access/authenticate-workloads). Other machines have none, so
  /// the wait is short.
  func accountOfMachine() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    let host = variables["GCE_METADATA_HOST"] ?? "metadata.google.internal"
    let service = CredentialService(
      "the metadata server \(host)", settings: settings.hurried(connect: .seconds(3), attempts: 3),
      remedy: "give the machine a service account", isLocal: true)
    let request = CredentialService.request(
      .get, "http://\(host)/computeMetadata/v1/instance/service-accounts/default/token",
      [HTTPField("Metadata-Flavor", "Google")])
    do throws(ObjectStoreError) {
      return .found(Lease(try await service.token(request), origin: "the account of this machine"))
    } catch {
      guard [.unresolved, .unreachable].contains(error.reason) else { throw error }
      return .absent("there is none at \(host), as there is on Google's machines")
    }
  }

  private func lease(ofFile path: String) async throws(ObjectStoreError) -> Lease<Secret?> {
    let file: GoogleFields
    do throws(CredentialsError) { file = try GoogleFields(file: path) } catch { throw ObjectStoreError(error) }
    return try await GoogleIdentity(file, self).token()
  }
}

extension Lease<Secret?> {
  fileprivate init(_ lease: Lease<Secret>, origin: String) {
    self.init(lease.credentials, life: lease.life, origin: origin)
  }
}

extension CredentialService {
  /// A token in OAuth 2's form (https://datatracker.ietf.org/doc/html/rfc6749#section-5.1).
  func token(_ request: HTTPRequest, hiding secrets: [Secret] = []) async throws(ObjectStoreError) -> Lease<Secret> {
    let document = try await document(request, hiding: secrets)
    guard let token = document["access_token"]?.text, token.isToken,
      case .integer(let seconds)? = document["expires_in"]
    else { throw unreadable }
    return Lease(Secret(token), life: .seconds(min(max(0, seconds), 86_400)))
  }
}
