package import Essentials

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
  public func find() async throws(ObjectStoreError) -> Lease<Credentials> { try await ask().result.get() }

  /// A report for people on where credentials come from. It contains no secrets.
  package func report() async -> CredentialReport { await ask().report }

  private func ask() async -> (report: CredentialReport, result: Result<Lease<Credentials>, ObjectStoreError>) {
    var report = CredentialReport(service: service)
    for source in sources {
      do throws(ObjectStoreError) {
        switch try await source.find() {
        case .absent(let reason): report.remarks.append(.init(source: source.name, text: reason))
        case .found(let lease):
          (report.source, report.origin) = (source.name, lease.origin)
          report.expires = lease.life.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }
          return (report, .success(lease))
        }
      } catch {
        // Sources do not know the service, and readers of the error do not know the source.
        var error = error.told(by: source.name)
        if error.store.isEmpty { error.store = service }
        report.error = error
        return (report, .failure(error))
      }
    }
    let detail = report.remarks.map { "\($0.source): \($0.text)" }.joined(separator: "; ")
    let nothing = ObjectStoreError(.noCredentials, store: service, detail: detail, remedy: remedy)
    report.error = nothing
    return (report, .failure(nothing))
  }
}

/// Where credentials come from, for people.
package struct CredentialReport: Hashable, Sendable {
  /// Why a source was passed over.
  package struct Remark: Hashable, Sendable {
    package let source: String
    package let text: String
  }

  /// The service: `Amazon S3`.
  package let service: String
  /// The source that gave them, such as `the profile default`; nil: none.
  package fileprivate(set) var source: String?
  /// How the source got them, if known.
  package fileprivate(set) var origin: String?
  /// When they expire; nil: unknown.
  package fileprivate(set) var expires: Date?
  /// The sources that were tried before, in order.
  package fileprivate(set) var remarks: [Remark] = []
  /// Why none exist.
  package fileprivate(set) var error: ObjectStoreError?
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
