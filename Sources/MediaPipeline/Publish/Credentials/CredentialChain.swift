import Essentials

/// A place where credentials may be found.
package struct CredentialSource<Credentials: Sendable>: Sendable {
  package typealias Search = @Sendable () async throws(ObjectStoreError) -> SourceAnswer<Credentials>

  /// Its name for people: `the profile default`.
  package let name: String
  /// Searches it. Throws if it is set up but gives no credentials.
  package let find: Search

  package init(_ name: String, _ find: @escaping Search) {
    self.name = name
    self.find = find
  }
}

/// A source's answer.
package enum SourceAnswer<Credentials: Sendable>: Sendable {
  case found(Lease<Credentials>)
  /// It is not set up here: what is missing, without secrets.
  case absent(String)
}

/// Credentials and their lifetime.
public struct Lease<Credentials: Sendable>: Sendable {
  public var credentials: Credentials
  /// The lifetime from when they were requested; nil: unknown.
  public var life: Duration?
  /// How the source got them, if that adds to its name; without secrets.
  public var origin: String?

  public init(_ credentials: Credentials, life: Duration? = nil, origin: String? = nil) {
    self.credentials = credentials
    self.life = life
    self.origin = origin
  }
}

extension Lease: Equatable where Credentials: Equatable {}

/// Sources of credentials, in the order in which they are tried. The first that is set up decides, even if it fails: the next may belong to
/// someone else.
public struct CredentialChain<Credentials: Sendable>: Sendable {
  /// The service: `Amazon S3`.
  private let service: String
  private let sources: [CredentialSource<Credentials>]
  /// The remedy without sources.
  private let remedy: String

  package init(for service: String, remedy: String, _ sources: [CredentialSource<Credentials>]) {
    self.service = service
    self.sources = sources
    self.remedy = remedy
  }

  /// Existing credentials.
  public init(_ credentials: Credentials) {
    self.init(for: "", remedy: "", [CredentialSource("the program") { .found(Lease(credentials)) }])
  }

  /// The same sources with converted credentials.
  func map<Other>(_ made: @escaping @Sendable (Credentials) -> Other) -> CredentialChain<Other> {
    CredentialChain<Other>(
      for: service, remedy: remedy,
      sources.map { source in
        CredentialSource<Other>(source.name) { () async throws(ObjectStoreError) in
          switch try await source.find() {
          case .found(let lease): .found(Lease(made(lease.credentials), life: lease.life, origin: lease.origin))
          case .absent(let reason): .absent(reason)
          }
        }
      })
  }

  /// Credentials of the first source that is set up.
  ///
  /// - Throws: `ObjectStoreError` with the answers of all sources that were tried.
  public func find() async throws(ObjectStoreError) -> Lease<Credentials> { try await search().lease }

  private func search() async throws(ObjectStoreError) -> (source: String, lease: Lease<Credentials>) {
    var reasons: [String] = []
    for source in sources {
      do throws(ObjectStoreError) {
        switch try await source.find() {
        case .absent(let reason): reasons.append("\(source.name): \(reason)")
        case .found(let lease): return (source.name, lease)
        }
      } catch {
        // Sources do not know the service, and readers of the error do not know the source.
        var error = error.told(by: source.name)
        if error.store.isEmpty { error.store = service }
        throw error
      }
    }
    throw ObjectStoreError(.noCredentials, store: service, detail: reasons.joined(separator: "; "), remedy: remedy)
  }

  /// Where the credentials come from, for people; without secrets.
  ///
  /// - Throws: `ObjectStoreError`, as `find` does.
  package func summary() async throws(ObjectStoreError) -> String {
    let (source, lease) = try await search()
    let origin = lease.origin.map { " (\($0))" } ?? ""
    let end = lease.life.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }
    return "\(source)\(origin) gave those for \(service)"
      + (end.map { ", which end at \($0.formatted(.iso8601))" } ?? "")
  }
}

extension ObjectStoreError {
  /// A source is set up and gives no credentials. The chain adds the service.
  static func noCredentials(_ detail: String, remedy: String) -> ObjectStoreError {
    ObjectStoreError(.noCredentials, store: "", detail: detail, remedy: remedy)
  }

  /// The error with its source.
  func told(by source: String) -> ObjectStoreError {
    var error = self
    error.detail = "\(source): \(detail)"
    return error
  }
}
