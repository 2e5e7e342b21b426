public import Curl
import Foundation
public import PushDelivery

/// The key of a service account, as Google Cloud gives it: a JSON file (https://google.aip.dev/auth/4112).
public struct ServiceAccountKey: Hashable, Sendable {
  public let email: String
  /// An RSA key in PEM form.
  public let privateKey: Secret
  public let privateKeyID: String?
  /// Where the key is exchanged for tokens.
  public let tokenURL: String
  /// The project that the account belongs to.
  public let project: ProjectIdentifier?

  /// The project of the key that `GOOGLE_APPLICATION_CREDENTIALS` names; nil where there is none that can be read.
  public static func projectOfApplication(_ variables: [String: String]) -> ProjectIdentifier? {
    guard let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] else { return nil }
    return (try? ServiceAccountKey(file: path))?.project
  }

  /// - Throws: `CredentialsError` where the file cannot be read or is no such key.
  public init(file path: String) throws(CredentialsError) {
    let remedy = "name the JSON key file of a service account in GOOGLE_APPLICATION_CREDENTIALS"
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try FileReading.bytes(of: path, limit: 100_000)
    } catch {
      throw CredentialsError(error.description, remedy: remedy)
    }
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)) else {
      throw CredentialsError("\(path) is not JSON, or not the key of a service account", remedy: remedy)
    }
    if let type = fields.type, type != "service_account" {
      throw CredentialsError("\(path) holds credentials of another type (\(type.prefix(40)))", remedy: remedy)
    }
    try self.init(fields, path: path, remedy: remedy)
  }

  private init(_ fields: Fields, path: String, remedy: String) throws(CredentialsError) {
    guard let email = fields.clientEmail, let key = fields.privateKey else {
      throw CredentialsError("\(path) has no client_email or no private_key", remedy: remedy)
    }
    let tokenURL = fields.tokenURI ?? "https://oauth2.googleapis.com/token"
    guard tokenURL.hasPrefix("https://") || LoopbackURL.isLoopback(tokenURL) else {
      throw CredentialsError("\(path) has a token_uri that is not https", remedy: remedy)
    }
    self.email = email
    privateKey = Secret(key)
    privateKeyID = fields.privateKeyID
    self.tokenURL = tokenURL
    project = fields.projectID.flatMap(ProjectIdentifier.init)
  }

  private struct Fields: Decodable {
    var type: String?
    var clientEmail: String?
    var privateKey: String?
    var privateKeyID: String?
    var tokenURI: String?
    var projectID: String?

    enum CodingKeys: String, CodingKey {
      case type
      case clientEmail = "client_email"
      case privateKey = "private_key"
      case privateKeyID = "private_key_id"
      case tokenURI = "token_uri"
      case projectID = "project_id"
    }
  }
}

/// Plain HTTP is safe only where nobody else can listen.
private enum LoopbackURL {
  static func isLoopback(_ url: String) -> Bool {
    guard url.hasPrefix("http://") else { return false }
    let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "::1"].contains(host) && !authority.contains("@")
  }
}

/// By what Google Cloud knows who sends a request.
public enum GoogleCredentials: Hashable, Sendable {
  case serviceAccount(ServiceAccountKey)
  /// The service account of the machine that this runs on; the host, perhaps with a port.
  case metadataServer(host: String)
  /// Nobody: emulators ask for nothing.
  case anonymous

  /// Finds credentials where Google's libraries look: in the file that `GOOGLE_APPLICATION_CREDENTIALS` names, or at the
  /// metadata server (`GCE_METADATA_HOST`) (https://cloud.google.com/docs/authentication/application-default-credentials). With
  /// `STORAGE_EMULATOR_HOST`, none are needed.
  ///
  /// - Throws: `CredentialsError` where that file is no key of a service account.
  public static func find(environment: [String: String]) throws(CredentialsError) -> GoogleCredentials {
    let variables = environment.filter { !$0.value.isEmpty }
    if let path = variables["GOOGLE_APPLICATION_CREDENTIALS"] {
      return .serviceAccount(try ServiceAccountKey(file: path))
    }
    if variables["STORAGE_EMULATOR_HOST"] != nil { return .anonymous }
    return .metadataServer(host: variables["GCE_METADATA_HOST"] ?? "metadata.google.internal")
  }
}
