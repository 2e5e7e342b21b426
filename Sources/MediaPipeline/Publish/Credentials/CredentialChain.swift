package import Essentials

/// Sources of credentials, in the order in which they are asked. The first that is set up decides, also where it fails: what the next
/// one has may be somebody else's.
public struct CredentialChain<Credentials: Sendable>: Sendable {
  /// For what the credentials are: `Amazon S3`.
  private let service: String
  private let sources: [any CredentialSource<Credentials>]
  /// What to do where none is set up.
  private let remedy: String

  package init(for service: String, remedy: String, _ sources: [any CredentialSource<Credentials>]) {
    self.service = service
    self.sources = sources
    self.remedy = remedy
  }

  /// Credentials of the first source that is set up.
  ///
  /// - Throws: `ObjectStoreError`, which tells what each source said that was asked.
  public func find() async throws(ObjectStoreError) -> Lease<Credentials> { try await ask().result.get() }

  /// What there is to know of where credentials come from, for people. It holds no secret.
  package func report() async -> CredentialReport {
    let answer = await ask()
    let lease = try? answer.result.get()
    var error: ObjectStoreError?
    if case .failure(let failure) = answer.result { error = failure }
    return CredentialReport(
      service: service, source: lease == nil ? nil : answer.source, origin: lease?.origin,
      expires: lease?.life.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }, remarks: answer.remarks,
      error: error)
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
        return Answer(source: source.name, remarks: remarks, result: .failure(explained(error, source.name)))
      }
    }
    return Answer(source: nil, remarks: remarks, result: .failure(nothing(remarks)))
  }

  /// Sources do not know for what the credentials are; whoever reads the error does not know which source was asked.
  private func explained(_ error: ObjectStoreError, _ source: String) -> ObjectStoreError {
    var error = error
    if error.store.isEmpty { error.store = service }
    error.detail = "\(source): \(error.detail)"
    return error
  }

  private func nothing(_ remarks: [CredentialReport.Remark]) -> ObjectStoreError {
    let detail = remarks.map(\.description).joined(separator: "; ")
    return ObjectStoreError(.noCredentials, store: service, detail: detail, remedy: remedy)
  }
}

extension CredentialChain {
  /// Credentials that are there already.
  public init(_ credentials: Credentials) {
    self.init(for: "", remedy: "", [GivenCredentials(credentials: credentials)])
  }
}

/// A source that has them.
private struct GivenCredentials<Credentials: Sendable>: CredentialSource {
  let credentials: Credentials
  let name = "the program"

  func find() -> SourceAnswer<Credentials> { .found(Lease(credentials)) }
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
  package let source: String?
  /// How it came by them, where there is more to say.
  package let origin: String?
  /// When they end; nil: nobody says that they do.
  package let expires: Date?
  /// The sources that were asked before, in their order.
  package let remarks: [Remark]
  /// Why there are none.
  package let error: ObjectStoreError?
}
