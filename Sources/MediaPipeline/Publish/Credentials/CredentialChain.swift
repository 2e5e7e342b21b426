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

  /// Only one of two settings that need each other is set.
  static func halfSet(_ name: String, without other: String) -> ObjectStoreError {
    .noCredentials("\(name) is set and \(other) is not", remedy: "set both, or neither")
  }

  /// The error with its source.
  func told(by source: String) -> ObjectStoreError {
    var error = self
    error.detail = "\(source): \(detail)"
    return error
  }
}
