/// One of the places where credentials may be.
package protocol CredentialSource<Credentials>: Sendable {
  associatedtype Credentials: Sendable

  /// What people call it: `the profile default`.
  var name: String { get }

  /// Looks there.
  ///
  /// - Throws: `ObjectStoreError` where it is set up and gives none.
  func find() async throws(ObjectStoreError) -> SourceAnswer<Credentials>
}

/// What a source says when it is asked.
package enum SourceAnswer<Credentials: Sendable>: Sendable {
  case found(Lease<Credentials>)
  /// It is not set up here: what is missing, without a secret.
  case absent(String)
}

/// Credentials, and for how long they are good.
public struct Lease<Credentials: Sendable>: Sendable {
  public let credentials: Credentials
  /// From the moment on when they were asked for; nil: nobody says that they end.
  public let life: Duration?
  /// How the source came by them, where there is more to say than its name; without a secret.
  public let origin: String?

  public init(_ credentials: Credentials, life: Duration? = nil, origin: String? = nil) {
    self.credentials = credentials
    self.life = life
    self.origin = origin
  }
}

extension Lease: Equatable where Credentials: Equatable {}

extension ObjectStoreError {
  /// A source is set up and gives no credentials. The chain that asked it says for which service they would have been.
  static func noCredentials(_ detail: String, remedy: String) -> ObjectStoreError {
    ObjectStoreError(.noCredentials, store: "", detail: detail, remedy: remedy)
  }

  init(_ error: CredentialsError) {
    self = .noCredentials(error.description, remedy: error.remedy)
  }
}
