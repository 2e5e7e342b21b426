package import Essentials

/// One of the places where credentials may be.
package struct CredentialSource<Credentials: Sendable>: Sendable {
  package typealias Search = @Sendable () async throws(ObjectStoreError) -> SourceAnswer<Credentials>

  /// What people call it: `the profile default`.
  package let name: String
  /// Looks there. It throws where the place is set up and gives none.
  package let find: Search

  package init(_ name: String, _ find: @escaping Search) {
    self.name = name
    self.find = find
  }
}

/// What a source says when it is asked.
package enum SourceAnswer<Credentials: Sendable>: Sendable {
  case found(Lease<Credentials>)
  /// It is not set up here: what is missing, without a secret.
  case absent(String)
}

/// Credentials, and for how long they are good.
public struct Lease<Credentials: Sendable>: Sendable {
  public var credentials: Credentials
  /// Counted from the request for them; nil if no end is known.
  public var life: Duration?
  /// How the source came by them, where there is more to say than its name; without a secret.
  public var origin: String?

  public init(_ credentials: Credentials, life: Duration? = nil, origin: String? = nil) {
    self.credentials = credentials
    self.life = life
    self.origin = origin
  }
}

extension Lease: Equatable where Credentials: Equatable {}

/// Sources of credentials, in the order in which they are asked. The first that is set up decides, also where it fails: what the next
/// one has may be somebody else's.
public struct CredentialChain<Credentials: Sendable>: Sendable {
  /// For what the credentials are: `Amazon S3`.
  private let service: String
  private let sources: [CredentialSource<Credentials>]
  /// What to do where none is set up.
  private let remedy: String

  package init(for service: String, remedy: String, _ sources: [CredentialSource<Credentials>]) {
    self.service = service
    self.sources = sources
    self.remedy = remedy
  }

  /// Credentials that are there already.
  public init(_ credentials: Credentials) {
    self.init(for: "", remedy: "", [CredentialSource("the program") { .found(Lease(credentials)) }])
  }

  /// The same sources, of which something is made of what they give.
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
  /// - Throws: `ObjectStoreError`, which tells what each source said that was asked.
  public func find() async throws(ObjectStoreError) -> Lease<Credentials> { try await ask().result.get() }

  /// What there is to know of where credentials come from, for people. It holds no secret.
  package func report() async -> CredentialReport {
    let answer = await ask()
    var report = CredentialReport(service: service, remarks: answer.remarks)
    switch answer.result {
    case .success(let lease):
      (report.source, report.origin) = (answer.source, lease.origin)
      report.expires = lease.life.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }
    case .failure(let error): report.error = error
    }
    return report
  }

  private struct Answer {
    /// The name of the source that decided.
    var source: String?
    var remarks: [CredentialReport.Remark]
    var result: Result<Lease<Credentials>, ObjectStoreError>
  }

  private func ask() async -> Answer {
    var remarks: [CredentialReport.Remark] = []
    for source in sources {
      do throws(ObjectStoreError) {
        switch try await source.find() {
        case .found(let lease): return Answer(source: source.name, remarks: remarks, result: .success(lease))
        case .absent(let reason): remarks.append(.init(source: source.name, text: reason))
        }
      } catch {
        // Sources do not know for what the credentials are; whoever reads the error does not know which source was asked.
        var error = error.told(by: source.name)
        if error.store.isEmpty { error.store = service }
        return Answer(source: source.name, remarks: remarks, result: .failure(error))
      }
    }
    let detail = remarks.map(\.description).joined(separator: "; ")
    let nothing = ObjectStoreError(.noCredentials, store: service, detail: detail, remedy: remedy)
    return Answer(source: nil, remarks: remarks, result: .failure(nothing))
  }
}

/// Where credentials come from, in words for people.
package struct CredentialReport: Hashable, Sendable {
  /// What a source said that gave none.
  package struct Remark: Hashable, Sendable, CustomStringConvertible {
    package let source: String
    package let text: String

    package var description: String { "\(source): \(text)" }
  }

  /// For what they are: `Amazon S3`.
  package let service: String
  /// Which source gave them, such as `the profile default`; nil: none did.
  package var source: String?
  /// How it came by them, where there is more to say.
  package var origin: String?
  /// When they end; nil: nobody says that they do.
  package var expires: Date?
  /// The sources that were asked before, in their order.
  package let remarks: [Remark]
  /// Why there are none.
  package var error: ObjectStoreError?
}

extension ObjectStoreError {
  /// A source is set up and gives no credentials. The chain that asked it says for which service they would have been.
  static func noCredentials(_ detail: String, remedy: String) -> ObjectStoreError {
    ObjectStoreError(.noCredentials, store: "", detail: detail, remedy: remedy)
  }

  init(_ error: CredentialsError) {
    self = .noCredentials(error.description, remedy: error.remedy)
  }

  /// The same with who told it.
  func told(by source: String) -> ObjectStoreError {
    var error = self
    error.detail = "\(source): \(detail)"
    return error
  }
}
