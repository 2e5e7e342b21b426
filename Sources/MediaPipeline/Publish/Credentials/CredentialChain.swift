import Essentials
import Findings
public import Libraries

/// An identity that a store knows. Descriptions do not show the secret parts.
public enum StoreCredentials: Hashable, Sendable {
  /// A store that needs no credentials.
  case anonymous
  /// Keys that sign requests to S3, and are never sent.
  case keys(AWSCredentials)
  /// One of the two keys of an Azure account, in Base64. It signs requests and is never sent.
  case accountKey(Secret)
  /// A shared access signature of Azure's: a query with limited rights and lifetime.
  case sharedAccessSignature(Secret)
  /// A token that each request contains.
  case token(Secret)

  /// Secrets hidden in errors.
  var secrets: [Secret] {
    switch self {
    case .anonymous: []
    case .keys(let keys): [keys.secretAccessKey] + [keys.sessionToken].compactMap(\.self)
    case .accountKey(let secret), .sharedAccessSignature(let secret), .token(let secret): [secret]
    }
  }

  /// The request with those that are sent as they are.
  package func added(to request: HTTPRequest) -> HTTPRequest {
    var request = request
    switch self {
    case .sharedAccessSignature(let query): request.authorization = .query(query)
    case .token(let token): request.authorization = .bearer(token)
    case .anonymous, .keys, .accountKey: break
    }
    return request
  }
}

/// A place where credentials may be found: its name for people (`the profile default`), and what searches it, which throws if it is set up
/// but gives no credentials.
package typealias CredentialSource = (name: String, find: @Sendable () async throws(ObjectStoreError) -> SourceAnswer)

/// A source's answer.
package enum SourceAnswer: Sendable {
  case found(Lease)
  /// It is not set up here: what is missing, without secrets.
  case absent(String)
}

/// Credentials and their lifetime.
public struct Lease: Hashable, Sendable {
  public var credentials: StoreCredentials
  /// The lifetime from when they were requested; nil: unknown.
  public var life: Duration?

  public init(_ credentials: StoreCredentials, life: Duration? = nil) {
    (self.credentials, self.life) = (credentials, life)
  }

  /// The time until then, negative if it is past; nil if the text is not a time.
  static func life(until text: String, from date: Date) -> Duration? {
    guard let moment = ProtobufTimestamp(rawValue: text) else { return nil }
    return .seconds(moment.seconds) - .seconds(date.timeIntervalSince1970)
  }
}

/// Sources of credentials, in the order in which they are tried. The first that is set up decides, even if it fails: the next may belong to
/// someone else.
public struct CredentialChain: Sendable {
  private let service: String
  private let sources: [CredentialSource]
  /// Without sources.
  private let remedy: String

  package init(for service: String, remedy: String, _ sources: [CredentialSource]) {
    (self.service, self.sources, self.remedy) = (service, sources, remedy)
  }

  /// Existing credentials.
  public init(_ credentials: StoreCredentials) {
    self.init(for: "", remedy: "", [("the program", { .found(Lease(credentials)) })])
  }

  /// Credentials of the first source that is set up. Throws the answers of all sources that were tried.
  public func find() async throws(ObjectStoreError) -> Lease { try await search().lease }

  private func search() async throws(ObjectStoreError) -> (source: String, lease: Lease) {
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
  package func summary() async throws(ObjectStoreError) -> String {
    let (source, lease) = try await search()
    let end = lease.life.map { Date(timeIntervalSinceNow: Double($0.components.seconds)) }
    return "\(source) gave those for \(service)"
      + (end.map { ", which end at \($0.formatted(.iso8601))" } ?? "")
  }
}

extension ObjectStoreError {
  /// A source is set up and gives no credentials. The chain adds the service.
  static func noCredentials(_ detail: String, remedy: String) -> ObjectStoreError {
    ObjectStoreError(.noCredentials, store: "", detail: detail, remedy: remedy)
  }

  /// The same in the words of texts/errors.txt.
  static func credentials(_ name: String, _ details: String...) -> ObjectStoreError {
    let words = ErrorWords("credentials", name, details)
    return ObjectStoreError(.noCredentials, store: "", detail: words.message, remedy: words.remedy)
  }

  /// The error with its source.
  func told(by source: String) -> ObjectStoreError {
    var error = self
    error.detail = "\(source): \(detail)"
    return error
  }
}

/// Credentials that are requested when needed, and kept until shortly before they expire.
package actor CredentialCache {
  private let chain: CredentialChain
  private let clock: RetryClock
  private var kept: Kept?
  /// At most one is under way; all callers wait for it.
  private var renewal: Task<Result<StoreCredentials, ObjectStoreError>, Never>?

  private struct Kept {
    let credentials: StoreCredentials
    /// When to request new ones, and when they end, in the clock's own time; nil: never.
    var renewal: Duration?
    var end: Duration?
  }

  package init(_ chain: CredentialChain, clock: RetryClock) { (self.chain, self.clock) = (chain, clock) }

  /// Credentials valid for a while.
  package func current() async throws(ObjectStoreError) -> StoreCredentials {
    while true {
      if let kept, kept.renewal.map({ clock.now() < $0 }) ?? true { return kept.credentials }
      let task = renewal ?? Task { await renewed() }
      renewal = task
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Another caller's cancellation ended the request.
      if case .failure(let error) = result, error.reason == .cancelled, !Task.isCancelled { continue }
      return try result.get()
    }
  }

  /// Drops credentials that a server refused.
  package func forget(_ credentials: StoreCredentials) { if kept?.credentials == credentials { kept = nil } }

  /// Renews credentials two minutes before they end, which is longer than an upload takes to arrive. If that fails, valid ones are kept, and
  /// it is tried again soon.
  private func renewed() async -> Result<StoreCredentials, ObjectStoreError> {
    let begin = clock.now()
    defer { renewal = nil }
    do throws(ObjectStoreError) {
      let lease = try await chain.find()
      let end = lease.life.map { begin + max(.zero, $0) }
      kept = Kept(
        credentials: lease.credentials, renewal: end.map { $0 - min(.seconds(120), ($0 - begin) / 2) }, end: end)
      return .success(lease.credentials)
    } catch {
      guard let former = kept, let end = former.end, clock.now() < end else { return .failure(error) }
      kept?.renewal = min(end, clock.now() + .seconds(10))
      return .success(former.credentials)
    }
  }
}
