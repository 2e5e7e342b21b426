import Findings
import PushDelivery

/// Why an object store did not do what it was asked for. No text in it holds a secret.
public struct ObjectStoreError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The store does not know the credentials.
    case credentials
    /// There are none.
    case noCredentials
    /// They may not do this.
    case forbidden
    case missingBucket
    /// The bucket is elsewhere; nil where the store does not say where.
    case wrongRegion(told: String?)
    /// This machine's clock is ahead of the store's by so many seconds, or behind where it is negative.
    case clock(ahead: Int)
    /// Equal bytes are there, and without the token in their URL.
    case missingToken
    /// Equal bytes are there, and clients are told something of them by which they would not be loaded as they should.
    case unfit
    /// The connection is not secure.
    case insecure
    /// It cannot do what publishing needs, or does nothing for anybody: what lies there makes no difference.
    case unusable
    /// The store refused the request for another reason, which would be the same with any other object: for what pipeline.yml asks for,
    /// or for what the store itself is.
    case refusing
    /// The store refused the request for another reason.
    case rejected
    /// What the variables of proxies say is none, has no address, or lets nobody through.
    case proxy
    /// A proxy does not answer, or cannot do what it is asked for just now.
    case proxyFailed
    /// Its host has no address.
    case unresolved
    case unreachable
    case timedOut
    /// The connection broke, or what arrived at the store was not what was sent.
    case interrupted
    /// It has too much to do, or a fault of its own.
    case busy
    /// The run was ended.
    case cancelled
  }

  public var reason: Reason
  /// Which store: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  public var store: String
  /// The words of the store, of the network, or of what is missing; without secrets and line breaks.
  public var detail: String
  /// What to do about it, where that is not the same for all errors of this reason.
  public var remedy: String?
  /// How long the store asks to be left alone.
  public var retryAfter: Duration?
  /// How often it was tried, and how long that took.
  public var attempts = 1
  public var elapsed = Duration.zero
  /// Whether nothing but a status says it, and no word of the store's: something in front of it may have answered.
  package var isUnexplained = false

  public init(
    _ reason: Reason, store: String, detail: String, remedy: String? = nil, retryAfter: Duration? = nil
  ) {
    self.reason = reason
    self.store = store
    self.detail = detail
    self.remedy = remedy
    self.retryAfter = retryAfter
  }

  /// Whether it would be the same with any other object.
  public var isAboutStore: Bool {
    switch reason {
    case .credentials, .noCredentials, .forbidden, .missingBucket, .wrongRegion, .clock, .insecure, .proxy, .unusable,
      .refusing:
      true
    default: false
    }
  }
}

extension ObjectStoreError {
  /// Whether only what becomes of other uploads tells if it is about the store: a policy or a scanner that refuses a name or some bytes
  /// answers as one that refuses everything, and so does a firewall in front of the store.
  package var mayBeOfOneObject: Bool {
    switch reason {
    case .refusing: true
    case .forbidden: isUnexplained
    default: false
    }
  }

  /// The same of one upload among others that are taken.
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

  /// A name without address is more often misspelt than lost, and asking again does not correct it. A proxy may come back soon.
  package var mostAttempts: Int? { reason == .unresolved ? 1 : reason == .proxyFailed ? 4 : nil }

  package var named: String { "\(store): \(briefly)" }

  package func concluded(after effort: RetryEffort, isCancelled: Bool) -> ObjectStoreError {
    var error = self
    (error.attempts, error.elapsed) = (effort.attempts, effort.elapsed)
    if isCancelled { error.reason = .cancelled }
    return error
  }
}
