package import Findings
import PushDelivery

/// Why an object store did not do what was requested. Its texts contain no secrets.
public struct ObjectStoreError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The store does not know the credentials.
    case credentials
    /// None exist.
    case noCredentials
    /// No request can or must be made with the settings of pipeline.yml.
    case settings
    /// They may not do this.
    case forbidden
    case missingBucket
    /// Another object has the key.
    case taken
    /// The bucket is elsewhere; nil if the store does not say where.
    case wrongRegion(told: String?)
    /// This machine's clock is ahead of the store's by so many seconds; negative: behind; 0: unknown.
    case clock(ahead: Int)
    /// Equal bytes are there, but clients cannot load them as they are.
    case unfit
    case insecure
    /// It cannot do what publishing needs, or does not work at all, whatever the object.
    case unusable
    /// The store refused the request for another reason, which applies to every object: because of pipeline.yml or the store itself.
    case refusing
    case rejected
    case proxy
    /// It does not answer now.
    case proxyFailed
    case unresolved
    case unreachable
    case timedOut
    /// The connection broke, or the bytes arrived damaged at the store.
    case interrupted
    /// It is overloaded, or has an internal error.
    case busy
    case cancelled
  }

  public var reason: Reason
  /// The store: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  public var store: String
  /// The message of the store or network, or the missing thing; without secrets and line breaks.
  public var detail: String
  /// How to fix it, if that differs from other errors of this reason.
  public var remedy: String?
  /// Of the store's response; nil without one.
  package var status: Int?
  /// How long the store asks to wait.
  public var retryAfter: Duration?
  /// The number of attempts, and how long they took.
  public var attempts = 1
  public var elapsed = Duration.zero

  public init(_ reason: Reason, store: String, detail: String, remedy: String? = nil, retryAfter: Duration? = nil) {
    (self.reason, self.store, self.detail, self.remedy, self.retryAfter) = (reason, store, detail, remedy, retryAfter)
  }
}

extension ObjectStoreError {
  /// Its incident, the message about a store without the detail, and a remedy if it is not the incident's.
  private func words(of store: String) -> ErrorWords {
    switch reason {
    // A status alone does not show that the store knows the credentials.
    case .forbidden where mayBeOfOneObject: ErrorWords("store", "forbiddenByStatus", [store])
    case .wrongRegion(let told?): ErrorWords("store", "otherRegion", [store, told, told])
    case .clock(ahead: 0): ErrorWords("store", "clockUnknown", [store])
    case .clock(let lead):
      ErrorWords("store", reason, ["\(abs(lead)) s \(lead > 0 ? "ahead of" : "behind") the time that \(store)"])
    default: ErrorWords("store", reason, [store])
    }
  }

  /// As a diagnostic.
  package func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    let words = words(of: store)
    let message = words.message + (detail.isEmpty ? "" : ": \(detail)") + effort
    return Diagnostic(
      Incident.named(words.id) ?? .destinationRejected, subject, message, remedy: remedy ?? words.remedy)
  }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    let wait = seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s"
    return "\(tried); it asks to be left alone for \(wait)"
  }

  /// A brief message for people about a cache or an upload, which does not name the store.
  package var briefly: String {
    let message = words(of: "it").message
    return detail.isEmpty ? message : "\(message) (\(detail))"
  }

  /// Whether it would be the same for every object.
  public var isAboutStore: Bool { !isTransient && ![.rejected, .taken, .unfit, .cancelled].contains(reason) }

  /// Whether only other uploads show if it is about the store: a policy, a scanner or a firewall that refuses one name or some bytes
  /// answers like one that refuses everything, with a status alone.
  package var mayBeOfOneObject: Bool { reason == .refusing || reason == .forbidden && detail.hasPrefix("status ") }

  /// An upload's error, with a remedy if its access list is the cause, which buckets of today often refuse.
  var ofUpload: ObjectStoreError {
    let words = /\bacls?\b|access ?control|public access|allusers|uniform/.ignoresCase()
    guard [.refusing, .forbidden].contains(reason), detail.contains(words) else { return self }
    var error = self
    error.remedy = "change or leave out `acl` or `predefined-acl` in pipeline.yml, or have the bucket permit it"
    return error
  }

  /// The same for one upload while others succeed.
  package var ofOneObject: ObjectStoreError {
    var error = self
    error.reason = .rejected
    error.remedy =
      "change what its words say, or leave the file out; where they say nothing, look what a policy of the store or a firewall in front "
      + "of it has against its name or its bytes"
    return error
  }

  /// A destination that its settings keep from being opened.
  package static func unusable(_ detail: String) -> ObjectStoreError {
    ObjectStoreError(
      .settings, store: "the destination", detail: detail, remedy: "correct it under `publish` of pipeline.yml")
  }
}

extension ObjectStoreError: RetryableError {
  /// Whether it is about the moment: another attempt may help.
  public var isTransient: Bool {
    [.proxyFailed, .unresolved, .unreachable, .timedOut, .busy, .interrupted].contains(reason)
  }

  /// A name without an address is usually misspelt, so trying again does not help. A proxy may come back soon.
  package var mostAttempts: Int? { reason == .unresolved ? 1 : reason == .proxyFailed ? 4 : nil }

  package var named: String { "\(store): \(briefly)" }

  package func concluded(after attempts: Int, _ elapsed: Duration, isCancelled: Bool) -> ObjectStoreError {
    var error = self
    (error.attempts, error.elapsed) = (attempts, elapsed)
    if isCancelled { error.reason = .cancelled }
    return error
  }
}
