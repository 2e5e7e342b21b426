public import Curl
import Essentials
import PushDelivery

/// Tokens by which Google Cloud knows who sends a request.
public enum GoogleCredentials {
  /// Tokens from where Google's own libraries look, in their order
  /// (https://cloud.google.com/docs/authentication/application-default-credentials). An emulator asks for none and gets none,
  /// whatever else is set: its address may be anybody's.
  ///
  /// - Parameter settings: how those are talked to who give tokens.
  public static func chain(
    environment: [String: String], settings: StoreSettings = .init()
  ) -> CredentialChain<Secret?> {
    let variables = Variables(environment)
    return CredentialChain(
      for: "Google Cloud Storage",
      remedy:
        "set GOOGLE_APPLICATION_CREDENTIALS to a file of credentials, or run `gcloud auth application-default login`",
      [
        StorageEmulator(variables: variables),
        NamedCredentialFile(path: variables["GOOGLE_APPLICATION_CREDENTIALS"], settings: settings),
        LoginOfGcloud(variables: variables, settings: settings),
        GoogleMachine(variables["GCE_METADATA_HOST"], settings: settings),
      ])
  }
}

/// The file that `GOOGLE_APPLICATION_CREDENTIALS` names.
private struct NamedCredentialFile: CredentialSource {
  let path: String?
  let settings: StoreSettings
  let name = "GOOGLE_APPLICATION_CREDENTIALS"

  func find() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    guard let path else { return .absent("it is not set") }
    return .found(try await GoogleCredentialFile.lease(path, settings))
  }
}

/// An emulator of Cloud Storage, which asks for nothing.
private struct StorageEmulator: CredentialSource {
  let variables: Variables
  let name = "STORAGE_EMULATOR_HOST"

  /// Pictures go there, so that nobody on the way may change them.
  func find() throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    guard variables[name] != nil else { return .absent("it is not set") }
    guard SecureURL(GCSLocation.endpoint(environment: variables.all)) != nil else {
      throw .noCredentials(
        "it names no host by https, nor one of this machine or a private network, so that anybody on the way could change the "
          + "pictures",
        remedy: "write https:// in it, or name an emulator near by, as in http://localhost:4443, or unset it")
    }
    return .found(Lease(nil, origin: "an emulator asks for none"))
  }
}

/// What `gcloud auth application-default login` has written.
private struct LoginOfGcloud: CredentialSource {
  let variables: Variables
  let settings: StoreSettings
  let name = "gcloud's login"

  func find() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    let folder = variables["CLOUDSDK_CONFIG"] ?? FileSystem.homeFolder(variables["HOME"]) + "/.config/gcloud"
    let path = folder + "/application_default_credentials.json"
    guard FileManager.default.fileExists(atPath: path) else { return .absent("there is no \(path)") }
    return .found(try await GoogleCredentialFile.lease(path, settings))
  }
}

/// The account of one of Google's machines
/// (https://cloud.google.com/compute/docs/access/authenticate-workloads).
private struct GoogleMachine: CredentialSource {
  let name = "the metadata server"
  private let host: String
  private let settings: StoreSettings

  init(_ host: String?, settings: StoreSettings) {
    self.host = host ?? "metadata.google.internal"
    self.settings = settings
  }

  func find() async throws(ObjectStoreError) -> SourceAnswer<Secret?> {
    let request = HTTPRequest(
      .get, "http://\(host)/computeMetadata/v1/instance/service-accounts/default/token",
      fields: [HTTPField("Metadata-Flavor", "Google")], bodyLimit: CredentialService.bodyLimit,
      timeLimit: CredentialService.timeLimit)
    let service = CredentialService(
      "the metadata server \(host)", settings: hurried, remedy: "give the machine a service account",
      isLocal: true)
    do throws(ObjectStoreError) {
      let lease = try await service.document(GoogleTokenAnswer.self, request).lease(from: service)
      return .found(Lease(lease.credentials, life: lease.life, origin: "the account of this machine"))
    } catch {
      guard [.unresolved, .unreachable].contains(error.reason) else { throw error }
      return .absent("there is none at \(host), as there is on Google's machines")
    }
  }

  /// On other machines than Google's own there is none, and no need to wait for it long.
  private var hurried: StoreSettings {
    var settings = settings
    settings.connectLimit = min(.seconds(3), settings.connectLimit)
    settings.retries.mostAttempts = min(3, settings.retries.mostAttempts)
    return settings
  }
}
