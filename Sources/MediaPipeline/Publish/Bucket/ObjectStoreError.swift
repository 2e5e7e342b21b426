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
  /// What an error is about.
  private enum Scope {
    /// Every object, until something is corrected.
    case store
    case object
    /// The moment: another attempt may help.
    case moment
  }

  /// What each reason is about, its incident, and the message about a store, without the detail.
  private func words(of store: String) -> (scope: Scope, incident: Incident, message: String) {
    switch reason {
    case .credentials: (.store, .destinationCredentials, "\(store) does not accept the credentials")
    case .noCredentials: (.store, .destinationCredentials, "there are no credentials for \(store)")
    case .settings: (.store, .destinationCredentials, "\(store) cannot be used")
    // A status alone does not show that the store knows the credentials.
    case .refusing,
      .forbidden where mayBeOfOneObject:
      (.store, .destinationRejected, "\(store) refused the request, and would refuse any other")
    case .forbidden: (.store, .destinationForbidden, "\(store) knows the credentials, and they may not do this")
    case .missingBucket: (.store, .destinationMissingBucket, "\(store) does not exist")
    case .wrongRegion(let told):
      (.store, .destinationRegion, "\(store) is in \(told.map { "the region \($0)" } ?? "another region")")
    case .clock(let lead): (.store, .machineClock, clockWords(store, lead))
    case .insecure: (.store, .destinationTLS, "the connection to \(store) is not secure, so nothing was sent")
    case .proxy: (.store, .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used")
    case .proxyFailed: (.moment, .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used")
    case .unusable: (.store, .destinationRejected, "\(store) is of no use as it is")
    case .rejected: (.object, .destinationRejected, "\(store) refused the request")
    case .taken: (.object, .destinationConflict, "\(store) has another object of this name")
    case .unfit:
      (.object, .destinationConflict, "\(store) has these bytes under this name already, and not as clients need them")
    case .cancelled: (.object, .machineCancelled, "the request to \(store) was ended")
    case .unresolved: (.moment, .machineStoreUnreachable, "\(store) cannot be found: its host has no address")
    case .unreachable: (.moment, .machineStoreUnreachable, "there is no connection to \(store)")
    case .timedOut: (.moment, .machineStoreTimeout, "\(store) takes too long")
    case .busy: (.moment, .machineStoreBusy, "\(store) is busy")
    case .interrupted: (.moment, .machineStoreInterrupted, "the request to \(store) did not arrive whole")
    }
  }

  private func clockWords(_ store: String, _ seconds: Int) -> String {
    seconds == 0
      ? "\(store) says that this machine's clock is wrong, but does not send a different time: a proxy may hold requests back"
      : "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the time that \(store) sends"
  }

  /// How to fix it; nil: as the handbook says of the incident.
  private var ownRemedy: String? {
    switch reason {
    case .forbidden: "let the credentials create, read and list objects under this prefix"
    case .wrongRegion(let told?): "set region to \(told), and the endpoint to that region's"
    case .unfit: "let the object be served so, or delete it, and run again"
    case .unusable: "correct the endpoint: what answers there is not a store of this kind"
    case .proxy, .proxyFailed:
      "correct or unset https_proxy, http_proxy and all_proxy, or name the host in no_proxy"
    default: nil
    }
  }

  /// As a diagnostic.
  package func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    let (_, incident, message) = words(of: store)
    let because = detail.isEmpty ? "" : ": \(detail)"
    return Diagnostic(incident, subject, message + because + effort, remedy: remedy ?? ownRemedy)
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
  public var isAboutStore: Bool { words(of: "").scope == .store }

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
  public var isTransient: Bool { words(of: "").scope == .moment }

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
