import Findings
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
    /// The bucket is elsewhere; nil if the store does not say where.
    case wrongRegion(told: String?)
    /// This machine's clock is ahead of the store's by so many seconds; negative: behind.
    case clock(ahead: Int)
    /// Equal bytes are there, but without the token in their URL.
    case missingToken
    /// Equal bytes are there, but with header fields that clients cannot use.
    case unfit
    case insecure
    /// It cannot do what publishing needs, or does not work at all, whatever the object.
    case unusable
    /// The store refused the request for another reason, which applies to every object: because of pipeline.yml or the store itself.
    case refusing
    case rejected
    case proxy
    /// A proxy does not answer, or cannot do its work at the moment.
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
  /// How long the store asks to wait.
  public var retryAfter: Duration?
  /// The number of attempts, and how long they took.
  public var attempts = 1
  public var elapsed = Duration.zero
  /// Whether there is only a status and no message of the store's: something in front of it may have answered.
  package var isUnexplained = false

  public init(_ reason: Reason, store: String, detail: String, remedy: String? = nil, retryAfter: Duration? = nil) {
    (self.reason, self.store, self.detail, self.remedy, self.retryAfter) = (reason, store, detail, remedy, retryAfter)
  }

  /// Whether it would be the same for every object.
  public var isAboutStore: Bool {
    switch reason {
    case .credentials, .noCredentials, .settings, .forbidden, .missingBucket, .wrongRegion, .clock, .insecure, .proxy,
      .unusable, .refusing:
      true
    default: false
    }
  }
}

extension ObjectStoreError {
  /// A destination that its settings keep from being opened.
  package static func unusable(_ detail: String) -> ObjectStoreError {
    ObjectStoreError(
      .settings, store: "the destination", detail: detail, remedy: "correct it under `publish` of pipeline.yml")
  }

  /// Whether only other uploads show if it is about the store: a policy, a scanner or a firewall that refuses one name or some bytes
  /// answers like one that refuses everything.
  package var mayBeOfOneObject: Bool {
    switch reason {
    case .refusing: true
    case .forbidden: isUnexplained
    default: false
    }
  }

  /// An upload's error, with a remedy if a key of pipeline.yml may be the cause.
  /// - Parameter keys: those that add properties to uploads, which a store may refuse.
  func explained(byKeys keys: [String]) -> ObjectStoreError {
    let words = detail.lowercased()
    let meant = keys.filter { key in Self.hints[key, default: []].contains(where: words.contains) }
    func listed(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }
    var explained = self
    if [.refusing, .forbidden].contains(reason), !meant.isEmpty {
      explained.remedy = "change or leave out \(listed(meant)) in pipeline.yml, or have the bucket permit it"
    } else if reason == .refusing, !keys.isEmpty {
      explained.remedy =
        "change what its words say; uploads ask for \(listed(keys)) of pipeline.yml, which it may not take"
    }
    return explained
  }

  /// For each such key, parts of the codes and messages of stores that refuse it, in lower case.
  private static let hints = [
    "acl": acl, "predefined-acl": acl, "kms-key": ["kms", "encryption key", "keyid", "key id"],
    "server-side-encryption": ["encrypt", "kms"], "storage-class": classes, "access-tier": classes, "tags": ["tag"],
  ]
  private static let acl = ["acl", "access control", "accesscontrol", "public access", "allusers"]
  private static let classes = ["storageclass", "storage class", "tier"]

  /// The same for one upload while others succeed.
  package var ofOneObject: ObjectStoreError {
    var error = self
    error.reason = .rejected
    error.remedy =
      "change what its words say, or leave the file out; where they say nothing, look what a policy of the store or a firewall in front "
      + "of it has against its name or its bytes"
    return error
  }
}

extension ObjectStoreError: RetryableError {
  public var isTransient: Bool {
    switch reason {
    case .unresolved, .unreachable, .proxyFailed, .timedOut, .interrupted, .busy: true
    default: false
    }
  }

  /// A name without an address is usually misspelt, so trying again does not help. A proxy may come back soon.
  package var mostAttempts: Int? { reason == .unresolved ? 1 : reason == .proxyFailed ? 4 : nil }

  package var named: String { "\(store): \(briefly)" }

  package func concluded(after effort: RetryEffort, isCancelled: Bool) -> ObjectStoreError {
    var error = self
    (error.attempts, error.elapsed) = (effort.attempts, effort.elapsed)
    if isCancelled { error.reason = .cancelled }
    return error
  }
}

// Its text for people.
extension ObjectStoreError {
  /// The operation that a store was asked for.
  enum Deed: Sendable {
    case publishing
    /// Only looking for objects.
    case looking
    /// The renditions that shards leave in a shared cache.
    case sharing
    /// The entries of a shared cache, and whatever is tried again.
    case asking

    /// What the credentials may not do, the permission that this needs, and what was sent.
    fileprivate var words: (verbs: String, permission: String, object: String) {
      switch self {
      case .publishing: ("publish", "create and read objects", "the upload")
      case .looking: ("look for objects", "list and read objects", "the question")
      case .sharing: ("read or write entries", "read and write objects", "an entry")
      case .asking: ("do this", "read and create objects", "the request")
      }
    }
  }

  /// As a diagnostic.
  func diagnostic(_ subject: Diagnostic.Subject, while deed: Deed = .publishing) -> Diagnostic {
    let (incident, message) = words(of: store, deed)
    let because = detail.isEmpty ? "" : ": \(detail)"
    return Diagnostic(incident, subject, message + because + effort, remedy: remedy ?? remedy(deed))
  }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    let wait = seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s"
    return "\(tried); it asks to be left alone for \(wait)"
  }

  /// A brief message for people about a cache or an upload, which does not name the store.
  package var briefly: String {
    let message = words(of: "it", .asking).message
    return detail.isEmpty ? message : "\(message) (\(detail))"
  }

  /// The message about a store, without the detail.
  private func words(of store: String, _ deed: Deed) -> (incident: Incident, message: String) {
    let (verbs, _, object) = deed.words
    return switch reason {
    case .credentials: (.destinationCredentials, "\(store) does not accept the credentials")
    case .noCredentials: (.destinationCredentials, "there are no credentials for \(store)")
    case .settings: (.destinationCredentials, "\(store) cannot be used")
    case .forbidden: (.destinationForbidden, "\(store) knows the credentials, and they may not \(verbs)")
    case .missingBucket: (.destinationMissingBucket, "\(store) does not exist")
    case .wrongRegion(let told):
      (.destinationRegion, "\(store) is in \(told.map { "the region \($0)" } ?? "another region")")
    case .missingToken:
      (.destinationDownloadToken, "the object is in \(store) already, and its download URL would answer 403")
    case .unfit:
      (.destinationConflict, "\(store) has the same bytes under this name already, and not as clients need them")
    case .insecure: (.destinationTLS, "the connection to \(store) is not secure, so nothing was sent")
    case .proxy, .proxyFailed: (.machineStoreUnreachable, "the proxy on the way to \(store) cannot be used")
    case .unusable: (.destinationRejected, "\(store) is of no use as it is")
    case .refusing: (.destinationRejected, "\(store) refused \(object), and would refuse any other")
    case .rejected: (.destinationRejected, "\(store) refused \(object)")
    case .clock(let seconds): (.machineClock, clockWords(store, seconds))
    case .unresolved: (.machineStoreUnreachable, "\(store) cannot be found: its host has no address")
    case .unreachable: (.machineStoreUnreachable, "there is no connection to \(store)")
    case .timedOut: (.machineStoreTimeout, "\(store) takes too long")
    case .cancelled: (.machineCancelled, "\(object) to \(store) was ended")
    case .busy: (.machineStoreBusy, "\(store) is busy")
    case .interrupted: (.machineStoreInterrupted, "\(object) to \(store) did not arrive whole")
    }
  }

  /// How to fix it; nil: as the handbook says of the incident.
  private func remedy(_ deed: Deed) -> String? {
    switch reason {
    case .forbidden: "let them \(deed.words.permission) under this prefix"
    case .wrongRegion(let told?): "set region to \(told), and the endpoint to that region's"
    case .unfit: "give the object the right type, Content-Encoding and Cache-Control, or delete it, and run again"
    case .proxy, .proxyFailed:
      "correct or unset https_proxy, http_proxy and all_proxy, which say where it is and who asks it, or name the host in no_proxy"
    default: nil
    }
  }

  private func clockWords(_ store: String, _ seconds: Int) -> String {
    seconds == 0
      ? "\(store) says that this machine's clock is wrong, but does not send a different time: a proxy may hold requests back"
      : "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the time that \(store) sends"
  }
}
