public import Curl
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
    try self.init(try GoogleFields(file: path))
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
